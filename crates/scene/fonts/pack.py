"""Packs a font as WOFF 1.0, each table as it is: what a PDF takes of it stays the same to the last byte.

pip install zopfli; python pack.py FONT.ttf FONT.woff
"""
import struct
import sys

import zopfli.zlib


def main(source, target):
    with open(source, "rb") as file:
        font = file.read()
    count = struct.unpack(">H", font[4:6])[0]
    tables = [struct.unpack(">4sIII", font[12 + 16 * i:28 + 16 * i]) for i in range(count)]
    start = 44 + 20 * count
    listed, data, whole = b"", b"", 12 + 16 * count
    for tag, checksum, offset, length in sorted(tables):
        table = font[offset:offset + length]
        packed = zopfli.zlib.compress(table, numiterations=50)
        packed = packed if len(packed) < length else table
        listed += struct.pack(">4sIIII", tag, start + len(data), len(packed), length, checksum)
        data += packed + bytes(-len(packed) % 4)
        whole += length + -length % 4
    head = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", font[:4], start + len(data), count, 0, whole, 1, 0, 0, 0, 0, 0, 0)
    with open(target, "wb") as file:
        file.write(head + listed + data)


main(*sys.argv[1:])
