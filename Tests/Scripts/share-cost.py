#!/usr/bin/env python3
"""Counts the instructions that one worker of a shared exploration takes, and those for the set of its states.

It starts a PostgreSQL server in a folder of its own, runs a program as a worker of `explore --share` under
callgrind, and prints a table: a row for each part with its instructions, and with its share of all. One worker expands all
states and makes the report, so records are written and read. What the system and the server do is not counted.

The program needs its symbols, and no debugging information, which this valgrind does not read:

    swift build -c release --package-path Examples --traits Postgres --product machines --scratch-path /tmp/share
    objcopy --strip-debug /tmp/share/release/machines /tmp/machines
    Tests/Scripts/share-cost.py /tmp/machines [words of explore]
"""
import argparse
import os
import pathlib
import re
import subprocess
import tempfile

# The parts by the names of their functions, none of which calls another one of them.
PARTS = [
    ("statements", r"protocol witness for SharedStates\."),
    ("records, written", r"SharedRecord\.data\.getter"),
    ("records, read", r"SharedRecords\.record\(of:key:\)"),
    ("screens and places", r"(ExploredScreen\.record|SharedWorker\.presentPlaces)\.getter"),
]

# The main thread of a Swift program waits with a mask of signals in memory that is read-only, which valgrind changes.
WAITING = "#include <unistd.h>\nint sigsuspend(const void *mask) { (void)mask; for (;;) pause(); }\n"


def start_server(folder):
    """Starts a server whose socket is in a folder, and returns the command that stops it."""
    newest = max(pathlib.Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name))
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    if user:
        subprocess.run(["chown", "postgres:postgres", folder], check=True)

    def run(program, *words):
        subprocess.run(
            [*user, newest / "bin" / program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    run("initdb", "-D", "data", "-U", "wayline", "--auth=trust", "--no-sync", "--no-locale", "-E", "UTF8")
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")
    run("createdb", "-h", folder, "-U", "wayline", "desk")
    return lambda: run("pg_ctl", "-D", "data", "-m", "immediate", "stop")


def count(program, words, folder):
    """Runs a worker, and returns the instructions of each function with those that it calls, and all of them."""
    work = pathlib.Path(folder, "work")
    work.mkdir()
    source, library, counts = work / "wait.c", work / "wait.so", work / "counts"
    source.write_text(WAITING)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    address = f"postgres:host={folder} user=wayline dbname=desk#share-cost"
    environment = dict(
        os.environ, SWIFT_DETERMINISTIC_HASHING="1", SWIFT_BACKTRACE="enable=no", LD_PRELOAD=str(library),
        WAYLINE_EXPLORE_FOLDER=str(work))
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", program, "explore", "--share", address,
         "--budget", "36000", *words],
        env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not (work / "report").exists():
        raise SystemExit("The worker made no report: " + " ".join(
            path.read_text() for path in work.iterdir() if path.name in ("ending", "problem")))
    text = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", counts], check=True, capture_output=True,
        text=True).stdout
    text = subprocess.run(
        ["swift", "demangle", "--simplified"], input=text, check=True, capture_output=True, text=True).stdout
    rows = re.findall(r"^ *([\d,]+) \( *[\d.]+%\)  (?:\?\?\?:)?(.+)", text, re.M)
    found = [(int(number.replace(",", "")), name) for number, name in rows]
    return found, next(number for number, name in found if name.startswith("PROGRAM TOTALS"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="share-cost-") as folder:
        os.chmod(folder, 0o711)
        stop = start_server(folder)
        try:
            found, total = count(os.path.abspath(options.program), options.words, folder)
        finally:
            stop()
    print(f"{'part':24}{'instructions':>16}{'share':>10}")
    print(f"{'all':24}{total:16,}")
    for part, pattern in PARTS:
        number = sum(number for number, name in found if re.match(pattern, name))
        print(f"{part:24}{number:16,}{number / total:10.2%}")


if __name__ == "__main__":
    main()
