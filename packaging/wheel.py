"""Puts a finished program into a Python wheel.

    python3 packaging/wheel.py PROGRAM TARGET FOLDER

TARGET is the Rust target of the program, such as x86_64-unknown-linux-musl. A program for Linux must be static: it needs
no loader and no C library, so one wheel works on old and new systems, with glibc and with musl. The same program always
gives the same bytes. The script prints the name of the wheel.
"""

import base64
import hashlib
import struct
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINUX = "manylinux_2_17_{0} manylinux2014_{0} musllinux_1_1_{0}"
PLATFORMS = {
    "x86_64-unknown-linux-musl": LINUX.format("x86_64"),
    "aarch64-unknown-linux-musl": LINUX.format("aarch64"),
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
    "x86_64-pc-windows-msvc": "win_amd64",
}
EXECUTABLE, PLAIN = 0o100755, 0o100644
# The kind of a segment of an ELF file that names a loader.
PT_INTERP = 3


def is_static(program):
    """Returns whether a 64-bit ELF file needs no loader."""
    if program[:6] != b"\x7fELF\x02\x01":
        return False
    (start,) = struct.unpack_from("<Q", program, 32)
    size, count = struct.unpack_from("<HH", program, 54)
    return all(struct.unpack_from("<I", program, start + i * size)[0] != PT_INTERP for i in range(count))


def metadata(project, version):
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown; charset=UTF-8",
    ]
    return "\n".join(lines) + "\n\n" + (ROOT / project["readme"]).read_text(encoding="utf-8")


def contents(program, target, project, version):
    """Returns the files of the wheel, each with its name, bytes and mode."""
    tags = [f"Tag: py3-none-{tag}" for tag in PLATFORMS[target].split()]
    wheel = "\n".join(["Wheel-Version: 1.0", "Generator: hexpress", "Root-Is-Purelib: false", *tags]) + "\n"
    info = f"hexpress-{version}.dist-info"
    for path in sorted((ROOT / "packaging/python/hexpress").glob("*.py")):
        yield f"hexpress/{path.name}", path.read_bytes(), PLAIN
    name = "hexpress.exe" if "windows" in target else "hexpress"
    yield f"hexpress-{version}.data/scripts/{name}", program, EXECUTABLE
    yield f"{info}/METADATA", metadata(project, version).encode(), PLAIN
    yield f"{info}/WHEEL", wheel.encode(), PLAIN
    for name in project["license-files"]:
        yield f"{info}/licenses/{name}", (ROOT / name).read_bytes(), PLAIN


def main(program, target, folder):
    program = Path(program).read_bytes()
    if target not in PLATFORMS:
        sys.exit(f"wheel.py: unknown target {target}: choose one of {', '.join(PLATFORMS)}")
    if "linux" in target and not is_static(program):
        sys.exit("wheel.py: the program is not static: its wheel would not run on other systems")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
    path = Path(folder) / f"hexpress-{version}-py3-none-{'.'.join(sorted(PLATFORMS[target].split()))}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, mode << 16, 3
            archive.writestr(entry, data, compresslevel=9)

        for name, data, mode in contents(program, target, project, version):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
            add(name, data, mode)
        name = f"hexpress-{version}.dist-info/RECORD"
        add(name, ("".join(record) + f"{name},,\n").encode(), PLAIN)
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
