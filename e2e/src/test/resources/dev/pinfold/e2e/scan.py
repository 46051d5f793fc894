# Looks for a credential (quinoa- and twelve digits) wherever a process of a run can look, itself included.
import glob, os, re

# As a class, so that this text and what is compiled of it are no find themselves.
WANTED = re.compile(rb"[q]uinoa-[0-9]{12}")


def look(where, data):
    if WANTED.search(data):
        print("found in " + where)


for process in glob.glob("/proc/[0-9]*"):
    for name in ("environ", "cmdline"):
        try:
            with open(process + "/" + name, "rb") as file:
                look(name, file.read())
        except OSError:
            pass
    try:
        with open(process + "/maps") as maps, open(process + "/mem", "rb", 0) as memory:
            for line in maps:
                place, access = line.split()[:2]
                start, end = (int(part, 16) for part in place.split("-"))
                if access[0] != "r" or end - start > 1 << 28:
                    continue
                try:
                    memory.seek(start)
                    look("memory", memory.read(end - start))
                except (OSError, ValueError, OverflowError):
                    pass
    except OSError:
        pass
folders = [os.getcwd(), "/tmp", "/dev/shm"]
folders += [os.environ[name] for name in ("HOME", "TMPDIR")]
if "SSL_CERT_FILE" in os.environ:
    folders.append(os.path.dirname(os.environ["SSL_CERT_FILE"]))
for folder in folders:
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                with open(os.path.join(root, name), "rb") as file:
                    look("file", file.read(1 << 24))
            except OSError:
                pass
print("looked")
