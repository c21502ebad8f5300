"""What mdBook does to the pages of docs/ on their way into the book (see book.toml).

- Long pages become one page for each of their `##` sections, and links to these sections follow.
- Links to files outside of docs/ become words.
- The sections that the index of words names get its words as hidden text, so that the search finds them.

Reads the JSON of mdBook on standard input, and writes the book on standard output.
"""

import json
import re
import sys

SPLIT = ("printing.md", "check.md")
INDEX = "words.md"
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"\]\(([^)\s]*)\)")


def anchor(heading):
    """The anchor of a heading."""
    kept = (c for c in heading.strip("# \n") if c.isalnum() or c in " -_")
    return "".join(kept).replace(" ", "-").lower()


def lines(text):
    """Yields each line with its rank as a heading; 0 for other lines."""
    fenced = False
    for line in text.splitlines(keepends=True):
        fenced ^= bool(FENCE.match(line))
        rank = len(line) - len(line.lstrip("#"))
        yield line, 0 if fenced else rank


def sections(path, text):
    """The sections of a page: file, title, text. The text above the first section keeps the file of the page."""
    parts = [(path, None, [])]
    for line, rank in lines(text):
        if rank == 2:
            parts.append((path.replace(".md", f"-{anchor(line)}.md"), line.strip("# \n"), []))
        parts[-1][2].append(line)
    return [(file, title, "".join(part)) for file, title, part in parts]


def place_of(chapters):
    """The new file of each heading of a split page, by page and anchor."""
    places = {}
    for chapter in chapters:
        if chapter["path"] in SPLIT:
            for file, _, text in sections(chapter["path"], chapter["content"]):
                for line, rank in lines(text):
                    if rank:
                        places[chapter["path"], anchor(line)] = file
    return places


def relink(text, page, places):
    """Points the links of a page to the new files of their sections."""

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


def read_index(text):
    """The words of the index, by the page and the anchor of their section."""
    words = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        link = LINK.search(cells[-1])
        if len(cells) == 2 and link:
            page, _, heading = link[1].partition("#")
            words.setdefault((page, heading), []).append(cells[0])
    return words


def add_words(text, page, words):
    """A page with the words of the index as hidden text, below the headings of their sections."""
    out = []
    for line, rank in lines(text):
        out.append(line)
        found = words.get((page, anchor(line)), []) + words.get((page, "") if rank == 1 else None, [])
        if rank and found:
            out.append(f"\n<div hidden>\n\n{', '.join(found)}\n\n</div>\n")
    return "".join(out)


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
    words = next((read_index(chapter["content"]) for chapter in chapters if chapter["path"] == INDEX), {})
    for chapter in chapters:
        chapter["content"] = add_words(chapter["content"], chapter["path"], words)
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
