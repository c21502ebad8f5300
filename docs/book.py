"""What mdBook does to the pages of docs/ on their way into the book (see book.toml).

Long pages become one page for each of their `##` sections, links follow what they named, and links to files outside of
docs/ become words. Reads mdBook's JSON on standard input, writes the book on standard output.
"""

import json
import re
import sys

SPLIT = ("printing.md", "check.md")
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"\]\(([^)\s]*)\)")


def anchor(heading):
    """A heading as the address of a page names it."""
    kept = (c for c in heading.strip("# \n") if c.isalnum() or c in " -_")
    return "".join(kept).replace(" ", "-").lower()


def lines(text):
    """Each line, and its rank if it is a heading."""
    fenced = False
    for line in text.splitlines(keepends=True):
        fenced ^= bool(FENCE.match(line))
        rank = len(line) - len(line.lstrip("#"))
        yield line, 0 if fenced else rank


def sections(path, text):
    """The sections of a page: file, title, text. What stands before the first keeps the page's own file."""
    parts = [(path, None, [])]
    for line, rank in lines(text):
        if rank == 2:
            parts.append((path.replace(".md", f"-{anchor(line)}.md"), line.strip("# \n"), []))
        parts[-1][2].append(line)
    return [(file, title, "".join(part)) for file, title, part in parts]


def place_of(chapters):
    """Where each heading of a page that is parted went: (page, anchor) to file."""
    places = {}
    for chapter in chapters:
        if chapter["path"] in SPLIT:
            for file, _, text in sections(chapter["path"], chapter["content"]):
                for line, rank in lines(text):
                    if rank:
                        places[chapter["path"], anchor(line)] = file
    return places


def relink(text, page, places):
    """The links of a page, led to where their sections went."""

    def lead(match):
        target = match[1]
        file, _, heading = target.partition("#")
        if heading and (file or page, heading) in places:
            return f"]({places[file or page, heading]}#{heading})"
        return match[0]

    out = "".join(line if FENCE.match(line) else LINK.sub(lead, line) for line in text.splitlines(keepends=True))
    depth = page.count("/") + 1
    outside = re.compile(r"\[([^\]]*)\]\((?:\.\./){%d,}[^)]*\)" % depth)
    return outside.sub(r"\1", out)


def walk(items):
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from walk(item["Chapter"]["sub_items"])


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    _, book = json.load(sys.stdin)
    chapters = [chapter for chapter in walk(book.get("items") or book["sections"]) if chapter["path"]]
    places = place_of(chapters)
    for chapter in chapters:
        path = chapter["path"]
        if path not in SPLIT:
            chapter["content"] = relink(chapter["content"], path, places)
            continue
        first, *rest = sections(path, chapter["content"])
        chapter["content"] = relink(first[2], path, places)
        for index, (file, title, text) in enumerate(rest):
            sub = dict(chapter, name=title.replace("`", ""), content=relink("#" + text.lstrip("#"), path, places))
            sub.update(path=file, source_path=None, sub_items=[], parent_names=[chapter["name"]])
            sub["number"] = [*(chapter["number"] or []), index + 1]
            chapter["sub_items"].append({"Chapter": sub})
    json.dump(book, sys.stdout)


main()
