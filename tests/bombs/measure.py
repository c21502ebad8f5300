#!/usr/bin/env python3
"""Makes files that unfold, larger than those that lie here, and says what a program takes for each of them:
measure.py PROGRAM [NAME...]. It ends with 1 where one takes more than 10 seconds of a processor or 500 MB, or where its
answer is neither a verdict nor a message."""

import os
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib

SECONDS, MEGABYTES = 10, 500
HERE = os.path.dirname(os.path.abspath(__file__))
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="99mm" height="99mm" viewBox="0 0 99 99">'


def write(name, contents):
    with open(name, "wb") as file:
        file.write(contents if isinstance(contents, bytes) else contents.encode())


def rows(name, word="word"):
    write("g.toml", f'[[cards]]\nsize = "poker"\ndata = "{name}"\nface = [{{ text = "{{{{ {word} }}}}", font = "9pt" }}]\n')


def picture(name, contents):
    write("g.toml", f'[[cards]]\nsize = "poker"\nface = [{{ image = "{name}", size = "40 x 40mm" }}]\n')
    write(name, contents)


def layout(text):
    return lambda: write("g.toml", text)


def json_keys():
    rows("a.json", "k1")
    write("a.json", "[" + ",".join('{"k%d":1}' % n for n in range(30000)) + "]")


def csv(columns, count):
    def make():
        rows("a.csv", "c0")
        line = ",".join("1" * columns) + "\n"
        write("a.csv", ",".join(f"c{n}" for n in range(columns)) + "\n" + line * count)

    return make


def xlsx(sheet, shared=()):
    def make():
        rows("a.xlsx")
        relation = lambda name, kind, to: f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{to}"/>'
        relations = lambda all: f'<Relationships xmlns="{RELATIONS}">{all}</Relationships>'
        with zipfile.ZipFile("a.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
            book.writestr("_rels/.rels", relations(relation("r1", "officeDocument", "xl/workbook.xml")))
            sheets = '<sheets><sheet name="C" sheetId="1" r:id="r1"/></sheets>'
            book.writestr("xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheets}</workbook>')
            both = relation("r1", "worksheet", "worksheets/sheet1.xml")
            both += relation("s", "sharedStrings", "sharedStrings.xml") if shared else ""
            book.writestr("xl/_rels/workbook.xml.rels", relations(both))
            with book.open("xl/worksheets/sheet1.xml", "w") as part:
                part.write(f'<worksheet xmlns="{MAIN}"><sheetData>'.encode())
                for text in sheet:
                    part.write(text.encode())
                part.write(b"</sheetData></worksheet>")
            if shared:
                with book.open("xl/sharedStrings.xml", "w") as part:
                    part.write(f'<sst xmlns="{MAIN}">'.encode())
                    for text in shared:
                        part.write(text.encode())
                    part.write(b"</sst>")

    return make


HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>word</t></is></c></row>'
FIRST = '<row><c t="s"><v>0</v></c></row>'


def png(bits, kind, bytes_of_pixel):
    def make():
        chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        packer, side = zlib.compressobj(1), 10000
        packed = b"".join(packer.compress(bytes(1 + side * bytes_of_pixel)) for _ in range(side)) + packer.flush()
        header = struct.pack(">IIBBBBB", side, side, bits, kind, 0, 0, 0)
        picture("a.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))

    return make


def css():
    rules = "".join(".a%d{fill:red}" % n for n in range(20000))
    paths = "".join('<path class="a%d" d="M0 0h1v1z"/>' % n for n in range(20000))
    return f"{SVG}<style>{rules}</style>{paths}</svg>"


def uses():
    groups = "".join('<g id="u%d">%s</g>' % (n, '<use href="#u%d"/>' % (n - 1) * 10) for n in range(1, 10))
    return f'{SVG}<defs><g id="u0"><path d="M0 0h1v1z"/></g>{groups}</defs><use href="#u9"/></svg>'


def pdf(pages, contents):
    def make():
        packed = zlib.compress(contents(), 9)
        kids = b" ".join(b"%d 0 R" % (4 + n) for n in range(pages))
        objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids)]
        objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed))
        objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R>>"] * pages
        file, places = b"%PDF-1.7\n", []
        for number, text in enumerate(objects, 1):
            places.append(len(file))
            file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(file))
        write("s.pdf", file + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (len(objects) + 1, table, trailer))

    return make


CHAIN = '[[cards]]\nname = "c0"\nsize = "poker"\n' + "".join(
    f'[[cards]]\nname = "c{n}"\nlike = "c{n - 1}"\n' for n in range(1, 3500)
)
BUILD, CHECK_PDF, CHECK_SVG = ["build", "g.toml"], ["check", "s.pdf"], ["check", "s.svg"]
BOMBS = [
    ("30,000 JSON rows of a key each", json_keys, BUILD),
    ("CSV of 1,200,000 rows", csv(1, 1200000), BUILD),
    ("CSV of 100,000 rows", csv(1, 100000), BUILD),
    ("CSV of 30,000 columns", csv(30000, 300), BUILD),
    ("XLSX of 3,000,000 empty cells", xlsx([HEAD] + ["<row>" + "<c/>" * 1000 + "</row>"] * 3000), BUILD),
    ("XLSX of 1,200,000 cells", xlsx(["<row>" + "<c><v>1</v></c>" * 1000 + "</row>"] * 1200), BUILD),
    ("XLSX of 3,900,000 empty rows", xlsx([HEAD] + ["<row/>" * 1000] * 3900), BUILD),
    ("XLSX with a text of 63 MB", xlsx([HEAD, FIRST], ["<si><t>"] + ["x" * 1000000] * 63 + ["</t></si>"]), BUILD),
    ("XLSX with a million texts", xlsx([HEAD, FIRST], ["<si><t>x</t></si>" * 1000] * 1000), BUILD),
    ("20,000 unknown headings", layout("".join(f"[x{n}]\n" for n in range(20000))), BUILD),
    ("20,000 unknown keys", layout("[game]\n" + "".join(f"x{n} = 1\n" for n in range(20000))), BUILD),
    ("a name of 100,000 letters", layout(f'[[cards]]\nname = "{"n" * 100000}"\nsize = "poker"\n'), BUILD),
    ("a like chain of 130 KB", layout(CHAIN), BUILD),
    ("PNG of 100 Mpx, RGBA, 16 bits", png(16, 6, 8), BUILD),
    ("PNG of 100 Mpx, RGBA, 8 bits", png(8, 6, 4), BUILD),
    ("PNG of 100 Mpx, grey", png(8, 0, 1), BUILD),
    ("SVG picture, 20,000 rules x paths", lambda: picture("a.svg", css()), BUILD),
    ("SVG, 20,000 rules x paths", lambda: write("s.svg", css()), CHECK_SVG),
    ("SVG picture of 10^9 uses", lambda: picture("a.svg", uses()), BUILD),
    ("SVG of 10^9 uses", lambda: write("s.svg", uses()), CHECK_SVG),
    ("PDF, 300 MB in a stream", pdf(1, lambda: bytes(300 << 20)), CHECK_PDF),
    ("PDF, 2,000 pages share 50 MB", pdf(2000, lambda: b" " * (50 << 20)), CHECK_PDF),
    ("PDF, 2,000 pages share 2,000 lines", pdf(2000, lambda: b"0 0 m 9 9 l S\n" * 2000), CHECK_PDF),
    ("PDF, 4,000,000 lines on a page", pdf(1, lambda: b"0 0 m 9 9 l S\n" * 4000000), CHECK_PDF),
    ("PDF, 10^7 states in each other", pdf(1, lambda: b"q " * 10000000), CHECK_PDF),
]
CORPUS = [("build", f"{name}.toml") for name in ("tpl-double", "tpl-fmt", "tpl-indent", "tpl-join", "tpl-replace")]
CORPUS += [("build", "svg-dash/g.toml"), ("build", "svg-far/g.toml"), ("check", "check-oom.svg")]
CORPUS += [("check", name) for name in ("content-2GB.pdf", "dash-picture.pdf", "rec-tpl-double.pdf")]
BOMBS += [(name, lambda: None, [command, os.path.join(HERE, name)]) for command, name in CORPUS]


def family(process):
    """A process and those that it started."""
    found = [process]
    try:
        with open(f"/proc/{process}/task/{process}/children") as children:
            for child in children.read().split():
                found += family(int(child))
    except OSError:
        pass
    return found


def measure(program, typed):
    """What a run answers, how long processors worked for it, and the most memory that one of its processes had."""
    began = os.times()
    run = subprocess.Popen([program, *typed], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    most, over = 0, threading.Event()

    def watch():
        nonlocal most
        while not over.wait(0.01):
            for process in family(run.pid):
                try:
                    with open(f"/proc/{process}/status") as status:
                        most = max([most] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
                except OSError:
                    pass

    watcher = threading.Thread(target=watch)
    watcher.start()
    said = run.communicate()[0].decode(errors="replace")
    over.set()
    watcher.join()
    ended = os.times()
    seconds = ended.children_user + ended.children_system - began.children_user - began.children_system
    return run.returncode, said, seconds, most / 1024


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, wanted, wrong = os.path.abspath(sys.argv[1]), sys.argv[2:], 0
    for name, make, typed in BOMBS:
        if wanted and not any(word in name for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            make()
            status, said, seconds, megabytes = measure(program, typed)
            os.chdir("/")
        mistake = next((line for line in said.splitlines() if line.startswith("error")), "")
        well = status in (0, 1, 2) and "panicked" not in said and seconds <= SECONDS and megabytes <= MEGABYTES
        wrong += not well
        print(f"{'' if well else 'WRONG '}{name}: {status}, {seconds:.1f} s, {megabytes:.0f} MB  {mistake[:100]}", flush=True)
        time.sleep(0.01)
    sys.exit(1 if wrong else 0)


main()
