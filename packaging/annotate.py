"""Faults that `hexpress check --json` tells, as annotations of GitHub: JSON in, `::error file=…,line=…::message` lines out."""

import json
import sys


def safe(text):
    return str(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotation(fault):
    # What is wrong on paper has its place in the layout beside that in the file.
    place = fault.get("layout") or fault
    keys = (("file", "file"), ("line", "line"), ("col", "column"))
    parts = [f"{key}={safe(place[name])}" for key, name in keys if place.get(name)]
    parts.append(f"title={safe(fault['code'])}")
    message = fault["message"] + (f"\n{fault['hint']}" if fault.get("hint") else "")
    return f"::{fault['severity']} {','.join(parts)}::{safe(message)}"


told = json.load(sys.stdin)
for fault in told["diagnostics"] + [fault for result in told["results"] for fault in result.get("faults", [])]:
    print(annotation(fault))
