#!/usr/bin/env python3
"""Visits two desk servers with one store behind a balancer, and kills them and the database server meanwhile.

    python3 desk-hosts.py DESK-SERVER ADDRESS DATA START

ADDRESS is that of the store, DATA the folder of the database server, and START the command that starts it.
Prints a line for each thing that holds, and fails at the first that does not. Standard library only.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

CLIENTS = int(os.environ.get("DESK_CLIENTS", "400"))
SECONDS = float(os.environ.get("DESK_SECONDS", "4"))
BOOKS = {7: "Middlemarch", 42: "The Go-Between", 99: "The Leopard"}
PROMPT = b"> "
# When a desk is killed, its visitors come to the other one at once: a debug build takes some fifteen a second.
PATIENCE = 180


def expect(truth, what):
    if not truth:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def expect_quietly(truth, what):
    if not truth:
        raise SystemExit(f"failed: {what}")


class Balancer:
    """Hands each connection to the next desk that takes it, and ends both sides when one of them ends."""

    def __init__(self, desks):
        self.desks, self.next, self.served = desks, 0, {desk: 0 for desk in desks}

    async def open(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]

    async def connect(self):
        for _ in self.desks:
            self.next += 1
            desk = self.desks[self.next % len(self.desks)]
            try:
                reader, writer = await asyncio.open_unix_connection(desk)
            except OSError:
                continue
            self.served[desk] += 1
            return reader, writer
        return None

    async def serve(self, reader, writer):
        desk = await self.connect()
        if desk:
            copies = [asyncio.ensure_future(self.copy(reader, desk[1])),
                      asyncio.ensure_future(self.copy(desk[0], writer))]
            try:
                await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                # The program ends.
                pass
            desk[1].close()
        writer.close()

    async def copy(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass


class Desk:
    """An instance of the server, as on a host of its own: with a home folder and a socket of its own."""

    def __init__(self, program, address, folder):
        self.words = [program, "--store", address, os.path.join(folder, "desk.sock")]
        self.folder, self.path, self.process = folder, self.words[-1], None
        os.mkdir(folder)

    def open(self):
        """Starts it as a supervisor does, which removes the socket of one that was killed."""
        for _ in range(100):
            if os.path.exists(self.path):
                os.remove(self.path)
            self.process = subprocess.Popen(
                self.words, stdout=subprocess.PIPE, encoding="utf-8",
                env={"HOME": self.folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
            if self.process.stdout.readline().startswith("The desk is open"):
                return
            # Without the database server it ends, and is started again.
            self.process.wait()
            time.sleep(0.1)
        raise SystemExit("failed: a desk did not open")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Lost(Exception):
    """The connection ended."""


class Visitor:
    """A visitor with a card, who comes back when the connection ends."""

    def __init__(self, number, port, shelf):
        self.card, self.port, self.shelf = f"card-{number}", port, shelf
        self.random = random.Random(number)
        self.losses = 0

    async def come(self):
        """Shows the card; the screen is where the visitor was."""
        for _ in range(600):
            try:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
                await self.hear(b"Card: ")
                return await self.ask(self.card)
            except (OSError, Lost):
                await asyncio.sleep(0.1)
        raise SystemExit("failed: no desk takes a visitor for a minute")

    async def hear(self, end=PROMPT):
        try:
            text = await asyncio.wait_for(self.reader.readuntil(end), PATIENCE)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            self.writer.close()
            raise Lost from error
        return text.decode()

    async def ask(self, line):
        try:
            self.writer.write(line.encode() + b"\n")
            await self.writer.drain()
        except ConnectionError as error:
            raise Lost from error
        return await self.hear()

    async def screen(self):
        """The present screen, after coming back as often as needed."""
        while True:
            try:
                return await self.ask("show")
            except Lost:
                self.losses += 1
                await self.come()

    async def attempt(self, line):
        """A command that may be lost with its connection; then the screen says what became of it."""
        try:
            return await self.ask(line)
        except Lost:
            self.losses += 1
            await self.come()
            return await self.screen()

    async def at(self, book):
        """The screen of a book, which is opened again if the place could not be saved before its desk was killed."""
        while f"› {BOOKS[book]}\n" not in (text := await self.screen()):
            await asyncio.sleep(0.05)
            await self.attempt(f"open book {book}")
        return text

    async def borrow(self, book):
        """Lends a book to oneself and takes it back; nothing if another one has it."""
        while f"Lent to {self.card}." not in (text := await self.at(book)):
            if "Lent to " in text:
                return
            if f"Lent to {self.card}." not in await self.attempt("Lend"):
                # The store did not take the write.
                await asyncio.sleep(0.1)
        self.shelf.lend(book, self)
        await asyncio.sleep(self.random.random() * 0.02)
        self.shelf.take_back(book)
        text = await self.attempt("Return")
        self.shelf.check("not lent to" not in text, f"{self.card} still had what it had borrowed: {text}")
        # The store may not take the write.
        while f"Lent to {self.card}." in await self.at(book):
            await asyncio.sleep(0.1)
            await self.attempt("Return")


class Shelf:
    """The truth about the loans: each book has one borrower at a time."""

    def __init__(self):
        self.borrowers, self.count, self.problems = {}, 0, []

    def check(self, truth, what):
        if not truth:
            self.problems.append(what)

    def lend(self, book, visitor):
        other = self.borrowers.get(book)
        self.check(other is None, f"{book} was lent to {visitor.card} and {other}")
        self.borrowers[book] = visitor.card
        self.count += 1

    def take_back(self, book):
        self.borrowers[book] = None


async def borrow_until(end, visitor):
    while time.monotonic() < end:
        await visitor.borrow(visitor.random.choice(list(BOOKS)))


def kill_database(data, start):
    """Kills the first process of the server, and starts another one when its children have ended."""
    with open(os.path.join(data, "postmaster.pid"), encoding="ascii") as file:
        os.kill(int(file.readline()), signal.SIGKILL)
    while subprocess.run(["/bin/sh", "-c", start], check=False).returncode != 0:
        time.sleep(0.05)


async def elsewhere(action, *arguments):
    await asyncio.get_running_loop().run_in_executor(None, action, *arguments)


async def moving(visitors, desks, balancer):
    """Each visitor is somewhere; one desk is killed, and all of them are there again at the other one."""
    async def go(number, visitor):
        await visitor.ask(f"open book {list(BOOKS)[number % 3]}")
        await visitor.ask(f"Remark: of {visitor.card}")

    await asyncio.gather(*(go(*entry) for entry in enumerate(visitors)))
    before = dict(balancer.served)
    expect(all(count == CLIENTS // 2 for count in before.values()), f"each desk has {CLIENTS // 2} visitors")
    await elsewhere(desks[0].kill)
    texts = await asyncio.gather(*(visitor.screen() for visitor in visitors))
    for number, (visitor, text) in enumerate(zip(visitors, texts)):
        title = BOOKS[list(BOOKS)[number % 3]]
        expect_quietly(f"› {title}\n" in text and f"Remark: of {visitor.card}\n" in text,
                       f"{visitor.card} is where it was: {text}")
    moved = sum(visitor.losses for visitor in visitors)
    expect(moved == CLIENTS // 2, f"the sessions of {moved} visitors continue at the other desk")
    await elsewhere(desks[0].open)


async def disturb(desks, data, start):
    for action in [(desks[0].kill,), (desks[0].open,), (desks[1].kill,), (desks[1].open,),
                   (kill_database, data, start), (desks[1].kill,), (desks[1].open,)]:
        await asyncio.sleep(SECONDS / 8)
        await elsewhere(*action)


async def run(program, address, data, start, folder):
    desks = [Desk(program, address, os.path.join(folder, name)) for name in ("first", "second")]
    try:
        for desk in desks:
            desk.open()
        balancer = Balancer([desk.path for desk in desks])
        await balancer.open()
        shelf = Shelf()
        visitors = [Visitor(number, balancer.port, shelf) for number in range(CLIENTS)]
        await asyncio.gather(*(visitor.come() for visitor in visitors))
        await moving(visitors, desks, balancer)
        end = time.monotonic() + SECONDS
        await asyncio.gather(disturb(desks, data, start),
                             *(borrow_until(end, visitor) for visitor in visitors))
        expect_quietly(not shelf.problems, "; ".join(shelf.problems[:5]))
        expect(shelf.count > 0, f"no lending of {shelf.count} was lost or doubled under "
               f"{sum(visitor.losses for visitor in visitors)} lost connections")
        # A screen may show values from before while its desk is connecting to the server again.
        for _ in range(50):
            text = await visitors[0].attempt("home")
            if f"Lent so far: {shelf.count}\n" in text and "(lent)" not in text:
                return expect(True, "the store has counted each of them once")
            await asyncio.sleep(0.1)
        raise SystemExit(f"failed: the store has counted {shelf.count}, and all books are on the shelf: {text}")
    finally:
        for desk in desks:
            if desk.process:
                desk.kill()


def main(program, address, data, start):
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(program, address, data, start, folder))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        raise SystemExit("Usage: desk-hosts.py DESK-SERVER ADDRESS DATA START")
    main(*sys.argv[1:])
