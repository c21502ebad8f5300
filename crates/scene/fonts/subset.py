"""Makes the smaller fonts of this folder: Latin letters, figures lining unless asked otherwise, packed as WOFF.

pip install fonttools==4.68.0; python subset.py FONT.ttf FONT.woff
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

RANGES = ["20-7E", "A0-17F", "192", "218-21B", "237", "259", "2BB-2BC", "2C6-2C7", "2D8-2DD", "1E80-1E85", "1E9E",
          "1EF2-1EF3", "2010-2027", "202F", "2030-2033", "2039-203A", "2044", "2070-2079", "2080-2089", "20AC", "20B9",
          "20BD", "20BF", "2116", "2122", "2150-215E", "2190-2197", "2212", "2215", "221E", "2260-2265", "FB01-FB02"]
FEATURES = "kern liga ccmp locl mark mkmk calt smcp c2sc onum lnum tnum pnum frac numr dnom sups".split()


def lining(font):
    """Each figure's lining form, by the name of its glyph; empty where figures are lining already."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    found.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return found


def main(source, target):
    font = TTFont(source)
    forms = lining(font)
    for table in (table for table in font["cmap"].tables if table.isUnicode()):
        for code in range(0x30, 0x3A):
            table.cmap[code] = forms.get(table.cmap[code], table.cmap[code])
    options = subset.Options(
        layout_features=FEATURES, hinting=False, notdef_outline=True, glyph_names=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    options.drop_tables += ["STAT", "DSIG", "meta"]
    subsetter = subset.Subsetter(options)
    ends = ((one.split("-")[0], one.split("-")[-1]) for one in RANGES)
    subsetter.populate(unicodes=[code for a, b in ends for code in range(int(a, 16), int(b, 16) + 1)])
    subsetter.subset(font)
    font.flavor = "woff"
    font.save(target)


main(*sys.argv[1:])
