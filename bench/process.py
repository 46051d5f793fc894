#!/usr/bin/env python3
"""Measures whole processes, as a user starts them: `pinfold exec` beside what else they could start.

Usage: bench/process.py FOLDER RESULTS [--quick]; see bench/run. FOLDER is empty and for this run alone; lines are added
to RESULTS in the form of dev.pinfold.bench.Results. Needs nothing but Python's standard library. The others are fetched
into bench/target with npm; one that can't run here is a line that says why, never a number.
"""

import json
import os
import shutil
import subprocess
import sys
import time

BENCH = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(BENCH, "target")
PINFOLD = os.path.join(os.path.dirname(BENCH), "pinfold")
CORPUS = os.path.join(os.path.dirname(BENCH), "core/src/test/resources/dev/pinfold/policy/policy.tsv")
OTHERS = ["@anthropic-ai/sandbox-runtime", "@openai/codex"]
BWRAP = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all"]
FLOOD_BYTES = 300_000_000


class CantRun(Exception):
    """Why a candidate has no number."""


class Results:
    def __init__(self, path):
        self.path = path

    def line(self, **fields):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(fields) + "\n")


class Ground:
    """A folder to work in and the environment of all candidates: none of the user's settings."""

    def __init__(self, folder):
        self.workspace = os.path.join(folder, "workspace")
        home = os.path.join(folder, "home")
        for path in (self.workspace, home):
            os.makedirs(path)
        self.environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8"}
        if "JAVA_HOME" in os.environ:
            self.environment["JAVA_HOME"] = os.environ["JAVA_HOME"]

    def start(self, command, **streams):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | streams
        return subprocess.Popen(command, cwd=self.workspace, env=self.environment, **streams)

    def check(self, command):
        """Starts it once; tells why it can't be measured."""
        try:
            process = self.start(command, stderr=subprocess.PIPE)
        except OSError as error:
            raise CantRun(f"{command[0]}: {error.strerror}") from error
        _, stderr = process.communicate(timeout=300)
        if process.returncode != 0:
            raise CantRun(f"exit {process.returncode}: {stderr.decode(errors='replace').strip()[-300:]}")

    def nanos(self, command):
        start = time.perf_counter_ns()
        process = self.start(command)
        status = process.wait(timeout=60)
        took = time.perf_counter_ns() - start
        if status != 0:
            raise CantRun(f"{command}: exit {status}")
        return took

    def add_tools(self):
        """What srt needs (ripgrep, socat), unpacked from the distribution's packages where it is not installed."""
        if shutil.which("rg") and shutil.which("socat"):
            return
        folder = os.path.join(TARGET, "debian")
        if not os.path.exists(os.path.join(folder, "done")) and shutil.which("apt-get"):
            os.makedirs(folder, exist_ok=True)
            quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            if subprocess.run(["apt-get", "download", "ripgrep", "socat", "libwrap0"], **quiet).returncode == 0:
                for name in os.listdir(folder):
                    if name.endswith(".deb"):
                        subprocess.run(["dpkg", "-x", name, "root"], **quiet, check=True)
                open(os.path.join(folder, "done"), "w").close()
        root = os.path.join(folder, "root/usr")
        self.environment["PATH"] = os.path.join(root, "bin") + ":" + self.environment["PATH"]
        libraries = [os.path.join(root, "lib", name) for name in sorted(os.listdir(root + "/lib"))] if os.path.isdir(root + "/lib") else []
        if libraries:
            self.environment["LD_LIBRARY_PATH"] = ":".join(libraries)


def npm_folder():
    folder = os.path.join(TARGET, "npm")
    if not all(os.path.isdir(os.path.join(folder, "node_modules", name)) for name in OTHERS):
        if not shutil.which("npm"):
            raise CantRun("no npm on PATH to fetch it with")
        os.makedirs(folder, exist_ok=True)
        fetched = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *OTHERS], capture_output=True, check=False
        )
        if fetched.returncode != 0:
            raise CantRun("npm can't fetch it: " + fetched.stderr.decode(errors="replace").strip()[-200:])
    return os.path.join(folder, "node_modules")


def codex_program(modules):
    for folder, _, names in os.walk(os.path.join(modules, "@openai")):
        if "codex" in names and "linux" in folder and folder.endswith("bin"):
            return os.path.join(folder, "codex")
    raise CantRun("its package holds no program for this platform")


def start_up(ground, results, rounds):
    """`true`, and what a process around it costs; one of each a round."""
    candidates = {
        "true": ["/bin/true"],
        "bwrap": [*BWRAP, "/bin/true"],
        "pinfold version": [PINFOLD, "version"],
        "pinfold exec": [PINFOLD, "exec", "--", "true"],
    }
    try:
        modules = npm_folder()
        ground.add_tools()
        candidates["srt"] = [os.path.join(modules, ".bin/srt"), "true"]
        candidates["codex by npm"] = [os.path.join(modules, ".bin/codex"), "sandbox", "--", "true"]
        candidates["codex sandbox"] = [codex_program(modules), "sandbox", "--", "true"]
    except CantRun as reason:
        for name in ("srt", "codex by npm", "codex sandbox"):
            if name not in candidates:
                results.line(group="start-up", name=name, missing=str(reason))
    for name, command in list(candidates.items()):
        try:
            for _ in range(3):  # the first makes caches
                ground.check(command)
        except CantRun as reason:
            results.line(group="start-up", name=name, missing=str(reason))
            del candidates[name]
    samples = {name: [] for name in candidates}
    names = list(candidates)
    for round_ in range(rounds):
        for i in range(len(names)):
            name = names[(round_ + i) % len(names)]
            samples[name].append(ground.nanos(candidates[name]))
    for name in names:
        results.line(group="start-up", name=name, unit="ns", samples=samples[name])


def peak_bytes(ground, command):
    """The largest resident set of the process itself, and how much it wrote."""
    process = ground.start(command, stdout=subprocess.PIPE, bufsize=0)
    written = 0
    while chunk := process.stdout.read(1 << 20):
        written += len(chunk)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise CantRun(f"{command}: exit {process.returncode}")
    return usage.ru_maxrss * 1024, written


def flood(ground, results, rounds):
    """Memory for 300 MB of output against memory for none."""
    for _ in range(rounds):
        idle, _ = peak_bytes(ground, [PINFOLD, "exec", "--", "true"])
        loud, written = peak_bytes(ground, [PINFOLD, "exec", "--", "head", "-c", str(FLOOD_BYTES), "/dev/zero"])
        if written != FLOOD_BYTES:
            raise CantRun(f"{FLOOD_BYTES} bytes written, {written} arrived")
        results.line(group="memory", name="idle", unit="B", samples=[idle])
        results.line(group="memory", name="300 MB of output", unit="B", samples=[loud])


def batch(ground, results, rounds):
    """`check --batch` over the floor rows for bash of the corpus, often enough that the start does not count."""
    with open(CORPUS, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith(("#", "id\t"))]
    commands = [row[2] for row in rows if row[1] == "floor" and not row[4].startswith("win-")]
    path = os.path.join(ground.workspace, "commands")
    times = 100_000 // len(commands)
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(command + "\n" for command in commands) * times)
    command = [PINFOLD, "check", "--batch", "--workspace", "/workspace/proj", "--home", "/home/dev"]
    for _ in range(rounds):
        with open(path, "rb") as stdin:
            start = time.perf_counter_ns()
            process = ground.start(command, stdin=stdin, stdout=subprocess.PIPE)
            lines = sum(1 for _ in process.stdout)
            process.wait()
            took = time.perf_counter_ns() - start
        if lines != times * len(commands):
            raise CantRun(f"{times * len(commands)} commands, {lines} answers")
        results.line(group="batch", name="commands a second", unit="/s", samples=[lines / took * 1e9])


def build(ground, results, rounds):
    """A build of more than 2,000 starts of programs (make, the compiler's driver, compiler, assembler), with and without
    the exec guard, in turn."""
    if not (shutil.which("make") and shutil.which("gcc")):
        raise CantRun("no make or no gcc")
    files = 700
    for i in range(files):
        with open(os.path.join(ground.workspace, f"f{i}.c"), "w", encoding="utf-8") as file:
            file.write(f"int f{i}(int x) {{ return x + {i}; }}\n")
    with open(os.path.join(ground.workspace, "Makefile"), "w", encoding="utf-8") as file:
        file.write(f"all: {' '.join(f'f{i}.o' for i in range(files))}\n%.o: %.c\n\t@gcc -c -o $@ $<\n")
    samples = {"on": [], "off": []}
    for round_ in range(rounds):
        for guard in ("on", "off") if round_ % 2 == 0 else ("off", "on"):
            for name in os.listdir(ground.workspace):
                if name.endswith(".o"):
                    os.remove(os.path.join(ground.workspace, name))
            samples[guard].append(ground.nanos([PINFOLD, "exec", "--exec-guard", guard, "--", "make", "-s", "-j2"]))
    for guard, taken in samples.items():
        results.line(group="build", name=f"exec guard {guard}", unit="ns", samples=taken)


def main():
    folder, results = sys.argv[1], Results(sys.argv[2])
    quick = "--quick" in sys.argv
    ground = Ground(os.path.realpath(folder))
    for group, measure, rounds in (
        ("start-up", start_up, 3 if quick else 40),
        ("memory", flood, 1 if quick else 5),
        ("batch", batch, 1 if quick else 3),
        ("build", build, 1 if quick else 7),
    ):
        try:
            measure(ground, results, rounds)
        except CantRun as reason:
            results.line(group=group, name=group, missing=str(reason))


if __name__ == "__main__":
    main()
