#!/usr/bin/env python3
"""Sends random lines to a program, and checks each answer against the schema and a model.

    json-lockstep.py SEED LINES SCHEMA PROGRAM [OPTIONS …]

The model knows the open question and the elements of the last screen. Whatever is sent, the answer has
one end, and the model says which.
"""

import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Examples/JSONClient"))
from wayline_client import Client, checker, problems  # noqa: E402

VALUES = ["", "7", "on", "poetry", "+", "two\nlines", "Zo\u00eb \u202e", "\u0000", "/x", "  ", "[1]"]
COMMANDS = ["back", "home", "show", "where", "undo", "redo", "forward", "dismiss", "help", "open orders",
            "open settings", "open login", "open desk book 42", "open nowhere", "/e", "more", "wait 0",
            "nothing like it", "#", ":back", "back x", "1 x", "Search orders: a", "Log in"]
BROKEN = ["{", "{}", "{\"number\": \"1\"}", "{\"number\": 1.5}", "{\"answer\": 7}", "{} x", "\u007b\u0000",
          "{\"cancel\": \"no\"}", "{\"value\": \"x\"}", "{\"command\": null}", "{\"label\": [\"x\"]}"]
PLAIN = ["", " ", "where", ".", "7", "[]", "null", "\"", "one\u0000two"]


def line(dice, program):
    """A line to send, and its kind."""
    elements = (program.screen or {"elements": []})["elements"]
    kind = dice.choice(["number", "number", "label", "value", "answer", "answer", "cancel", "command",
                        "broken", "plain", "wrong"])
    element = dice.choice(elements) if elements else {"number": 1, "label": "Nothing"}
    fields = {
        "number": {"number": element["number"] or 0}, "label": {"label": element["label"]},
        "value": {"label": element["label"], "value": dice.choice(VALUES)},
        "answer": {"answer": dice.choice(VALUES)}, "cancel": {"cancel": True},
        "command": {"command": dice.choice(COMMANDS)},
        "wrong": {"number": dice.choice([0, -1, 999, 2 ** 62])},
    }.get(kind)
    return kind, json.dumps(fields) if fields else dice.choice(BROKEN if kind == "broken" else PLAIN)


def check(kind, sent, before, program, answer):
    """Compares an answer with the model. `before` is the question that was open."""
    ends = [item for item in answer if item["type"] in ("ready", "ask", "bye") and "async" not in item]
    assert ends == answer[-1:], "one end, and it is last"
    assert answer[-1]["type"] != "bye", "no line is the last"
    refused = problems(answer)
    if before is None:
        assert kind not in ("answer", "cancel", "broken", "wrong") or refused, "refused"
        assert kind not in ("answer", "cancel", "broken", "wrong") or program.question is None
        return
    if kind == "cancel":
        assert program.question is None, "a question that is left"
    elif kind == "answer":
        again = program.question
        assert again is None or again["prompt"] == before["prompt"] and refused, "asked again, with a reason"
    else:
        assert refused and program.question == before, "only an answer is one"
        assert all(item["type"] in ("message", "ask") or "async" in item for item in answer), "no effect"


def main(seed, count, schema, command):
    dice = random.Random(int(seed))
    program = Client(command, checker(schema))
    for number in range(int(count)):
        kind, sent = line(dice, program)
        before = program.question
        answer = program.send_line(sent)
        try:
            check(kind, sent, before, program, answer)
        except AssertionError as broken:
            raise SystemExit(f"line {number}: {kind} {sent!r} while {before}: {broken}: {answer}")
    program.question and program.send(cancel=True)
    end = program.send(command="open settings") and program.send(command="home")
    if end[-1]["type"] != "ready" or program.close() != 1:
        raise SystemExit(f"not in step at the end: {end}, {program.status}")
    print(f"ok: {count} lines")


if __name__ == "__main__":
    main(*sys.argv[1:4], sys.argv[4:])
