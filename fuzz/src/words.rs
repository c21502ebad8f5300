//! The words of each file format that are used to damage files.

pub const PDF_WORDS: &[&[u8]] = &[
    b"obj", b"endobj", b"stream", b"endstream", b"/Length", b"/Filter", b"/FlateDecode", b"/LZWDecode",
    b"/ASCII85Decode", b"/RunLengthDecode", b"/DCTDecode", b"/Type", b"/Page", b"/Pages", b"/Kids", b"/Count",
    b"/Parent", b"/MediaBox", b"/CropBox", b"/Rotate 90", b"/UserUnit 1e9", b"/Resources", b"/XObject", b"/Form",
    b"/Image", b"/Font", b"/Type3", b"/FontMatrix", b"/Encoding", b"/ToUnicode", b"/Pattern", b"/PatternType 1",
    b"/XStep 0.0001", b"/Shading", b"/ShadingType 7", b"/ExtGState", b"/SMask", b"/BM /Multiply", b"/Annots",
    b"/AP", b"/Names", b"/EmbeddedFiles", b"/OC", b"/OCProperties", b"/DecodeParms", b"/Predictor 15",
    b"/Columns 1000000000", b"/ObjStm", b"/XRef", b"/Prev", b"/Root", b"/Info", b"/Encrypt", b"/ID", b"1 0 R",
    b"5 0 R", b"<<", b">>", b"[", b"]", b"<", b">", b"(", b")", b"null", b" q ", b" Q ", b" cm ", b" re ", b" W n ",
    b" f ", b" S ", b" B* ", b" sh ", b" Do ", b" BT ", b" ET ", b" Tf ", b" Tj ", b" TJ ", b" Tr ", b" gs ",
    b" scn ", b" cs ", b" d ", b" w ", b" m ", b" l ", b" c ", b" h ", b" BDC ", b" EMC ", b" BI ", b" ID ",
    b" EI ", b"/MCID", b"[0.001] 0 d", b"1e30 0 l", b"0 0 0 0 0 0 cm", b"1e-30 0 0 1e30 0 0 cm", b"/P0 scn",
    b"/Im0 Do",
];

pub const SVG_WORDS: &[&[u8]] = &[
    b"<g>", b"</g>", b"<svg", b"<path d=\"", b"<use href=\"#a\"/>", b"<use xlink:href=\"#b\"/>", b" id=\"a\"",
    b" id=\"b\"", b"<style>", b"</style>", b"<clipPath id=\"a\">", b"</clipPath>", b"<mask id=\"b\">",
    b"<pattern id=\"a\"", b"<linearGradient", b" transform=\"", b"rotate(30)", b"scale(1e9)",
    b"matrix(0 0 0 0 0 0)", b"skewX(90)", b" viewBox=\"0 0 1 1\"", b" width=\"", b" height=\"", b"mm", b"%", b"px",
    b" stroke-dasharray=\"0.0001\"", b" stroke-width=\"", b" stroke-linejoin=\"miter\"", b" fill=\"url(#a)\"",
    b" clip-path=\"url(#a)\"", b" mask=\"url(#b)\"", b" points=\"", b"<polygon", b"<circle r=\"", b"<ellipse",
    b"<rect", b"<image href=\"data:image/png;base64,", b"<text>", b"<tspan>", b"<symbol", b"<switch>", b"<![CDATA[",
    b"<!--", b"-->", b"<!DOCTYPE a [<!ENTITY a \"aaaa\">]>", b"&a;", b"&#x10FFFF;", b"&#0;", b"a",
    b"A1 1 0 0 1 9 9", b"C", b"Q", b"M", b"Z", b"*{", b"g>path{", b":nth-child(2n+1)", b"[d]", b"}", b" style=\"",
    b" class=\"a\"", b" display=\"none\"", b" opacity=\"", b"preserveAspectRatio", b"<filter", b"<marker",
    b" xml:space=\"preserve\"", b" filter=\"url(#a)\"", b"<filter id=\"a\">", b"</filter>",
    b"<feGaussianBlur stdDeviation=\"1e3\"/>", b"<feMorphology radius=\"100\"/>", b"<feTile/>", b"<feFlood",
    b"<feOffset dx=\"9\"/>", b"<feTurbulence baseFrequency=\"9\" numOctaves=\"99\"/>", b"<feImage href=\"#b\"/>",
    b"<feConvolveMatrix order=\"9\" kernelMatrix=\"", b" in=\"SourceGraphic\"", b" result=\"a\"",
    b" primitiveUnits=\"objectBoundingBox\"", b" style=\"mix-blend-mode:multiply\"", b" spreadMethod=\"repeat\"",
    b" patternUnits=\"userSpaceOnUse\"", b" gradientTransform=\"", b" marker-start=\"url(#a)\"", b" font-size=\"",
    b" textLength=\"", b" dx=\"1 2 3\"", b" rotate=\"9\"", b" writing-mode=\"tb\"", b"<textPath href=\"#a\">",
];

pub const WEBP_WORDS: &[&[u8]] = &[
    b"RIFF", b"WEBP", b"VP8 ", b"VP8L\x10\0\0\0\x2f", b"VP8X\x0a\0\0\0\x3e\0\0\0", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
    b"EXIF", b"XMP ", b"\x9d\x01\x2a\xff\x3f\xff\x3f", b"\x2f\xff\xff\xff\x0f", b"\xff\xff\xff\xff",
];

pub const TOML_WORDS: &[&[u8]] = &[
    b"[game]\n", b"[[board]]\n", b"[[cards]]\n", b"[[notes]]\n", b"[[tiles]]\n", b"[[counters]]\n",
    b"[tiles.deck]\n", b"[board.at]\n", b"[board.key]\n", b"[board.must]\n", b"[fonts]\n", b"[colours]\n",
    b"[icons]\n", b"[[sheet]]\n", b"like = \"a\"\n", b"name = \"a\"\n", b"size = \"", b"face = [", b"back = [",
    b"rows = [{", b"copies = 1000000\n", b"count = ", b"fit = \"largest\"\n", b"across = \"", b"map = '''\n",
    b"shape = \"hexhex 9\"\n", b"shape = \"rectangle 9x9\"\n", b"shape = \"star 3\"\n", b"cells = \"pointy-top\"\n",
    b"text = \"{{ a }}\"", b"{{ number }}", b"{{ a | words }}", b"{{ range(9) }}", b"path = \"1-4\"",
    b"disc = \"4mm\"", b"hexagon = \"", b"guilloche = ", b"qr = \"", b"correction = ", b"quiet = ", b"inset = \"", b"at = \"", b"each corner", b"turn = ",
    b"fill = \"#abc\"", b"line = \"0.001mm red\"", b"dash = \"", b"font = \"bold 20pt\"", b"when = \"",
    b"where = \"", b"mm", b"pt", b"in", b"%", b"\"", b"'''", b"{", b"}", b"[", b"]", b"=", b",", b"\n", b"nan",
    b"inf", b"1979-05-27", b"true", b"\xc3\xa9", b"\xe6\x97\xa5", b"seed = ", b"colours = ", b"edges = ",
    b"bleed = \"3mm\"\n", b"safe = \"3mm\"\n", b"marks = \"", b"pack = \"", b"poster", b"sheet = \"large\"\n",
    b"sides = ", b"names = ", b"directions", b"mini-board", b"ellipse = \"", b"polygon", b"star = \"", b"mark = \"",
    b"share", b"strip",
];

pub const JSON_WORDS: &[&[u8]] = &[
    b"{", b"}", b"[", b"]", b":", b",", b"\"", b"null", b"true", b"1e999", b"\\ud800", b"\\u0000", b"\"word\"",
    b"\"cost\"", b"\"copies\"", b"\"game\"", b"\"layout\"", b"\"files\"", b"\"options\"", b"\"paper\"", b"\"iso\"",
    b"\"210x297mm\"", b"\"margin-mm\"", b"\"only\"", b"\"pieces\"", b"\"cards:1,2-9\"", b"\"split\"",
    b"\"one-file\"", b"\"cut\"", b"\"backs\"", b"\"fold\"", b"\"ink\"", b"\"marks\"", b"\"cut-plan\"",
    b"\"test-sheet\"", b"\"printer\"", b"\"seed\"", b"\"count\"", b"\"part\"", b"\"sheet\"", b"\"of\"",
    b"\"pages-xxh3-128\"", b"\"decks\"", b"../", b"\\n",
];

pub const TABLE_WORDS: &[&[u8]] = &[
    b",", b";", b"\t", b"\"", b"\"\"", b"\n", b"\r\n", b"\r", b"word", b"cost", b"copies", b"#", b"=1+1",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xc2\xa0", b"edge1", b"edge6", b"{{ cost }}", b"- 1 999 999 999",
];

pub const XLSX_WORDS: &[&[u8]] = &[
    b"<row r=\"", b"</row>", b"<c r=\"A1\"", b"<c r=\"XFD1048576\" t=\"s\"><v>0</v></c>", b"<c r=\"AAAAAAA9\"/>",
    b" t=\"s\"", b" t=\"e\"", b" t=\"b\"", b" t=\"d\"", b" t=\"inlineStr\"", b" t=\"str\"", b" s=\"1\"", b"<v>",
    b"</v>", b"<f>", b"<is>", b"<t>", b"<r>", b"<mergeCell ref=\"A1:XFD1048576\"/>", b"<si>", b"<sst",
    b"<xf numFmtId=\"14\"/>", b"<numFmt numFmtId=\"164\" formatCode=\"yyyy\"/>", b"<sheet name=\"",
    b"<Relationship", b" Target=\"", b"../../", b"/xl/", b"date1904=\"1\"", b"<cols>", b"hidden=\"1\"", b"&#x0;",
    b"<!DOCTYPE a>",
];

pub const PNG_WORDS: &[&[u8]] = &[
    b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"tRNS", b"PLTE", b"iCCP", b"pHYs", b"eXIf", b"II*\0",
    b"MM\0*", b"\x01\x12", b"acsp", b"\0\x10\x06",
];

pub const JPEG_WORDS: &[&[u8]] = &[
    b"\xff\xd8\xff", b"\xff\xc0", b"\xff\xc2", b"\xff\xc9", b"\xff\xda", b"\xff\xd9", b"\xff\xe1", b"\xff\xe2",
    b"\xff\xee", b"Exif\0\0II*\0", b"Exif\0\0MM\0*", b"ICC_PROFILE\0\x01\x01", b"Adobe\0", b"\xff\xff", b"\0\0",
    b"\xff\xff\xff\xff", b"\x12\x01\x03\0",
];

pub const FONT_WORDS: &[&[u8]] = &[
    b"glyf", b"loca", b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"OS/2", b"CFF ", b"CFF2", b"GSUB", b"GPOS",
    b"GDEF", b"kern", b"kerx", b"morx", b"name", b"post", b"vmtx", b"fvar", b"gvar", b"COLR", b"OTTO", b"true",
    b"\0\x01\0\0", b"\0\0", b"\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x80\0", b"\x7f\xff", b"\x0e", b"\x0b",
    b"\x0a", b"\x1d", b"\x0c\x22", b"\x0c\x0b",
];

pub const HTTP_WORDS: &[&[u8]] = &[
    b"GET ", b"POST ", b" HTTP/1.1\r\n", b"\r\n\r\n", b"\r\n", b"\n", b"Host: localhost\r\n", b"Host:",
    b"Sec-Fetch-Site: cross-site\r\n", b"?", b"&", b"=", b"%", b"%41", b"%ff", b"+", b"/", b"http://a/", b"\0",
];
