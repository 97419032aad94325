#!/usr/bin/env python3
"""Visits a desk server with 200 clients at once. Standard library only.

    python3 desk-clients.py .build/debug/desk-server
    DESK_CLIENTS=1000 DESK_SECONDS=60 python3 desk-clients.py .build/debug/desk-server

Prints a line for each thing that holds, and fails at the first that does not.
"""

import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time

CLIENTS = 200
CROWD = int(os.environ.get("DESK_CLIENTS", "200"))
HASTY = 6000 if CROWD > 200 else 2000
SECONDS = float(os.environ.get("DESK_SECONDS", "3"))
PROMPT = b"> "


class Visitor:
    """One connection. Nothing is waited for longer than a minute."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        # A socket with a timeout would not wait in a full queue.
        self.socket.connect(path)
        self.socket.settimeout(60)
        self.heard = b""

    def say(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def hear(self, end=PROMPT):
        """Everything up to and with `end`."""
        while end not in self.heard:
            part = self.socket.recv(1 << 16)
            if not part:
                raise SystemExit(f"failed: the server hung up before {end!r}: {self.heard!r}")
            self.heard += part
        text, self.heard = self.heard.split(end, 1)
        return text.decode()

    def ask(self, line):
        self.say(line)
        return self.hear()

    def rest(self):
        """Everything up to the end of the connection."""
        parts = [self.heard]
        while parts[-1] or len(parts) == 1:
            parts.append(self.socket.recv(1 << 16))
        return b"".join(parts).decode()


def expect(truth, what):
    if not truth:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def resident(process):
    """The bytes that a process has in memory."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def isolation(visitors):
    expect(all(visitor.hear().startswith("Lending desk\n") for visitor in visitors),
           f"{len(visitors)} clients see the first screen")
    for number, visitor in enumerate(visitors):
        visitor.say(f"open book {(7, 42)[number % 2]}")
        visitor.say(f"Remark: number {number}")
    for visitor in visitors:
        visitor.hear()
        visitor.hear()
    shown = [visitor.ask("show") for visitor in visitors]
    expect(all(f"Remark: number {number}\n" in text for number, text in enumerate(shown)),
           "each sees what it has typed itself")
    titles = ("Middlemarch", "The Go-Between")
    expect(all(titles[number % 2] in text for number, text in enumerate(shown)),
           "each is where it went itself")


def shared_loans(visitors):
    visitors[1].ask("Lend")
    expect("Lent to Grace." in visitors[1].ask("Grace"), "a book is lent")
    expect("Lent to Grace." in visitors[3].ask("show"), "every client sees the loans")
    expect("Nothing" not in visitors[3].ask("Return"), "another one takes it back")


def long_line(visitor):
    reply = visitor.ask("x" * 5000)
    sentence = "A line of 5000 bytes was refused: a line has at most 4096 bytes.\n"
    expect(reply.startswith(sentence),
           "a long line is refused with a sentence")
    expect("Remark" in visitor.ask("show"), "the client continues after it")


def flood(visitor, process):
    before = resident(process)
    visitor.socket.setblocking(False)
    sent, burst = 0, b"show\n" * 2000
    try:
        while sent < 64 << 20:
            sent += visitor.socket.send(burst)
    except BlockingIOError:
        pass
    visitor.socket.settimeout(60)
    return sent, before


def slow_reader(visitors, process):
    slow, others = visitors[0], visitors[1:]
    sent, before = flood(slow, process)
    expect(all("Remark" in other.ask("show") for other in others),
           "others are answered while one floods and does not read")
    more, _ = flood(slow, process)
    expect(sent + more < 8 << 20, "one who does not read cannot send without end")
    growth = resident(process) - before
    expect(growth < 16 << 20, f"the server keeps little of it ({growth >> 10} KiB)")
    slow.socket.shutdown(socket.SHUT_WR)
    expect("lines were refused: 200 were waiting already. Read the answers first.\n" in slow.rest(),
           "a flood is refused with a sentence")


def vanished(path, visitor):
    for _ in range(20):
        lost = Visitor(path)
        lost.hear()
        lost.ask("open book 99")
        lost.socket.sendall(b"Lend\nAd")
        lost.socket.close()
    visitor.ask("home")
    expect("On the shelf." in visitor.ask("open book 99"),
           "who vanishes within a line lends nothing")


def hasty(path, process, count):
    """Visitors who send a line, read a little and leave, one after the other."""
    open_before = descriptors(process)
    refused = 0
    for _ in range(count):
        visitor = Visitor(path)
        visitor.say("show")
        refused += visitor.socket.recv(100).startswith(b"The desk is full")
        visitor.socket.close()
    expect(refused == 0, f"none of {count} visitors who leave at once is refused")
    # A desk that waited for its readers would have those of the last second.
    left = []
    while len(left) < 50 and (not left or left[-1] > open_before):
        time.sleep(0.01)
        left.append(descriptors(process))
    expect(left[-1] <= open_before, "the desk waits for none who has left")


def descriptors(process):
    """The number of open descriptors of a process."""
    return len(os.listdir(f"/proc/{process}/fd"))


def closing(server, path, visitors):
    deaf = Visitor(path)
    flood(deaf, server.pid)
    server.send_signal(signal.SIGTERM)
    heard = [visitor.rest() for visitor in visitors]
    expect(all(text.endswith("The desk closes.\n") for text in heard), "every client is informed of the end")
    expect(server.wait(timeout=60) == 0, "the server ends in order, also with one who is deaf")
    expect(not os.path.exists(path), "the socket is removed")


def busy(process):
    """The seconds of processor time that a process has used."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of_work(process, count):
    """The processor time of each of the next seconds."""
    for _ in range(count):
        start = busy(process)
        time.sleep(1)
        yield busy(process) - start


class Crowd:
    """Clients that misbehave at random, each in its own way, and never wait."""

    def __init__(self, path, count, seed):
        self.path, self.random = path, random.Random(seed)
        self.clients = [self.enter(number) for number in range(count)]

    def enter(self, number):
        client = socket.socket(socket.AF_UNIX)
        client.connect(self.path)
        client.setblocking(False)
        return client, ("polite", "deaf", "slow", "flood", "half")[number % 5]

    def turn(self):
        number = self.random.randrange(len(self.clients))
        client, manner = self.clients[number]
        try:
            if manner != "deaf":
                client.recv(64 if manner == "slow" else 1 << 16)
        except BlockingIOError:
            pass
        try:
            if manner == "flood":
                client.send(b"show\n" * 100)
            elif manner == "half":
                client.send(b"op")
            else:
                client.send(b"open book 42\nhome\n")
        except BlockingIOError:
            pass
        except (BrokenPipeError, ConnectionResetError):
            client.close()
            self.clients[number] = self.enter(number)
        if manner == "half" and self.random.random() < 0.05:
            client.close()
            self.clients[number] = self.enter(number)

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(100):
                self.turn()

    def leave(self):
        for client, _ in self.clients:
            client.close()


def crowd(path, process):
    rush = Crowd(path, CROWD - 1, seed=7)
    rush.run(SECONDS / 2)
    before = resident(process)
    rush.run(SECONDS / 2)
    growth = resident(process) - before
    expect(growth < 16 << 20, f"{CROWD} clients of every manner need no more memory with time")
    rush.leave()
    polite = Visitor(path)
    polite.hear()
    expect("Lending desk" in polite.ask("show"), "the next client is served")
    expect(any(used < 0.25 for used in seconds_of_work(process, 20)),
           "the server rests when they have left")
    polite.socket.close()


def busy_desk(program, folder):
    path = os.path.join(folder, "busy.sock")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    server = subprocess.Popen([program, path], stdout=subprocess.PIPE, encoding="utf-8")
    try:
        expect(server.stdout.readline().startswith("The desk is open"), "a busy desk opens")
        crowd(path, server.pid)
        hasty(path, server.pid, HASTY)
    finally:
        server.kill()
        server.wait()


def shortage(program, folder):
    path = os.path.join(folder, "small.sock")
    limit = 32
    server = subprocess.Popen(
        [program, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    try:
        expect(server.stdout.readline().startswith("The desk is open"), "a small desk opens")
        visitors = [Visitor(path) for _ in range(2 * limit)]
        visitors[0].hear()
        used = min(seconds_of_work(server.pid, 3))
        expect(used < 0.25, f"without descriptors it waits ({used:.2f} s of a second)")
        expect("Lending desk" in visitors[0].ask("show"), "and serves those who are there")
        for visitor in visitors[:-1]:
            visitor.socket.close()
        expect("Lending desk" in visitors[-1].hear(), "one who waited is served when others leave")
        server.send_signal(signal.SIGTERM)
        expect(server.wait(timeout=60) == 0, "it closes in order")
        reply = server.stderr.read()
        expect(reply.count("No descriptors are left.") == 1, "the shortage is reported once")
    finally:
        server.kill()
        server.wait()


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "desk.sock")
        server = subprocess.Popen([program, path], stdout=subprocess.PIPE, encoding="utf-8")
        try:
            expect(server.stdout.readline().startswith("The desk is open"), "the desk opens")
            expect(subprocess.run([program, path], stderr=subprocess.DEVNULL).returncode == 75,
                   "a second desk at the same socket is refused")
            visitors = [Visitor(path) for _ in range(CLIENTS)]
            isolation(visitors)
            shared_loans(visitors)
            long_line(visitors[5])
            slow_reader(visitors, server.pid)
            vanished(path, visitors[7])
            closing(server, path, visitors[1:])
        finally:
            server.kill()
            server.wait()
        busy_desk(program, folder)
        shortage(program, folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Usage: desk-clients.py DESK-SERVER")
    main(sys.argv[1])
