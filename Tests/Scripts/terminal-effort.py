#!/usr/bin/env python3
"""Counts the keys, lines and words of everyday jobs at a pseudo-terminal, and prints a table.

Each job is typed into an example as a person types it, a key at a time, at a terminal of 100 columns with
line editing. Counted is what was typed, and what the program printed after its first screen: lines that
are not empty, and words, without the keys that the terminal shows again. With `--full` the same job is
measured with whole screens.

The rows of other programs are of the comparison of November 2026; they are not measured here, and marked so.

    swift build --package-path Examples && Tests/Scripts/terminal-effort.py
"""
import argparse
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import tempfile
import termios
import time

ROOT = pathlib.Path(__file__).parents[2]
PROGRAMS = ROOT / "Examples/.build/debug"
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")

# The name, the program and its arguments, the typed lines before that are not counted, and the counted ones.
JOBS = [
    ("one of 3 (a shelf)", ["tour", "orders"], [], ["3", "po"]),
    ("one of 50 by a part of its name", ["expenses"], ["Import the card statement", "wait"],
     ["/ment 7", "46"]),
    ("a form of 3 fields, one wrong, one back", ["tour", "orders"], [],
     ["fill", "Emma", "po", "12", "<", "", "2", ""]),
    ("two corrections", ["tour", "orders"], ["Title: Ema"], ["2 Emma", "4 3"]),
    ("danger: no", ["tour", "orders"], ["Title: Emma", "Order", "More", "Cancel all orders"], ["n"]),
    ("danger: yes", ["tour", "orders"], ["Title: Emma", "Order", "More", "Cancel all orders"], ["y"]),
    ("what is possible here", ["tour", "orders"], [], ["\t"]),
]

# The job, the best other program, its keys and its lines.
OTHERS = [
    ("one of 5", "questionary", "3", "1"),
    ("one of 10,000 by a part of its name", "fzf", "7 to 8", "1"),
    ("three of 30", "fzf", "7 to 8", "1 to 2"),
    ("six fields, one wrong", "questionary, which cannot go back", "", "about 6"),
    ("danger", "whiptail, no by default", "", ""),
]


class Session:
    """A program at a terminal of its own."""

    def __init__(self, command, store):
        self.printed = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            environment = {"HOME": store, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"}
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.settle()

    def settle(self, quiet=0.15, limit=20):
        """Reads until nothing more comes for a while."""
        (start, last) = (time.monotonic(), time.monotonic())
        while time.monotonic() - last < quiet and time.monotonic() - start < limit:
            if select.select([self.terminal], [], [], 0.02)[0]:
                try:
                    self.printed += os.read(self.terminal, 1 << 16)
                except OSError:
                    return
                last = time.monotonic()
            elif not self.printed:
                last = time.monotonic()

    def type(self, keys):
        os.write(self.terminal, keys.encode())
        self.settle()

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def measured(program, before, lines, options):
    """The keys, lines and words of a job."""
    with tempfile.TemporaryDirectory() as store:
        path = str(PROGRAMS / program[0])
        session = Session([path, "--store", store] + options + program[1:], store)
        for line in before:
            session.type(f"{line}\r")
        start = len(session.printed)
        for line in lines:
            session.type(line if line == "\t" else f"{line}\r")
        session.end()
    keys = sum(len(line) + (line != "\t") for line in lines)
    text = ESCAPES.sub(b"", session.printed[start:]).decode(errors="replace")
    shown = [line.split("\r")[-1].strip() for line in text.replace("\r\n", "\n").split("\n")]
    # The prompt, and what the terminal shows of the typed lines, is no answer.
    answers = [line for line in shown if line and line != ">" and line not in lines]
    return keys, len(answers), sum(len(line.split()) for line in answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.parse_args()
    print("| job | program | keys | lines | words | lines, whole screens | words, whole screens |")
    print("|---|---|---|---|---|---|---|")
    for name, program, before, lines in JOBS:
        keys, count, words = measured(program, before, lines, [])
        _, whole, many = measured(program, before, lines, ["--full"])
        print(f"| {name} | {program[0]} | {keys} | {count} | {words} | {whole} | {many} |")
    for name, program, keys, lines in OTHERS:
        print(f"| {name} | {program} (not measured here) | {keys} | {lines} | | | |")


if __name__ == "__main__":
    main()
