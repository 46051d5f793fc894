#!/usr/bin/env python3
"""Holds the samples of bench/run against the targets: prints a table and writes it as results.json.

Usage: bench/report.py FOLDER. Reads samples.jsonl and jmh.json there. A ratio is of the medians of one run; the ratio of
the minima stands beside it, because a busy machine makes medians longer and minima hardly.
"""

import datetime
import json
import os
import platform
import statistics
import sys


class Samples:
    def __init__(self, folder):
        self.values, self.missing = {}, {}
        with open(os.path.join(folder, "samples.jsonl"), encoding="utf-8") as file:
            for line in map(json.loads, file):
                key = (line["group"], line["name"])
                if "missing" in line:
                    self.missing[key] = line["missing"]
                else:
                    self.values.setdefault(key, []).extend(line["samples"])
        path = os.path.join(folder, "jmh.json")
        self.jmh = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else []

    def median(self, group, name):
        return statistics.median(self.values[group, name])

    def least(self, group, name):
        return min(self.values[group, name])

    def why_missing(self, group, *names):
        for name in names:
            if (group, name) not in self.values:
                return self.missing.get((group, name)) or self.missing.get((group, group)) or "not measured"
        return None


class Row:
    """A line of the table; `holds` is None where there is no target."""

    def __init__(self, what, target, measured, holds, detail=""):
        self.what, self.target, self.measured, self.holds, self.detail = what, target, measured, holds, detail

    def fields(self):
        return vars(self)


def time_text(nanos):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanos >= size:
            return f"{nanos / size:.3g} {unit}"
    return f"{nanos:.0f} ns"


def both(samples, group, name):
    return f"{time_text(samples.median(group, name))} (least {time_text(samples.least(group, name))})"


def ratio(samples, what, group, name, baseline, most):
    """A ratio against a baseline of the same rounds; `most` is None where it only informs."""
    target = f"≤ {most} ×" if most else "–"
    why = samples.why_missing(group, name, baseline)
    if why:
        return Row(what, target, "not measured", None, why)
    medians = samples.median(group, name) / samples.median(group, baseline)
    leasts = samples.least(group, name) / samples.least(group, baseline)
    return Row(
        what,
        target,
        f"{medians:.2f} × (least {leasts:.2f} ×)",
        medians <= most if most else None,
        f"{name} {both(samples, group, name)}, {baseline} {both(samples, group, baseline)}",
    )


def duration(samples, what, group, name, most_nanos=None):
    target = f"≤ {time_text(most_nanos)}" if most_nanos else "–"
    why = samples.why_missing(group, name)
    if why:
        return Row(what, target, "not measured", None, why)
    holds = samples.median(group, name) <= most_nanos if most_nanos else None
    return Row(what, target, both(samples, group, name), holds, f"{len(samples.values[group, name])} times")


def memory(samples):
    what, target = "300 MB of output: memory beyond idle (JVM, peak resident)", "≤ 64 MB"
    why = samples.why_missing("memory", "idle", "300 MB of output")
    if why:
        return Row(what, target, "not measured", None, why)
    idle = samples.median("memory", "idle") / 1e6
    loud = samples.median("memory", "300 MB of output") / 1e6
    return Row(what, target, f"{loud - idle:.0f} MB", loud - idle <= 64, f"idle {idle:.0f} MB, with output {loud:.0f} MB")


def trees(samples):
    """Per tier: runs that end their tree, and JVMs that are killed with theirs."""
    rows = []
    for tier in ("landlock", "full"):
        rows += ends(samples, f"tree, {tier}", f"hostile trees, tier {tier}", "from the decision to the end",
                     "; the grace of 500 ms after SIGTERM, where a command uses it, not counted")
        rows += ends(samples, f"JVM killed, {tier}", f"hostile trees, tier {tier}, JVM killed by SIGKILL", "from the signal to the last death", "")
    return rows


def ends(samples, group, what, span, note):
    names = [name for g, name in samples.values if g == group]
    if not names:
        return [Row(what, "0 survivors", "not measured", None, samples.why_missing(group, group))]
    values = [value for name in names for value in samples.values[group, name]]
    survivors = sum(sum(counts) for (g, _), counts in samples.values.items() if g == group + ": survivors")
    shapes = ", ".join(f"{name} {time_text(samples.median(group, name))}" for name in names)
    median = statistics.median(values)
    return [
        Row(f"{what}: survivors", "0", f"{survivors} of {len(values)} trees", survivors == 0, f"{len(names)} shapes"),
        Row(
            f"{what}: {span}, median",
            "≤ 50 ms",
            f"{time_text(median)} (least {time_text(min(values))}, most {time_text(max(values))})",
            median <= 50e6,
            f"medians: {shapes}{note}",
        ),
    ]


def decisions(samples):
    for result in samples.jmh:
        if result["benchmark"].endswith("DecisionBenchmark.decision"):
            percentiles = result["primaryMetric"]["scorePercentiles"]
            detail = f"mean {result['primaryMetric']['score']:.1f} µs, p90 {percentiles['90.0']:.1f} µs"
            return [
                Row(f"warm decision over the corpus, p{name}", f"≤ {most} µs", f"{percentiles[key]:.1f} µs", percentiles[key] <= most, detail)
                for name, key, most in (("50", "50.0", 20), ("99", "99.0", 200))
            ]
    return [Row("warm decision over the corpus", "p50 ≤ 20 µs", "not measured", None)]


def batch(samples):
    what, target, key = "`check --batch`, start included", "≥ 20,000 a second", ("batch", "commands a second")
    why = samples.why_missing(*key)
    if why:
        return Row(what, target, "not measured", None, why)
    values = samples.values[key]
    median = statistics.median(values)
    return Row(what, target, f"{median:,.0f} a second (most {max(values):,.0f})", median >= 20_000)


def parsing(samples):
    """Linear: a byte of the largest text may cost no more than twice what a byte of a 64th of it costs; least times."""
    rows, shapes = [], {}
    for result in samples.jmh:
        if result["benchmark"].endswith("ParseBenchmark.parse"):
            params = result["params"]
            metric = result["primaryMetric"]
            per_byte = metric["scorePercentiles"]["0.0"] * 1e3 / (int(params["kib"]) * 1024)
            shapes.setdefault(params["shape"].lower().replace("_", " "), {})[int(params["kib"])] = per_byte
    for shape, sizes in shapes.items():
        small, large = min(sizes), max(sizes)
        growth = sizes[large] / sizes[small]
        detail = ", ".join(f"{size} KiB: {cost:.1f} ns a byte" for size, cost in sorted(sizes.items()))
        rows.append(Row(f"parsing, {shape}: cost of a byte at {large} KiB", f"≤ 2 × at {small} KiB", f"{growth:.2f} ×", growth <= 2, detail))
    return rows


def rows(samples):
    s = samples
    table = [
        ratio(s, "confined spawn on a kept pen / ProcessBuilder", "spawn", "pen", "ProcessBuilder", 0.8),
        ratio(s, "confined spawn on a kept pen / bwrap", "spawn", "pen", "bwrap", 0.3),
        ratio(s, "confined spawn / the same without a pen", "spawn", "pen", "no pen", None),
        ratio(s, "spawn in a kept pen of tier full / bwrap", "spawn", "pen, tier full", "bwrap", 0.4),
        duration(s, "pen: open", "pen", "open"),
        duration(s, "pen, tier full: open", "pen, tier full", "open"),
        duration(s, "pen, tier full: self-proof, within open", "pen, tier full", "self-proof", 20e6),
        duration(s, "pen, tier full: close", "pen, tier full", "close"),
        duration(s, "pen: self-proof, within open", "pen", "self-proof", 1e6),
        duration(s, "pen: close", "pen", "close"),
        ratio(s, "`pinfold exec -- true` / `srt true`", "start-up", "pinfold exec", "srt", 0.4),
        ratio(s, "`pinfold exec -- true` / `codex sandbox -- true`", "start-up", "pinfold exec", "codex sandbox", 2),
        ratio(s, "the same / codex as npm installs it", "start-up", "pinfold exec", "codex by npm", None),
        ratio(s, "the same / `bwrap … true`", "start-up", "pinfold exec", "bwrap", None),
        ratio(s, "the same / `true`", "start-up", "pinfold exec", "true", None),
        ratio(s, "the same / `pinfold version`", "start-up", "pinfold exec", "pinfold version", None),
        memory(s),
        *trees(s),
        ratio(s, "a build of 2,100 starts with / without the exec guard", "build", "exec guard on", "exec guard off", 1.03),
    ]
    for tool in ("git status", "javac", "npm --version"):
        table.append(ratio(s, f"`{tool}` inside / outside", tool, "inside", "outside", 1.05))
    for tool in ("tar -x", "chmod -R", "touch"):
        table.append(ratio(s, f"`{tool}` of 3,000 files inside / outside", tool, "inside", "outside", None))
    for files in ("1000", "20000"):
        table.append(duration(s, f"protected files: the look before a run, {files} files", "scan", "before " + files))
        table.append(duration(s, f"protected files: the look after it, {files} files", "scan", "after " + files))
    return [*table, *decisions(s), batch(s), *parsing(s)]


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": f"{os.cpu_count()} × {model}",
        "kernel": platform.release().split("-")[0],
        "load_at_end": round(os.getloadavg()[0], 1),
        "user": "root" if os.geteuid() == 0 else "an ordinary user",
    }


def main():
    folder = sys.argv[1]
    table, about = rows(Samples(folder)), machine()
    with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
        json.dump({"machine": about, "rows": [row.fields() for row in table]}, file, indent=1, ensure_ascii=False)
    print(", ".join(f"{key}: {value}" for key, value in about.items()) + "\n")
    print("| number | target | measured | holds | from |\n|---|---|---|---|---|")
    for row in table:
        holds = {True: "yes", False: "**no**", None: ""}[row.holds]
        print(f"| {row.what} | {row.target} | {row.measured} | {holds} | {row.detail} |".replace("\n", " "))


if __name__ == "__main__":
    main()
