//! The undamaged files: bundled games, files from tests, and small files that are made here.

use std::fs;
use std::path::Path;

use hexpress::bundled::GAMES;
use hexpress::diag::{Report, Sources};
use hexpress::layout::{DEFAULT_MARGIN, Plan};
use hexpress::make::{self, MadeFiles, OutputContext};
use hexpress::record::Options;
use hexpress::text::Fonts;
use serde_json::json;

use super::forms::{Form, Part};
use super::root;
use super::run::{SMALL_LAYOUT, WITH_ICON, WITH_THEME, input};
use super::targets::Target;

/// Returns the files that a target begins with. None is larger than the target allows.
#[must_use]
pub fn of(target: &Target) -> Vec<Vec<u8>> {
    let mut seeds = match target.name {
        "pdf" | "page" => [below("tests/foreign", "pdf"), below("tests/bombs", "pdf"), own_pdfs()].concat(),
        "svg" => [below("tests/foreign", "svg"), own_svgs()].concat(),
        "csv" => {
            let made = [
                "word,cost\na,1\nb,2\n",
                "word;cost\r\n\"a\"\"b\n\";15\r\n",
                "word\tcost\tcopies\na\t2\t3\n",
                "number,edge1,edge2,edge3,edge4,edge5,edge6\n1,red,red,blue,blue,red,blue\n",
            ];
            [texts(&made), vec![long_csv()], below("layouts", "csv")].concat()
        }
        "json" => [vec![long_json()], texts(&[
            "[{\"word\": \"a\", \"cost\": 1}, {\"word\": \"b\", \"cost\": 2.5}]",
            "[{\"word\": \"a\\n\\u00e9\", \"cost\": true, \"copies\": 2}, {\"word\": \"\", \"cost\": null}]",
            "[{\"copies\": 3, \"word\": \"**a** :coin:\", \"cost\": \"1.50\", \"more\": -1e3}]",
        ])].concat(),
        "xlsx" => vec![workbook(false), workbook(true)],
        "png" => pngs(),
        "jpeg" => jpegs(),
        "webp" => WEBPS.iter().map(|file| file.to_vec()).collect(),
        "scan" => below("fuzz/seeds", "png"),
        "scan_jpeg" => below("fuzz/seeds", "jpg"),
        "picture" => {
            let drawings = ["tests/foreign", "tests/mistakes", "tests/svg/own"];
            [texts(PICTURES), drawings.iter().flat_map(|folder| below(folder, "svg")).collect()].concat()
        }
        "font" => [below("tests/fonts", "ttf"), below("tests/fonts", "otf")].concat(),
        "layout" => [layouts(), below("tests/mistakes", "toml")].concat(),
        "theme" => below("crates/language/themes", "toml"),
        "icons" => [icons(), texts(PICTURES)].concat(),
        "fmt" => layouts(),
        "lsp" => sessions(),
        "record" => vec![record(EVERY), record(ONE_COMPONENT), plain_record()],
        "profile" => [texts(PROFILES), below("tests/mistakes/printers", "toml")].concat(),
        "request" => texts(&[
            "GET /state?paper=a3%2Ba4&after=1-2&x HTTP/1.1\r\nHost: localhost:80\r\nSec-Fetch-Site: same-origin\r\n\r\n",
        ]),
        _ => Vec::new(),
    };
    seeds.retain(|seed| seed.len() <= target.most);
    if seeds.is_empty() { vec![Vec::new()] } else { seeds }
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Returns the files in a folder and its subfolders, sorted. Leaves out files whose names do not
/// end with `end`.
fn below(folder: &str, end: &str) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|is| is == Path::new(end).as_os_str()) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}

fn layouts() -> Vec<Vec<u8>> {
    let games = GAMES.iter().map(|game| game.text.as_bytes().to_vec()).collect();
    [games, texts(&[SMALL_LAYOUT]), below("layouts/starts", "toml"), examples()].concat()
}

/// Returns the bundled icons, each as a file.
fn icons() -> Vec<Vec<u8>> {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">";
    let lines = below("crates/game/icons", "svg").into_iter().flat_map(|file| {
        let text = String::from_utf8_lossy(&file).into_owned();
        let icons: Vec<_> =
            text.lines().filter(|line| line.starts_with("<path")).map(str::to_owned).collect();
        icons
    });
    // The transform that places the icon among the others is left out.
    let own = lines.map(|line| line.split(" transform=").next().unwrap_or_default().to_owned());
    own.map(|path| format!("{svg}{path}/></svg>").into_bytes()).collect()
}

/// Returns the messages of an editor about a few layouts, one session for each layout.
///
/// In a session, the editor opens the layout, sends requests, changes the layout, sends more
/// requests, and closes it.
fn sessions() -> Vec<Vec<u8>> {
    let layouts = [SMALL_LAYOUT, WITH_THEME, WITH_ICON].into_iter().chain(OWN.iter().copied());
    let starts = below("layouts/starts", "toml");
    let starts = starts.iter().filter_map(|text| std::str::from_utf8(text).ok());
    layouts.chain(starts).map(session).collect()
}

fn session(layout: &str) -> Vec<u8> {
    let uri = "untitled:g.toml";
    let document = json!({ "uri": uri });
    let mut messages = vec![
        json!({ "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": { "uri": uri, "text": layout } } }),
    ];
    let methods = ["completion", "hover", "definition", "prepareRename", "rename", "formatting"];
    let lines = layout.lines().count();
    for (number, method) in methods.iter().cycle().take(18).enumerate() {
        let position = json!({ "line": number * 7 % lines.max(1), "character": number % 9 });
        let params = json!({ "textDocument": document, "position": position, "newName": "other" });
        messages
            .push(json!({ "id": number + 1, "method": format!("textDocument/{method}"), "params": params }));
    }
    let changed = json!({ "textDocument": document, "contentChanges": [{ "text": layout }] });
    messages.insert(12, json!({ "method": "textDocument/didChange", "params": changed }));
    messages.push(json!({ "method": "textDocument/didSave", "params": { "textDocument": document } }));
    messages.push(json!({ "method": "textDocument/didClose", "params": { "textDocument": document } }));
    messages.extend([json!({ "id": 99, "method": "shutdown" }), json!({ "method": "exit" })]);
    let parts: Vec<_> = messages.iter().map(|one| chunk(b"", one.to_string().as_bytes())).collect();
    // When the session is split, each layout becomes a separate part.
    Form::Messages.together(&parts)
}

/// Returns the layouts in the reference.
fn examples() -> Vec<Vec<u8>> {
    let pages = fs::read_dir(root().join("docs/reference")).into_iter().flatten().flatten();
    let mut paths: Vec<_> = pages.map(|entry| entry.path()).collect();
    paths.sort();
    let page: String = paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    page.split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .map(|text| text.as_bytes().to_vec())
        .collect()
}

const OWN: &[&str] = &[
    SMALL_LAYOUT,
    "[[cards]]\nsize = \"30 x 30mm\"\nface = [{ disc = \"9mm\", fill = \"red\" }]\n",
    "[[tiles]]\nname = \"t\"\ncells = \"flat-top\"\nacross = \"30mm\"\n[tiles.deck]\nedges = [\"red\", \"blue\", \"gold\"]\ncount = 7\n",
    "[game]\nembed = false\n[[board]]\nsheet = \"small\"\ncells = \"pointy-top\"\nacross = \"30mm\"\nshape = \"rectangle 3x3\"\ncell = { fill = \"#CFE8CF\" }\n",
];

fn made(
    text: &str,
    make: fn(&mut Plan<'_>, &OutputContext<'_>) -> Result<MadeFiles, Report>,
) -> Vec<Vec<u8>> {
    let fonts = Fonts::bundled();
    let Some(input) = input("g", text) else { return Vec::new() };
    let options = Options::new("a4", DEFAULT_MARGIN);
    let Ok(ready) = make::read(&input, options, &mut Sources::default(), &fonts) else { return Vec::new() };
    let Ok(mut plan) = hexpress::layout::plan(&ready.game, &ready.fonts, &ready.setup) else {
        return Vec::new();
    };
    let stem = &make::stem(&input, &ready.setup);
    let order =
        OutputContext { stem, input: &input, options: &ready.options, fonts: &ready.fonts, canvases: &[] };
    let Ok(output) = make(&mut plan, &order) else { return Vec::new() };
    output.files.into_iter().filter_map(|made| made.bytes.in_memory().ok()).collect()
}

fn own_pdfs() -> Vec<Vec<u8>> {
    OWN.iter().flat_map(|text| made(text, make::pdf)).collect()
}

fn own_svgs() -> Vec<Vec<u8>> {
    OWN.iter().flat_map(|text| made(text, make::svg)).collect()
}

/// Options of a record. Some of them have no effect on [`SMALL_LAYOUT`].
const EVERY: &str = "\"paper\":\"a3+a4\",\"margin-mm\":6.35,\"only\":[\"board\"],\"pieces\":[\"cards:1-2\"],\"seed\":7,\"count\":{\"deck\":\"deck\",\"tiles\":60}";
const ONE_COMPONENT: &str =
    "\"paper\":\"a4\",\"margin-mm\":[5,6.25,7,8],\"only\":[],\"pieces\":[\"cards:1-2\"]";

/// Returns the record of a plain build.
fn plain_record() -> Vec<u8> {
    "{\"hexpress\":\"0.12.345\",\"game\":\"game-2026\",\"layout\":\"game-2026.toml\",\"files\":[\"art/2026-11.png\",\"1/2/3.csv\"],\"travels-xxh3-128\":\"0123456789012345\",\"options\":{\"paper\":\"iso\",\"margin-mm\":6.3512345,\"only\":[],\"split\":false,\"seed\":7123},\"pages-xxh3-128\":[\"0123456789\",\"9876543210\"],\"decks\":[]}".into()
}

/// Returns a record that has every key.
fn record(options: &str) -> Vec<u8> {
    let profile = PROFILES[0].replace('\n', "\\n").replace('"', "\\\"");
    let options = format!(
        "{options},\"split\":true,\"one-file\":true,\"cut\":\"plotter\",\"backs\":\"flip-short\",\"ink\":\"black\",\"marks\":\"corner\",\"cut-plan\":true,\"test-sheet\":true,\"printer\":\"{profile}\""
    );
    format!("{{\"hexpress\":\"0.1.0\",\"game\":\"g\",\"layout\":\"g.toml\",\"files\":[\"art/a.png\"],\"travels-xxh3-128\":\"0ff0\",\"options\":{{{options}}},\"part\":{{\"sheet\":\"a4\",\"components\":[\"board\"],\"of\":[\"a3\",\"a4\"]}},\"pages-xxh3-128\":[\"00ff\"],\"decks\":[{{\"name\":\"deck\",\"seed\":7,\"sha256\":\"00ff\"}}]}}").into_bytes()
}

const PROFILES: &[&str] = &[
    "name = \"one\"\npaper = \"a4\"\nmargin = \"5mm\"\nreach = \"4mm\"\ncut = \"guillotine\"\nbacks = \"flip-long\"\nink = \"full\"\nmarks = \"corner\"\n[front]\nscale = \"100.1 x 99.9%\"\noffset = \"0.5 -0.2mm\"\nskew = 0.1\nangle = 90.02\n[back]\noffset = \"1 2mm\"\n",
    "name = \"two\"\n[front]\nscale = \"99%\"\n",
    "name = \"three 3000\"\nmargin = \"6.25mm\"\nreach = \"3.75mm\"\n[front]\noffset = \"0.55 -0.25mm\"\nskew = 0.15\n[back]\noffset = \"1.05 2.45mm\"\n",
    "name = \"four 4000\"\nmargin = \"4.5mm\"\n[back]\noffset = \"0.125 0.375mm\"\nangle = 90.025\n",
];

const PICTURES: &[&str] = &[
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\"><defs><linearGradient id=\"a\"><stop offset=\"0\" stop-color=\"red\"/></linearGradient><clipPath id=\"b\"><circle r=\"9\" cx=\"9\" cy=\"9\"/></clipPath></defs><g transform=\"rotate(30 2 2)\"><path d=\"M1 1 C2 3 4 5 9 9 A3 4 20 0 1 8 8Z\" fill=\"none\" stroke=\"#123456\" stroke-width=\"2\" stroke-dasharray=\"3 1\"/><use href=\"#c\" x=\"3\"/></g><rect id=\"c\" width=\"50%\" height=\"9\" rx=\"2\" fill=\"red\" opacity=\".5\"/><polygon points=\"1,2 3,4 5,6\" clip-path=\"url(#b)\"/></svg>",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"10mm\"><style>.a > path{fill:blue} #d{stroke:red}</style><symbol id=\"s\" viewBox=\"0 0 9 9\"><path d=\"m0 0h9v9z\"/></symbol><g class=\"a\"><path id=\"d\" d=\"M0 0Q3 3 9 0T20 10\"/></g><use href=\"#s\" width=\"4\" height=\"4\"/><ellipse cx=\"5\" cy=\"5\" rx=\"3\" ry=\"2\"/><line x2=\"9\" stroke=\"black\" stroke-linecap=\"round\"/></svg>",
];

/// WebP files of 9 x 9 and 20 x 18 pixels.
#[rustfmt::skip]
const WEBPS: &[&[u8]] = &[
    // Lossless, with transparency.
    b"RIFF4\0\0\0WEBPVP8L(\0\0\0/\x08\0\x02\x10\xb92D\xf4?v\xf5\xaf\x7f\xf4?@\x98mT\x82\xf3\x17\xde\xeb\
        \x04\xa6a\x02\x84\x04)\xc4\xee\x04 \x9f\x13\xe5\x1d",
    // Lossless, with few colours and an orientation.
    b"RIFF|\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\x13\0\0\x11\0\0VP8L<\0\0\0/\x13@\x04\0\x170\xff\xf3\xbf\xff\
        \xf3\x1f,\x056\x91dU\xca\xc91\x81\x0f\xf2\xbf\x09\xa4\xe0\xe2\x88\xde\x8d\xcd1\x11\xd1\xff\x08\x80\
        \xe7\xb5\xec\xfds\x9a\xd5\xec^v\xab\xd9\x1d~\0I\xc2\xe7\xb5\0EXIF\x1a\0\0\0MM\0*\0\0\0\x08\0\x01\x01\
        \x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
    // Lossy.
    b"RIFF\x8a\0\0\0WEBPVP8 ~\0\0\0\xf0\x04\0\x9d\x01*\x14\0\x12\0>\xd9^\xa4M\xa8%\xa3\xa27\xfa\xa8\x01\0\
        \x1b\x09l\0\xb1\x1e\xe3\x7f\x80\xae\xc2)\xb5u\xc3=\xdaw]\xe6\xd5.:\0\0\xfe\xf4T{\x06\xd8\x12\x0co\
        \x1f\xf5\\\x03\xfc\xfe6Of\x96*\x15;rt\xc8t@\x8a-\x8a\xa3\xe1\x11\xde(\xc6\x9e\xbef\xab\x15\x14`\xa7W\
        \x9b\x15\xd2\xf9>OP,\xae\xc9\xef\x0c(\x1d\x1d\xde/3q\x83\xf0\xbc\xf2\xf9\x98\xefy\xb7\xae\0\0\0",
    // Lossy, with transparency.
    b"RIFF\xbc\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x13\0\0\x11\0\0ALPH\x14\0\0\0\x05\x0f0\x0c\x11\x11B @$\
        \xf8\x9f%\xc0@D\xff\xc3X\0VP8 \x82\0\0\x30\x05\0\x9d\x01*\x14\0\x12\0>\xdd^\xa3M\xa8\xa5\xa3\"7\xfa\
        \xa8\x01\x10\x1b\x89l\0\xb1\x1e\xe3\x7f\x80\xae\xc2f\xc2\x10\xdc\x9c\xa1v\xee\xb8nb\xaa\xdd\xec\x80\
        \0\xfe\xf1Nh\xff\x90i\xa7\xe0\xf6\x880\xf5\xf1Z\x8f\xd7\xd1$j\x9d\xb8\x0b\xc9B\xa7\xbb\xaat\x85\x86b\
        \xd2\xbf\xf7\xe3\xf6\x97t\xa2\xae6\x01\xfa\xf5\xe3\xa7Gm\xb5\x8f\xf4\x1eV\x94\x84f\x81\xe3\x0a\x08\
        \x01\x8b\xbe\xd8L\xa7y\x0fb\x98s\xc4t\xb4\xc5\x060\0",
];

fn chunk(name: &[u8], bytes: &[u8]) -> Part {
    Part { name: name.to_vec(), bytes: bytes.to_vec() }
}

/// Returns a PNG of 4 x 3 pixels for each colour type.
fn pngs() -> Vec<Vec<u8>> {
    // The colour type, the bits of a sample, and the bits of a pixel.
    let kinds = [
        (0, 1, 1),
        (0, 8, 8),
        (0, 16, 16),
        (2, 8, 24),
        (2, 16, 48),
        (3, 4, 4),
        (3, 8, 8),
        (4, 8, 16),
        (6, 8, 32),
        (6, 16, 64),
    ];
    // The number of pixels in each row of each pass, for a picture of 4 x 3 pixels.
    let passes: [&[usize]; 2] = [&[4, 4, 4], &[1, 1, 2, 2, 2, 4]];
    let both = kinds.iter().flat_map(|kind| [(*kind, 0), (*kind, 1)]);
    both.map(|((kind, bits, pixel), interlaced)| {
        let header = [0, 0, 0, 4, 0, 0, 0, 3, bits, kind, 0, 0, interlaced];
        let rows: Vec<u8> = passes[usize::from(interlaced)]
            .iter()
            .zip(0..)
            .flat_map(|(pixels, y)| {
                let bytes = (pixels * pixel).div_ceil(8);
                std::iter::once(y % 5).chain((0..bytes).map(move |x| x as u8 * 7 + y))
            })
            .collect();
        let mut parts = vec![chunk(b"IHDR", &header), chunk(b"pHYs", &[0, 0, 11, 18, 0, 0, 11, 18, 1])];
        if kind == 3 {
            parts.push(chunk(b"PLTE", &[9; 48]));
        }
        if kind < 4 {
            parts.push(chunk(b"tRNS", &[0, 1, 0, 1, 0, 1][..if kind == 2 { 6 } else { 2 }]));
        }
        parts.push(chunk(b"eXIf", b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"));
        parts.extend([chunk(b"IDAT", &rows), chunk(b"IEND", &[])]);
        Form::Png.together(&parts)
    })
    .collect()
}

const LONG_TABLE_ROWS: [(&str, i32); 6] =
    [("**bold** :coin:", 2), ("a\u{e9}", 70), ("two words", 3), ("", 12), ("*", 400), ("x", 5)];

/// Returns a table with more values than names, so that most damage hits values.
fn long_csv() -> Vec<u8> {
    let rows =
        LONG_TABLE_ROWS.iter().cycle().take(24).map(|(word, cost)| format!("{word},{cost},1,\"a, b\"\n"));
    format!("word,cost,copies,more\n{}", rows.collect::<String>()).into_bytes()
}

fn long_json() -> Vec<u8> {
    let rows = LONG_TABLE_ROWS.iter().cycle().take(12);
    rows.map(|(word, cost)| json!({ "word": word, "cost": cost, "more": true }))
        .collect::<serde_json::Value>()
        .to_string()
        .into_bytes()
}

/// Returns minimal JPEG files. Only their headers are read.
fn jpegs() -> Vec<Vec<u8>> {
    let of = |start: u8, colours: u8| {
        let mut file = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\x01\0\x60\0\x60\0\0".to_vec();
        file.extend(b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0");
        file.extend(
            b"\xff\xe2\0\x12ICC_PROFILE\0\x01\x01ab\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x01\xff\xdb\0\x04\0\x10",
        );
        file.extend([0xff, start, 0, 8 + 3 * colours, 8, 0, 4, 0, 6, colours]);
        file.extend((1..=colours).flat_map(|colour| [colour, 0x11, 0]));
        file.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\xad\x65\x54\xff\xd9");
        file
    };
    [(0xc0, 3), (0xc2, 1), (0xc0, 4), (0xc1, 3)]
        .into_iter()
        .map(|(start, colours)| of(start, colours))
        .collect()
}

/// Returns a workbook of numbers, texts and Booleans. `odd` adds a date and a spreadsheet error,
/// which is rejected.
fn workbook(odd: bool) -> Vec<u8> {
    let (style, mistake) = if odd { (" s=\"1\"", " t=\"e\"><v>#N/A</v>") } else { ("", "><v>7</v>") };
    let row = |row: u32| {
        format!(
            "<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>1</v></c><c r=\"B{row}\"><v>{row}.5</v></c></row>"
        )
    };
    let more: String = (4..20).map(row).collect();
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |id: &str, kind: &str, to: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{to}\"/>")
    };
    let relations = |all: &str| format!("<Relationships xmlns=\"{RELATIONS}\">{all}</Relationships>");
    let parts = [
        ("_rels/.rels", relations(&relation("r1", "officeDocument", "xl/workbook.xml"))),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><workbookPr date1904=\"0\"/><sheets><sheet name=\"Cards\" sheetId=\"1\" r:id=\"r1\"/><sheet name=\"More\" sheetId=\"2\" r:id=\"r2\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relations(
                &[
                    relation("r1", "worksheet", "worksheets/sheet1.xml"),
                    relation("r2", "worksheet", "/xl/worksheets/sheet2.xml"),
                    relation("s", "sharedStrings", "sharedStrings.xml"),
                    relation("t", "styles", "styles.xml"),
                ]
                .concat(),
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!(
                "<worksheet xmlns=\"{MAIN}\"><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t>cost</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"str\"><f>1+1</f><v>x</v></c><c r=\"B2\"{style}><v>44000.5</v></c></row><row r=\"3\"><c r=\"A3\" t=\"b\"><v>1</v></c><c r=\"B3\"{mistake}</c></row>{more}</sheetData><mergeCells><mergeCell ref=\"A30:B31\"/></mergeCells></worksheet>"
            ),
        ),
        ("xl/worksheets/sheet2.xml", format!("<worksheet xmlns=\"{MAIN}\"><sheetData/></worksheet>")),
        (
            "xl/sharedStrings.xml",
            format!(
                "<sst xmlns=\"{MAIN}\"><si><r><t xml:space=\"preserve\">wo</t></r><r><t>rd</t></r></si><si><t>b</t></si></sst>"
            ),
        ),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><numFmts><numFmt numFmtId=\"164\" formatCode=\"[$-409]ddd d/mm/yyyy\\ h:mm:ss.00 AM/PM;@\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>"
            ),
        ),
    ];
    let parts: Vec<_> = parts.iter().map(|(name, text)| chunk(name.as_bytes(), text.as_bytes())).collect();
    Form::Zip.together(&parts)
}
