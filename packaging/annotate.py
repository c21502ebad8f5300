"""Converts the faults in the output of `hexpress check --json` to annotations of GitHub.

Reads JSON, and prints lines such as `::error file=…,line=…::message`.
"""

import json
import sys


def safe(text):
    return str(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotation(fault):
    # A fault on paper has two places: one in the finished file and one in the layout. The place in the layout is shown.
    place = fault.get("layout") or fault
    keys = (("file", "file"), ("line", "line"), ("col", "column"))
    parts = [f"{key}={safe(place[name])}" for key, name in keys if place.get(name)]
    parts.append(f"title={safe(fault['code'])}")
    message = fault["message"] + (f"\n{fault['hint']}" if fault.get("hint") else "")
    return f"::{fault['severity']} {','.join(parts)}::{safe(message)}"


told = json.load(sys.stdin)
for fault in told["diagnostics"] + [fault for result in told["results"] for fault in result.get("faults", [])]:
    print(annotation(fault))
