//! What is done to a file that somebody may have made. Each target answers in a few words what came of it: inputs with
//! new words are kept and damaged further.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Cursor};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use std::{fs, str};

use hexpress::build::{self, Input};
use hexpress::check::{Ask, Learn, Opened, TOLERANCE, judge_and};
use hexpress::cli::{self, Stream, Streams, Workplace};
use hexpress::diag::{Report, Sources, render};
use hexpress::files::{Files, PlainName};
use hexpress::layout::{DEFAULT_MARGIN, plan};
use hexpress::model::template::work::computes;
use hexpress::record::{Options, RECORD, Record};
use hexpress::text::Fonts;
use hexpress::{picture, preview, print, spec};
use kurbo::Size;

use super::forms::Form;
use super::words::*;

/// What files are read with.
pub struct Target {
    pub name: &'static str,
    pub form: Form,
    /// The most bytes of an input.
    pub most: usize,
    /// Words of the kind of file.
    #[allow(dead_code, reason = "the driver alone damages files")]
    pub words: &'static [&'static [u8]],
    /// Reads an input as a library would.
    pub run: fn(&[u8]) -> String,
    /// What is typed to have the program read it: one of these lines.
    pub typed: &'static [&'static str],
    /// What the input is called in its folder.
    pub file: &'static str,
    /// What else lies there.
    pub beside: &'static [(&'static str, &'static str)],
}

pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

const WITH_CSV: &str = "[[cards]]\nsize = \"poker\"\ndata = \"a.csv\"\nwhere = \"cost > 1\"\nface = [{ text = \"{{ word }} {{ cost }}\" }]\n";
const WITH_JSON: &str =
    "[[cards]]\nsize = \"poker\"\ndata = \"a.json\"\nface = [{ text = \"{{ word }} {{ cost }}\" }]\n";
const WITH_XLSX: &str =
    "[[cards]]\nsize = \"poker\"\ndata = \"a.xlsx\"\nface = [{ text = \"{{ word }} {{ cost }}\" }]\n";
const WITH_DECK: &str = "[[tiles]]\nname = \"t\"\ncells = \"flat-top\"\nacross = \"30mm\"\n[tiles.deck]\nedges = [\"red\", \"blue\"]\ndata = \"a.csv\"\n";
const WITH_PICTURE: &str =
    "[[cards]]\nsize = \"poker\"\nface = [{ image = \"a.png\", size = \"40 x 40mm\" }]\n";
const WITH_FONT: &str = "[fonts]\nmine = \"a.ttf\"\n[[cards]]\nsize = \"poker\"\nface = [{ text = \"Ab1é 日本 fi\", font = \"mine 9pt\" }]\n";
/// A layout with a board and cards, which reads nothing.
pub const SMALL: &str = "[game]\ntitle = \"Small\"\n[[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n[board.labels]\nfont = \"9pt\"\n[[cards]]\nname = \"cards\"\nsize = \"poker\"\nface = [{ text = \"ab\", font = \"9pt\" }]\nrows = [{ word = \"a\" }, { word = \"b\" }]\n";

pub static TARGETS: &[Target] = &[
    Target {
        name: "pdf",
        form: Form::Pdf,
        most: 1 << 16,
        words: PDF_WORDS,
        run: finished,
        typed: &[
            "check s.pdf",
            "check s.pdf --json --against hex-nut",
            "check s.pdf --picture p.svg --write-layout w.toml",
            "check s.pdf --picture p.pdf",
            "check s.pdf --picture p.png",
            "build s.pdf",
        ],
        file: "s.pdf",
        beside: &[],
    },
    Target {
        name: "svg",
        form: Form::Flat,
        most: 1 << 15,
        words: SVG_WORDS,
        run: finished,
        typed: &[
            "check s.svg",
            "check s.svg --json --against hex-nut",
            "check s.svg --picture p.svg --write-layout w.toml",
        ],
        file: "s.svg",
        beside: &[],
    },
    Target {
        name: "csv",
        form: Form::Flat,
        most: 1 << 14,
        words: TABLE_WORDS,
        run: csv,
        typed: &["build g.toml", "check g.toml", "build d.toml"],
        file: "a.csv",
        beside: &[("g.toml", WITH_CSV), ("d.toml", WITH_DECK)],
    },
    Target {
        name: "json",
        form: Form::Flat,
        most: 1 << 14,
        words: JSON_WORDS,
        run: json,
        typed: &["build g.toml", "check g.toml --json"],
        file: "a.json",
        beside: &[("g.toml", WITH_JSON)],
    },
    Target {
        name: "xlsx",
        form: Form::Zip,
        most: 1 << 15,
        words: XLSX_WORDS,
        run: xlsx,
        typed: &["build g.toml", "check g.toml --json"],
        file: "a.xlsx",
        beside: &[("g.toml", WITH_XLSX)],
    },
    Target {
        name: "png",
        form: Form::Png,
        most: 1 << 15,
        words: PNG_WORDS,
        run: drawn,
        typed: &[
            "build g.toml",
            "check g.toml",
            "build g.toml --format png --dpi 30",
            "build g.toml --ink black",
        ],
        file: "a.png",
        beside: &[("g.toml", WITH_PICTURE)],
    },
    Target {
        name: "jpeg",
        form: Form::Flat,
        most: 1 << 14,
        words: JPEG_WORDS,
        run: drawn,
        typed: &[
            "build g.toml",
            "check g.toml",
            "build g.toml --format png --dpi 30",
            "build g.toml --format svg",
        ],
        file: "a.png",
        beside: &[("g.toml", WITH_PICTURE)],
    },
    Target {
        name: "picture",
        form: Form::Flat,
        most: 1 << 14,
        words: SVG_WORDS,
        run: drawn,
        typed: &[
            "build g.toml",
            "check g.toml",
            "build g.toml --format png --dpi 30",
            "build g.toml --ink low",
        ],
        file: "a.png",
        beside: &[("g.toml", WITH_PICTURE)],
    },
    Target {
        name: "font",
        form: Form::Flat,
        most: 1 << 15,
        words: FONT_WORDS,
        run: font,
        typed: &["build g.toml", "check g.toml", "build g.toml --format svg"],
        file: "a.ttf",
        beside: &[("g.toml", WITH_FONT)],
    },
    Target {
        name: "layout",
        form: Form::Flat,
        most: 1 << 14,
        words: TOML_WORDS,
        run: layout,
        typed: &[
            "check g.toml",
            "build g.toml --json",
            "build g.toml --format svg --explain",
            "build g.toml --format cut-svg",
            "build g.toml --backs fold --cut-plan --test-sheet",
            "build g.toml --paper a4 --split --cut guillotine",
            "build g.toml --format png --each piece --dpi 20",
            "deck g.toml --format csv",
        ],
        file: "g.toml",
        beside: &[],
    },
    Target {
        name: "record",
        form: Form::Flat,
        most: 1 << 13,
        words: JSON_WORDS,
        run: record,
        typed: &[],
        file: "a.json",
        beside: &[],
    },
    Target {
        name: "profile",
        form: Form::Flat,
        most: 1 << 12,
        words: TOML_WORDS,
        run: profile,
        typed: &["build g.toml --printer p.toml", "check g.toml --printer p.toml"],
        file: "p.toml",
        beside: &[("g.toml", SMALL)],
    },
    Target {
        name: "request",
        form: Form::Flat,
        most: 1 << 12,
        words: HTTP_WORDS,
        run: request,
        typed: &[],
        file: "a.txt",
        beside: &[],
    },
];

static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::bundled);

/// Words without their numbers and what they name: what is new is another kind of answer.
fn kind_of(text: &str) -> String {
    let plain = text.split(['`', '"']).step_by(2).collect::<String>();
    plain.chars().filter(|sign| !sign.is_ascii_digit()).take(120).collect()
}

/// The first messages of a report, and that all of it can be shown.
fn told(report: &Report, sources: &Sources) -> String {
    let _ = render(report, sources, true);
    let first = report.sorted().into_iter().take(2);
    first.map(|one| format!("{:?} {}", one.code, kind_of(&one.message))).collect()
}

fn finished(bytes: &[u8]) -> String {
    let opened = match Opened::new("s", bytes) {
        Ok(opened) => opened,
        Err(error) => return kind_of(&error.to_string()),
    };
    if let Some(lost) = &opened.lost {
        return kind_of(&lost.to_string());
    }
    let ours = opened.whole.is_some();
    let ask = Ask { learn: Some(Learn { title: "s", fonts: &FONTS }), ..Ask::default() };
    match judge_and(vec![opened], None, TOLERANCE, ask) {
        Ok(verdict) => {
            let mut codes: Vec<_> = verdict.faults.iter().map(|fault| fault.code.to_string()).collect();
            codes.sort();
            codes.dedup();
            format!("{ours} {codes:?} {:?}", verdict.found.first().map(|found| kind_of(found)))
        }
        Err((_, error)) => kind_of(&error.to_string()),
    }
}

/// A layout that nobody has a file of; none for a name that no file can have.
pub fn input(id: &str, text: &str) -> Option<Input> {
    let file: PlainName = format!("{id}.toml").parse().ok()?;
    let shown = file.to_string();
    Some(Input {
        id: id.parse().ok()?,
        file,
        shown,
        text: text.to_owned(),
        files: Files::default(),
        options: None,
    })
}

/// A layout with a file beside it, read, planned and drawn.
fn with_file(layout: &str, name: &str, bytes: &[u8], options: Options) -> String {
    let Some(mut input) = input("g", layout) else { return String::new() };
    if let Ok(name) = name.parse() {
        input.files = Files::attached(BTreeMap::from([(name, Arc::from(bytes))]), RECORD);
    }
    built(&input, options)
}

fn built(input: &Input, options: Options) -> String {
    let mut sources = Sources::default();
    let ready = match build::read(input, options, &mut sources, &FONTS) {
        Ok(ready) => ready,
        Err(report) => return told(&report, &sources),
    };
    let plan = match plan(&ready.game, &ready.fonts, &ready.setup) {
        Ok(plan) => plan,
        Err(report) => return told(&report, &sources),
    };
    let mut cache = plan.sheet_cache();
    let mut drawings = 0;
    for sheet in 0..plan.sheets.len().min(2) {
        match plan.sheet(sheet, &mut cache) {
            Ok(_) => drawings += 1,
            Err(report) => return told(&report, &sources),
        }
    }
    format!("{drawings} {}", told(&ready.warnings, &sources))
}

fn iso() -> Options {
    Options::new("iso", DEFAULT_MARGIN)
}

fn csv(bytes: &[u8]) -> String {
    with_file(WITH_CSV, "a.csv", bytes, iso()) + &with_file(WITH_DECK, "a.csv", bytes, iso())
}

fn json(bytes: &[u8]) -> String {
    with_file(WITH_JSON, "a.json", bytes, iso())
}

fn xlsx(bytes: &[u8]) -> String {
    with_file(WITH_XLSX, "a.xlsx", bytes, iso())
}

fn drawn(bytes: &[u8]) -> String {
    match picture::read(&Arc::from(bytes)) {
        Ok(picture) => {
            let about = match &picture {
                picture::Picture::Pixels { image, .. } => {
                    format!(
                        "{:?} {:?} {} {} {}",
                        image.colours.coding,
                        image.colours.space,
                        image.colours.bits,
                        image.alpha.is_some(),
                        image.profile.is_some()
                    )
                }
                picture::Picture::Drawing { .. } => "drawing".to_owned(),
            };
            kind_of(&about)
        }
        Err(wrong) => kind_of(&wrong.message),
    }
}

fn font(bytes: &[u8]) -> String {
    with_file(WITH_FONT, "a.ttf", bytes, iso())
}

fn layout(bytes: &[u8]) -> String {
    let Ok(text) = str::from_utf8(bytes) else { return "no text".to_owned() };
    // The program reads such a layout in a process with bounds.
    if computes(text) {
        return "computes".to_owned();
    }
    input("g", text).map_or_else(String::new, |input| built(&input, iso()))
}

fn record(bytes: &[u8]) -> String {
    let Ok(text) = str::from_utf8(bytes) else { return "no text".to_owned() };
    let record = match Record::from_json(text) {
        Ok(record) => record,
        Err(error) => return kind_of(&error.to_string()),
    };
    let _ = Record::from_json(&record.to_json());
    input("g", SMALL).map_or_else(String::new, |input| built(&input, record.options))
}

fn profile(bytes: &[u8]) -> String {
    let Ok(text) = str::from_utf8(bytes) else { return "no text".to_owned() };
    let mut sources = Sources::default();
    let file = sources.add("p.toml", text);
    match spec::tables::profile::read(file, &sources) {
        Ok(profile) => {
            let page = Size::new(210.0, 297.0);
            let _ = (
                profile.printed(true, page, None),
                profile.margin_for(1.0.into(), page),
                profile.front.excess(),
            );
            let again = print::profile::profile_text(&profile, &[]);
            let mut options = iso();
            options = options.on(&Arc::new(profile));
            let Some(input) = input("g", SMALL) else { return again };
            built(&input, options)
        }
        Err(report) => told(&report, &sources),
    }
}

fn request(bytes: &[u8]) -> String {
    match preview::http::read(&mut &bytes[..]) {
        Ok(request) => format!("{} {}", request.target.text().len(), request.target.path.len() > 9),
        Err(response) => format!("{:?}", response.map(|response| response.status)),
    }
}

/// Has the whole program read an input that lies in a folder, as somebody would type it. Which line, the input decides.
///
/// # Errors
/// What the system says of the folder.
pub fn whole(target: &Target, bytes: &[u8], folder: &Path) -> io::Result<String> {
    if needs_a_process(target, bytes) {
        return Ok(String::new());
    }
    let mut hash = DefaultHasher::new();
    bytes.hash(&mut hash);
    let Some(line) = target.typed.get(hash.finish() as usize % target.typed.len().max(1)) else {
        return Ok(String::new());
    };
    fs::create_dir_all(folder)?;
    for (name, text) in target.beside {
        fs::write(folder.join(name), text)?;
    }
    fs::write(folder.join(target.file), bytes)?;
    let (out, err) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let streams = Streams {
        out: Stream::new(out.clone()),
        err: Stream::new(err.clone()),
        input: Box::new(Cursor::new("")),
        terminal: false,
        no_colour: false,
        dumb: false,
    };
    let place = Workplace { folder: folder.to_owned(), program: None, allowed: Vec::new(), ends: false };
    let typed = ["hexpress"].into_iter().chain(line.split(' ')).map(OsString::from);
    let status = cli::run(typed, streams, &place) as u8;
    let said = err.lock().map(|said| String::from_utf8_lossy(&said).into_owned()).unwrap_or_default();
    fs::remove_dir_all(folder)?;
    Ok(format!("{status} {}", kind_of(said.lines().next().unwrap_or_default())))
}

/// Whether the program builds an input in a process with bounds of its own, which there is none of here.
fn needs_a_process(target: &Target, bytes: &[u8]) -> bool {
    match target.name {
        "layout" => str::from_utf8(bytes).is_ok_and(computes),
        "pdf" | "svg" => {
            let whole = Opened::new("s", bytes).ok().and_then(|opened| opened.whole);
            whole.is_some_and(|whole| computes(&whole.layout))
        }
        _ => false,
    }
}
