#!/usr/bin/env python3
"""Replays the history of a deck, and compares what `hexpress diff` lists with a comparison of the tables.

    replay.py PROGRAM REPOSITORY.git FILE LAYOUT.toml KEY FIELD,FIELD,... [COMMITS]

For each of the last COMMITS (10) commits of FILE, the table before and after the commit is put next to a copy of the
layout. FIELDs are the fields that the layout shows. The expected differences are rows whose shown fields or copies
differ, by the key. Prints one line for each commit.
"""
import csv, io, json, pathlib, shutil, subprocess, sys, tempfile


def git(repo, *args):
    return subprocess.run(["git", "-C", repo, *args], capture_output=True, check=True).stdout


def rows(name, data):
    if name.endswith(".json"):
        return json.loads(data)
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def keyed(table, key, shown):
    found = {}
    for row in table:
        value = [str(row.get(field, "") if row.get(field) is not None else "").strip() for field in shown]
        found.setdefault(str(row.get(key, "")).strip(), []).append(value)
    return found


def main():
    program, repo, path, layout, key, shown = sys.argv[1:7]
    commits = int(sys.argv[7]) if len(sys.argv) > 7 else 10
    shown = shown.split(",")
    name = pathlib.Path(path).name
    revisions = git(repo, "log", "--format=%h", f"--max-count={commits + 1}", "--", path).decode().split()
    agreed = 0
    pairs = list(zip(revisions[1:], revisions))
    for before, after in reversed(pairs):
        folder = pathlib.Path(tempfile.mkdtemp())
        tables = []
        for side, revision in (("old", before), ("new", after)):
            (folder / side).mkdir()
            data = git(repo, "show", f"{revision}:{path}")
            (folder / side / name).write_bytes(data)
            shutil.copy(layout, folder / side / "deck.toml")
            tables.append(keyed(rows(name, data), key, shown) if not name.endswith(".xlsx") else None)
        ran = subprocess.run([program, "diff", "old", "new", "--json"], capture_output=True, cwd=folder)
        said = json.loads(ran.stdout)
        if ran.returncode == 2:
            messages = [d["message"] for d in said["diagnostics"] if d["severity"] == "error"]
            print(f"{before}..{after}: not read: {messages[:1]}")
            continue
        deck = said["results"][0]["components"][0]
        found = {what: sorted(row["name"] for row in deck["rows"] if row["what"] == what)
                 for what in ("added", "removed", "changed")}
        counts = " ".join(f"{what} {len(names)}" for what, names in found.items())
        if tables[0] is None:
            # Nothing compares workbooks independently.
            print(f"{before}..{after}: {counts}; the same {deck['same']}")
            continue
        old, new = tables
        total = sum(len(found[what]) for what in found)
        expected = sum(1 for k in {*old, *new} if old.get(k) != new.get(k))
        agreed += total == expected
        print(f"{before}..{after}: {counts}; the same {deck['same']}; {deck['matched-by']}; the tables differ in {expected}")
        shutil.rmtree(folder)
    print(f"{path}: {agreed} of {len(pairs)} commits agree")


main()
