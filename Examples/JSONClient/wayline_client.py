#!/usr/bin/env python3
"""Drives a Wayline program through its JSON lines. Standard library only.

    python3 wayline_client.py .build/debug/tour --store :memory:

walks through the tour. With --schema FILE before the program, every line is checked against it.
"""

import json
import os
import subprocess
import sys
import time


# Faster than json.loads, which looks for the encoding and the options of each line.
decode = json.JSONDecoder().raw_decode


class Client:
    """A running program. Each call sends one line and returns the objects of its answer.

    Objects that no line caused are marked `async`. They are returned with the answer that follows
    them, and never end one.
    """

    def __init__(self, command, check=lambda line: None):
        self.check = check
        self.process = subprocess.Popen(
            command + ["--json", "--results"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.items = self.printed()
        self.screen = None
        self.status = None
        self.question = None
        self.hello = self.read()[0]
        if self.hello["version"] != 2:
            raise RuntimeError(f"protocol version {self.hello['version']} is not 2")

    def read(self):
        """Everything up to the end of an answer: `ready`, `ask` or `bye`."""
        objects = []
        for item in self.items:
            self.check(item)
            objects.append(item)
            kind = item["type"]
            if kind == "screen":
                self.screen = item
            elif kind == "bye":
                self.status = item["status"]
                break
            elif kind in ("ready", "ask"):
                self.question = item if kind == "ask" else None
                if "async" not in item:
                    break
        return objects

    def printed(self):
        """The objects that the program prints. One read takes all that has come."""
        output = self.process.stdout.fileno()
        parts = []
        while chunk := os.read(output, 1 << 16):
            end = chunk.rfind(b"\n") + 1
            parts.append(chunk[:end] if end else chunk)
            if not end:
                continue
            text = b"".join(parts).decode()
            parts = [chunk[end:]]
            position = 0
            while position < len(text):
                item, position = decode(text, position)
                position += 1  # The end of the line.
                yield item

    def send(self, **fields):
        """Sends an object such as command="back", number=3, answer="text" or cancel=True."""
        return self.send_line(json.dumps(fields))

    def send_line(self, line):
        """Sends a line as it is: an object, or a plain command."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.read()

    def element(self, label):
        """The element of the present screen with a label."""
        return next(item for item in self.screen["elements"] if item["label"] == label)

    def close(self):
        """Ends the input; the program ends in order. Returns its exit status."""
        self.process.stdin.close()
        self.read()
        return self.process.wait(timeout=60)


def problems(objects):
    """What was not accepted."""
    return [item["text"] for item in objects
            if item["type"] == "message" and item["kind"] == "problem"]


# A small part of JSON Schema: what the schema of the protocol uses.

KINDS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "null": type(None)}


def fits(value, schema):
    """Whether a value is what a schema describes."""
    if "oneOf" in schema:
        return sum(fits(value, choice) for choice in schema["oneOf"]) == 1
    if "const" in schema and (value != schema["const"] or type(value) != type(schema["const"])):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "type" in schema and not has_type(value, schema["type"]):
        return False
    if isinstance(value, list):
        return all(fits(item, schema.get("items", {})) for item in value)
    return not isinstance(value, dict) or fits_fields(value, schema)


def has_type(value, names):
    """Whether a value has one of the types; true is no number."""
    names = [names] if isinstance(names, str) else names
    return any(isinstance(value, KINDS[name]) and (name == "boolean" or not isinstance(value, bool))
               for name in names)


def fits_fields(value, schema):
    """Whether an object has the fields that it must have, and no others."""
    known = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", [])):
        return False
    if schema.get("additionalProperties") is False and any(name not in known for name in value):
        return False
    return all(fits(item, known.get(name, {})) for name, item in value.items())


def checker(path):
    """Checks each line against a schema file."""
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)

    def check(item):
        if not fits(item, schema):
            raise RuntimeError(f"not in the protocol: {json.dumps(item, ensure_ascii=False)}")
    return check


def expect(truth, what):
    if not truth:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}")


def measure(arguments, count=20_000):
    """Sends commands in lockstep and prints how many the program answers in a second."""
    program = Client(arguments)
    start = time.perf_counter()
    for _ in range(count):
        program.send_line("where")
    print(f"{count / (time.perf_counter() - start):,.0f} commands per second")
    program.send(command="quit")


def main(arguments):
    if arguments[:1] == ["--measure"]:
        return measure(arguments[1:])
    check = lambda item: None
    if arguments[:1] == ["--schema"]:
        check, arguments = checker(arguments[1]), arguments[2:]
    tour = Client(arguments, check)
    expect(tour.hello["app"] == "tour" and tour.screen["url"] == "/", "the first screen")

    moved = tour.send(command="open settings")
    expect(moved[0]["type"] == "transition" and moved[0]["to"] == "/settings", "a transition")
    expect(tour.screen["titles"] == ["Tour", "Settings"], "the titles of a place")

    note = "two\nlines"
    tour.send(label="Note of this scene", value=note)
    expect(tour.element("Note of this scene")["value"] != "", "a value with a line end")
    tour.send(number=tour.element("Welcome at the next start")["number"], value="on")
    expect(tour.element("Welcome at the next start")["value"] == "on", "a toggle by its number")
    same = tour.send(number=tour.element("Welcome at the next start")["number"], value="on")
    expect([item["type"] for item in same] == ["ready"], "an answer without a change")

    tour.send(label="Edit the profile")
    expect(tour.screen["layer"] == "sheet", "a sheet")
    asked = tour.send(label="Name")[-1]
    expect(asked == {"type": "ask", "prompt": "Name", "value": "", "secret": False,
                     "multiline": False}, "a question")
    for line in ['{"number": 1}', '{"label": "Save"}', '{"number": "one"}', "home", "two", "."]:
        refused = tour.send_line(line)
        expect([item["type"] for item in refused] == ["message", "ask"],
               f"a question that {line} does not answer")
    expect(tour.send(cancel=True)[-1]["type"] == "ready", "a question that is left")
    tour.send(label="Name")
    tour.send(answer="Ann")
    tour.send(label="Save")
    expect("Ann, 18" in tour.screen["lines"], "the saved profile")

    tour.send(command="home")
    tour.send(command="Log in")
    secret = "hunter2"
    reply = tour.send(label="Passcode", value=secret)
    expect(secret not in json.dumps(reply), "a secret that is not repeated")
    tour.send(label="Log in")
    expect(tour.screen["layer"] == "cover", "a cover")
    tour.send(label="Log out")

    tour.send(command="open desk book 42")
    tour.send(label="Lend")
    tour.send(label="Passcode", value=secret)
    tour.send(label="Log in")
    given = tour.send(label="Ada")
    expect({"type": "result", "flow": "borrower", "place": "desk chooseMember",
            "ending": "value", "value": "Ada"} in given, "the result of a flow")
    tour.send(label="Return")

    for turn in range(20):
        tour.send(command="open feed")
        if turn % 4 == 0:
            time.sleep(0.2)  # Screens that come meanwhile are marked, and end no answer.
        tour.send(command="open settings")
        expect(tour.screen["titles"] == ["Tour", "Settings"], f"turn {turn} in step")
        tour.send(command="home")

    wrong = tour.send(command="open nowhere")
    expect(problems(wrong) != [], "a problem")
    last = tour.send(command="quit")
    expect(last[-1] == {"type": "bye", "status": 1}, "the last line")
    expect(tour.close() == 1 and tour.status == 1, "the exit status")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("Usage: wayline_client.py [--measure | --schema FILE] PROGRAM [OPTIONS …]")
    main(sys.argv[1:])
