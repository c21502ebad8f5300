"""Compares two folders of PNG files, and writes `changes.md` and the pictures of the sheets that differ.

    changes.py BEFORE AFTER OUT < LINES-TO-ADD

Sheets are compared by their bytes, because the same sheet always has the same bytes. LINKS is the address of a folder
with the pictures. Without LINKS, `changes.md` only lists the sheets.
"""

import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

# The maximum number of sheets with pictures in one comment.
MOST = 12


def sheets(folder):
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.png"))} if folder.is_dir() else {}


def kind(name, before, after):
    if name not in before:
        return "new"
    if name not in after:
        return "removed"
    return "changed" if before[name].read_bytes() != after[name].read_bytes() else None


def cell(name, side, there, links):
    if not there:
        return "–"
    # The id of the run is part of the address, so that browsers do not show an old picture from their cache.
    address = f"{links}/{side}/{quote(name)}?raw=true&run={os.environ.get('GITHUB_RUN_ID', '')}"
    return f'<img alt="{side}: {name}" width="380" src="{address}">' if links else f"`{side}/{name}`"


def main():
    before, after = sheets(Path(sys.argv[1])), sheets(Path(sys.argv[2]))
    out, links = Path(sys.argv[3]), os.environ.get("LINKS", "").rstrip("/")
    changed = [(name, what) for name in sorted({*before, *after}) if (what := kind(name, before, after))]
    lines = ["<!-- hexpress: changed sheets -->"]
    lines.append(f"### Changed sheets: {len(changed)} of {len({*before, *after})}" if changed else "### No sheet has changed")
    if changed:
        lines += ["", "| sheet | | before | after |", "|---|---|---|---|"]
    for name, what in changed[:MOST]:
        for side, there in (("before", before), ("after", after)):
            if name in there:
                to = out / "changes" / side / name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(there[name], to)
        cells = [cell(name, side, name in there, links) for side, there in (("before", before), ("after", after))]
        lines.append(f"| `{name}` | {what} | {cells[0]} | {cells[1]} |")
    if len(changed) > MOST:
        lines += ["", f"{len(changed) - MOST} more sheets differ."]
    notes = [line.strip() for line in sys.stdin if line.strip()]
    lines += ["", *(f"- {note}" for note in notes)] if notes else []
    out.mkdir(parents=True, exist_ok=True)
    (out / "changes.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(changed))


main()
