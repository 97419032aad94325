#!/usr/bin/env python3
"""Counts the keys, lines and words of everyday jobs at a pseudo-terminal, and prints a table.

Each job is typed into an example as a person types it, a key at a time, at a terminal of 100 columns with
line editing. Counted is what was typed, and what the program printed after its first screen: lines that
are not empty, and words, without the keys that the terminal shows again. With `--full` the same job is
measured with whole screens.

A question is answered by keys; what remains of its rows is counted, as the other programs' lines are. The other
programs begin with their question: the keys within it are counted as theirs are, and all keys with the number
and Enter that open it.

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

# Questions: the name, the line that opens it, and the keys that answer it.
QUESTIONS = [
    ("one of 5", "1", ["4"]),
    ("one of 5, by the arrows", "1", ["\x1b[B", "\r"]),
    ("one of 5, by its name", "1", ["t", "\r"]),
    ("one of 10,000 by a part of its name", "2", list("7777") + ["\r"]),
    ("three of 30", "3", [" ", "\x1b[B", " ", "\x1b[B", " ", "\r"]),
    ("any line of a screen by a part of its text", "/", list("sel") + ["\r", "\x1b"]),
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

    def __init__(self, command, store, more={}):
        self.printed = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            environment = {"HOME": store, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"} | more
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


def window(output):
    """The lines of a terminal that no output scrolls, after the sequences of line editing and of questions."""
    (lines, row, column) = ([""], 0, 0)
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.|\n|\r", output, re.DOTALL):
        line = lines[row]
        if part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part == "\r":
            column = 0
        elif part == "\b":
            column = max(column - 1, 0)
        elif part[0] == "\x1b":
            count = int(part[2:-1] or 1) if part[2:-1].isdigit() or not part[2:-1] else 0
            if part[-1] == "A":
                row = max(row - count, 0)
            elif part[-1] == "C":
                column += count
            elif part[-1] in "JK":
                lines[row] = line[:column]
                if part[-1] == "J":
                    del lines[row + 1:]
        elif part >= " ":
            lines[row] = line[:column].ljust(column) + part + line[column + 1:]
            column += 1
    return [line.rstrip() for line in lines]


def answered(opening, keys):
    """The lines that remain of a question and of its answer, and the most rows that it had."""
    with tempfile.TemporaryDirectory() as store:
        command = [str(PROGRAMS / "terminal-probe"), "--store", store]
        session = Session(command, store, {"PROBE": "choices", "NO_COLOR": "1"})
        start = len(session.printed)
        session.type(f"{opening}\r")
        rows = 0
        for key in keys:
            shown = window(session.printed[start:].decode(errors="replace"))
            rows = max(rows, len(shown) - 1)
            session.type(key)
        shown = window(session.printed[start:].decode(errors="replace"))
        session.end()
    answers = [line for line in shown[1:] if line and line.strip() != ">"]
    return answers, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.parse_args()
    print("| job | program | keys | lines | words | lines, whole screens | words, whole screens |")
    print("|---|---|---|---|---|---|---|")
    for name, program, before, lines in JOBS:
        keys, count, words = measured(program, before, lines, [])
        _, whole, many = measured(program, before, lines, ["--full"])
        print(f"| {name} | {program[0]} | {keys} | {count} | {words} | {whole} | {many} |")
    print("\n| question | keys within it | all keys | lines that remain | rows at most |\n|---|---|---|---|---|")
    for name, opening, keys in QUESTIONS:
        answers, rows = answered(opening, keys)
        print(f"| {name} | {len(keys)} | {len(opening) + 1 + len(keys)} | {len(answers)}: {' / '.join(answers)} | {rows} |")
    print("\n| job | other program | keys | lines |\n|---|---|---|---|")
    for name, program, keys, lines in OTHERS:
        print(f"| {name} | {program} (not measured here) | {keys} | {lines} |")


if __name__ == "__main__":
    main()
