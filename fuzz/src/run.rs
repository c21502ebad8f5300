//! Reads untrusted files.
//!
//! Each function returns a few words about the result. If an input is accepted and the words are
//! new, the input is kept and damaged further.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Cursor};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::{fs, str};

use hexpress::base::piece_side::PieceSide;
use hexpress::base::stored::Stored;
use hexpress::check::{JudgeOptions, Learn, Opened, TOLERANCE, judge_with};
use hexpress::cli::{self, RunContext, Stream, Streams};
use hexpress::diag::{Report, Sources, codes, render};
use hexpress::files::{Files, PlainName};
use hexpress::layout::{DEFAULT_MARGIN, plan};
use hexpress::make::{self, Input};
use hexpress::record::{Options, RECORD, Record};
use hexpress::scans::marked_scan::Overlay;
use hexpress::scans::reading::SizeLimits;
use hexpress::scans::{PrintedPdfs, ScanResult, scan_report};
use hexpress::scene::ImageContent;
use hexpress::template::limits::may_need_much_memory;
use hexpress::text::Fonts;
use hexpress::{editor, language, picture, preview, print};
use kurbo::Size;

use super::targets::Target;

/// The result of an input. `Ok` means that the input was processed; `Err` says why not.
pub type Answer = Result<String, String>;

pub const WITH_CSV: &str = "[[cards]]\nsize = \"poker\"\ndata = \"a.csv\"\nwhere = \"cost > 1\"\nface = [{ text = \"{{ word }} {{ cost }}\", font = \"9pt\" }]\n";
pub const WITH_JSON: &str = "[[cards]]\nsize = \"poker\"\ndata = \"a.json\"\nface = [{ text = \"{{ word }} {{ cost }}\", font = \"9pt\" }]\n";
pub const WITH_XLSX: &str = "[[cards]]\nsize = \"poker\"\ndata = \"a.xlsx\"\nface = [{ text = \"{{ word }} {{ cost }}\", font = \"9pt\" }]\n";
pub const WITH_DECK: &str = "[[tiles]]\nname = \"t\"\ncells = \"flat-top\"\nacross = \"30mm\"\n[tiles.deck]\nedges = [\"red\", \"blue\"]\ndata = \"a.csv\"\n";
pub const WITH_PICTURE: &str =
    "[[cards]]\nsize = \"poker\"\nface = [{ image = \"a.png\", size = \"40 x 40mm\" }]\n";
pub const WITH_FONT: &str = "[fonts]\nmine = \"a.ttf\"\n[[cards]]\nsize = \"poker\"\nface = [{ text = \"Ab1é 日本 fi\", font = \"mine 9pt\" }]\n";
pub const WITH_THEME: &str = "[game]\ntitle = \"T\"\ntheme = \"t.toml\"\n[[board]]\nname = \"b\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n[board.labels]\nfont = \"9pt\"\n[[cards]]\nname = \"c\"\nsize = \"poker\"\nrows = [{ name = \"A\", words = \"b\" }]\n";
pub const WITH_ICON: &str = "[icons]\nfolder = \"icons\"\n[[cards]]\nsize = \"poker\"\nface = [{ icon = \"own\", size = \"30mm\" }, { text = \":own: a\", font = \"9pt\" }]\n";
/// A layout with one sheet of cards.
pub const FLAT: &str = "[game]\ntitle = \"Flat\"\n[[cards]]\nname = \"c\"\nsize = \"44 x 63mm\"\nface = [{ text = \"{{ word }}\", font = \"24pt\" }, { box = \"36 x 50mm\", line = \"1mm black\" }]\nrows = [{ word = \"a\" }, { word = \"b\" }, { word = \"c\" }]\n";
/// A layout with a board and cards. It names no files.
pub const SMALL_LAYOUT: &str = "[game]\ntitle = \"Small\"\n[[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n[board.labels]\nfont = \"9pt\"\n[[cards]]\nname = \"cards\"\nsize = \"poker\"\nface = [{ text = \"ab\", font = \"9pt\" }]\nrows = [{ word = \"a\" }, { word = \"b\" }]\n";

/// The number of sheets of the layout that was planned last. Each sheet allows more time for a run.
pub static SHEETS: AtomicUsize = AtomicUsize::new(0);
static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::bundled);

/// Returns the first 120 characters of a message, without digits and without the names in quotes.
///
/// Messages that differ only in numbers and names then count as the same result.
fn kind_of(text: &str) -> String {
    let plain = text.split(['`', '"']).step_by(2).collect::<String>();
    plain.chars().filter(|sign| !sign.is_ascii_digit()).take(120).collect()
}

/// Returns the first two messages of a report. Also checks that the whole report can be rendered.
fn told(report: &Report, sources: &Sources) -> String {
    let _ = render(report, sources, true);
    let first = report.sorted().into_iter().take(2);
    first.map(|one| format!("{:?} {}", one.code, kind_of(&one.message))).collect()
}

pub fn finished(bytes: &[u8]) -> Answer {
    let opened = Opened::new("s", bytes).map_err(|error| kind_of(&error.to_string()))?;
    if let Some(lost) = &opened.build_data_error {
        return Err(kind_of(&lost.to_string()));
    }
    let ours = opened.record_and_files.is_some();
    let judge_options =
        JudgeOptions { learn: Some(Learn { title: "s", fonts: &FONTS }), ..JudgeOptions::default() };
    let verdict = judge_with(vec![opened], None, TOLERANCE, judge_options);
    let verdict = verdict.map_err(|(_, error)| kind_of(&error.to_string()))?;
    let mut codes: Vec<_> = verdict.faults.iter().map(|fault| fault.code.to_string()).collect();
    codes.sort();
    codes.dedup();
    Ok(format!("{ours} {codes:?} {:?}", verdict.found.first().map(|found| kind_of(found))))
}

/// Returns the input of a layout that exists only in memory, or `None` if `id` cannot be a file
/// name.
pub fn input(id: &str, text: &str) -> Option<Input> {
    let file: PlainName = format!("{id}.toml").parse().ok()?;
    let display_name = file.to_string();
    Some(Input {
        id: id.parse().ok()?,
        file,
        display_name,
        text: text.to_owned(),
        files: Files::default(),
        options: None,
    })
}

/// Reads, plans and draws a layout that names one file.
fn with_file(layout: &str, name: &str, bytes: &[u8]) -> Answer {
    let mut input = input("g", layout).ok_or_else(String::new)?;
    if let Ok(name) = name.parse() {
        input.files = Files::attached(BTreeMap::from([(name, Arc::from(bytes))]), RECORD);
    }
    built(&input, iso())
}

fn built(input: &Input, options: Options) -> Answer {
    SHEETS.store(0, Ordering::Relaxed);
    let mut sources = Sources::default();
    let ready = make::read(input, options, &mut sources, &FONTS);
    let ready = ready.map_err(|report| told(&report, &sources))?;
    let plan = plan(&ready.game, &ready.fonts, &ready.setup).map_err(|report| told(&report, &sources))?;
    let mut cache = plan.sheet_cache();
    SHEETS.store(plan.sheets.len(), Ordering::Relaxed);
    let drawings = plan.sheets.len().min(2);
    for sheet in 0..drawings {
        plan.sheet(sheet, &mut cache).map_err(|report| told(&report, &sources))?;
    }
    Ok(format!("{drawings} {}", told(&ready.warnings, &sources)))
}

fn iso() -> Options {
    Options::new("iso", DEFAULT_MARGIN)
}

pub fn csv(bytes: &[u8]) -> Answer {
    let (cards, tiles) = (with_file(WITH_CSV, "a.csv", bytes), with_file(WITH_DECK, "a.csv", bytes));
    let words = format!("{cards:?} {tiles:?}");
    if cards.or(tiles).is_ok() { Ok(words) } else { Err(words) }
}

pub fn json(bytes: &[u8]) -> Answer {
    with_file(WITH_JSON, "a.json", bytes)
}

pub fn xlsx(bytes: &[u8]) -> Answer {
    with_file(WITH_XLSX, "a.xlsx", bytes)
}

pub fn drawn(bytes: &[u8]) -> Answer {
    let (file, fonts): (Arc<[u8]>, _) = (Arc::from(bytes), Fonts::bundled());
    let read = picture::read(&file, &Stored::new(Arc::clone(&file)), picture::PictureSettings::plain(&fonts));
    let about = match read.map_err(|wrong| kind_of(&wrong.message))? {
        picture::Picture::Pixels { image, .. } => match &image.content {
            ImageContent::Pixels(pixels) => format!(
                "{:?} {:?} {} {} {}",
                pixels.colours.coding,
                pixels.colours.space,
                pixels.colours.bits,
                pixels.alpha.is_some(),
                pixels.profile.is_some()
            ),
            ImageContent::Page(_) => "page".to_owned(),
        },
        picture::Picture::Page { .. } => "page".to_owned(),
        picture::Picture::Drawing { .. } => "drawing".to_owned(),
    };
    Ok(kind_of(&about))
}

/// The sheet that pictures are compared with.
static PRINTED: LazyLock<Option<PrintedPdfs>> = LazyLock::new(|| {
    let input = input("g", FLAT)?;
    let options = Options::new("a5", DEFAULT_MARGIN);
    let made = make::build_pdfs(&input, options, &mut Sources::default(), &FONTS, |_| Ok(())).ok()?;
    PrintedPdfs::open(made.files.into_iter().map(|file| (file.name, file.bytes)).collect()).ok()
});

/// Compares a picture with a sheet, as a scan with a bank card, or as a photo.
pub fn scan(bytes: &[u8]) -> Answer {
    let printed = PRINTED.as_ref().ok_or("the sheet cannot be built")?;
    let file: Arc<[u8]> = bytes.into();
    let wanted = printed.wanted(None).map_err(|wrong| kind_of(&wrong.message))?;
    // The bytes of the input decide whether it is read as a photo. If it is a PNG, only its header
    // decides, because the header stays the same when the file is split and joined.
    let lasting = if bytes.starts_with(b"\x89PNG") { &bytes[..bytes.len().min(33)] } else { bytes };
    let is_photo = lasting.iter().map(|byte| usize::from(*byte)).sum::<usize>().is_multiple_of(4);
    let judged = match is_photo {
        true => printed.judge_photo(&file, "s", &wanted, SizeLimits::PAGE),
        false => printed.judge_scan(&file, "s", &wanted, true, SizeLimits::PAGE),
    };
    match judged {
        Ok(picture) => {
            let result = ScanResult { name: "s".to_owned(), printed, picture };
            let found = scan_report::diagnostics(&result);
            let _ = (scan_report::text(&result, &found), Overlay::new(&result));
            Ok(found.iter().take(3).map(|one| format!("{:?} ", one.code)).collect())
        }
        // A picture that shows no page was read and compared, so it counts as accepted.
        Err(wrong) if wrong.code == codes::SCAN_UNKNOWN => Ok(kind_of(&wrong.message)),
        Err(wrong) => Err(kind_of(&wrong.message)),
    }
}

pub fn page(bytes: &[u8]) -> Answer {
    with_file(WITH_PICTURE, "a.png", bytes)
}

pub fn font(bytes: &[u8]) -> Answer {
    with_file(WITH_FONT, "a.ttf", bytes)
}

pub fn theme(bytes: &[u8]) -> Answer {
    with_file(WITH_THEME, "t.toml", bytes)
}

pub fn icon(bytes: &[u8]) -> Answer {
    with_file(WITH_ICON, "icons/own.svg", bytes)
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    str::from_utf8(bytes).map_err(|_| "no text".to_owned())
}

pub fn layout(bytes: &[u8]) -> Answer {
    let input = input("g", text(bytes)?).ok_or_else(String::new)?;
    built(&input, iso())
}

/// Formats a layout, and checks that formatting it again changes nothing.
pub fn formatted(bytes: &[u8]) -> Answer {
    let usual = editor::format(text(bytes)?).map_err(|error| kind_of(error.message()))?;
    assert!(editor::format(&usual).is_ok_and(|again| again == usual), "formatted twice it is another text");
    Ok(usual.lines().map(kind_of).collect::<Vec<_>>().join(" ").chars().take(60).collect())
}

/// Sends an editor's messages to a language server.
///
/// The input is accepted if the server answers with information about a layout.
pub fn served(bytes: &[u8]) -> Answer {
    let mut sent = String::new();
    let mut send = |bytes: &[u8]| sent.push_str(&String::from_utf8_lossy(bytes));
    let stopped = editor::Server::new(Vec::new(), None).run(&mut &bytes[..], &mut send);
    let answers = sent.matches("\"result\":").count() - sent.matches("\"result\":null").count();
    let mistakes = sent.matches("publishDiagnostics").count();
    let words = format!("{stopped} {answers} {mistakes} {}", sent.matches("\"error\":").count());
    if answers + mistakes > 0 { Ok(words) } else { Err(words) }
}

pub fn record(bytes: &[u8]) -> Answer {
    let record = Record::from_json(text(bytes)?).map_err(|error| kind_of(&error.to_string()))?;
    let _ = Record::from_json(&record.to_json());
    built(&input("g", SMALL_LAYOUT).ok_or_else(String::new)?, record.options)
}

pub fn profile(bytes: &[u8]) -> Answer {
    let mut sources = Sources::default();
    let file = sources.add("p.toml", text(bytes)?);
    let profile =
        language::tables::profile::read(file, &sources).map_err(|report| told(&report, &sources))?;
    let page = Size::new(210.0, 297.0);
    let _ = (
        profile.printed(PieceSide::Back, page, None),
        profile.margin_for(1.0.into(), page),
        profile.front.excess(),
    );
    let _ = print::profile::profile_text(&profile, &[]);
    built(&input("g", SMALL_LAYOUT).ok_or_else(String::new)?, iso().with_profile(&Arc::new(profile)))
}

pub fn request(bytes: &[u8]) -> Answer {
    match preview::http::read(&mut &bytes[..]) {
        Ok(request) => Ok(format!("{} {}", request.target.text().len(), request.target.path.len() > 9)),
        Err(refusal) => Err(format!("{:?}", refusal.status())),
    }
}

/// Runs the whole program on an input that is saved in a folder. The input determines which command
/// line is used.
///
/// # Errors
/// The system reports an error about the folder.
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
    let path = folder.join(target.file);
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)?;
    let (out, err) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let streams = Streams {
        out: Stream::new(out.clone()),
        err: Stream::new(err.clone()),
        input: Box::new(Cursor::new("")),
        terminal: false,
        no_colour: false,
        dumb: false,
    };
    let place = RunContext {
        folder: folder.to_owned(),
        program: None,
        allowed: Vec::new(),
        process_ends_with_run: false,
    };
    let typed = ["hexpress"].into_iter().chain(line.split(' ')).map(OsString::from);
    let status = cli::run(typed, streams, &place) as u8;
    let said = err.lock().map(|said| String::from_utf8_lossy(&said).into_owned()).unwrap_or_default();
    fs::remove_dir_all(folder)?;
    Ok(format!("{status} {}", kind_of(said.lines().next().unwrap_or_default())))
}

/// Returns whether the program would build an input in a process with limits. No such process can
/// be started here.
fn needs_a_process(target: &Target, bytes: &[u8]) -> bool {
    match target.name {
        "layout" => str::from_utf8(bytes).is_ok_and(may_need_much_memory),
        "pdf" | "svg" => {
            let whole = Opened::new("s", bytes).ok().and_then(|opened| opened.record_and_files);
            whole.is_some_and(|whole| may_need_much_memory(&whole.layout))
        }
        _ => false,
    }
}
