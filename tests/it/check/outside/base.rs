//! The bases: the unchanged files from which the rows of `rows/*.txt` start. Each base is built once, in
//! this process, with an index of its drawings.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::sync::{Arc, LazyLock, Mutex};

use hexpress::cli::{self, RunContext, Stream, Streams};
use hexpress::read::{ItemKind, pdf, svg};
use kurbo::{Rect, Shape as _};
use serde_json::Value;

use crate::support::measure::id;
use crate::support::plain_games;
use crate::support::run::Folder;

/// Returns the text of a file in this folder.
pub fn read(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/check/outside");
    std::fs::read_to_string(format!("{folder}/{name}")).unwrap()
}

/// The text of `bases.txt`. Each base begins with `=== name | arguments of build`, followed by its
/// layout.
///
/// A base without a layout is a bundled game.
static BASES: LazyLock<String> = LazyLock::new(|| read("bases.txt"));

/// The position of a drawing: its page, and its box in mm from the top left corner.
pub type Spot = (usize, Rect);

/// A built PDF, or the sheets of one build as SVG.
pub struct Base {
    pub files: Vec<(String, Vec<u8>)>,
    pub spots: BTreeMap<String, Vec<Spot>>,
}

pub struct Bases(BTreeMap<&'static str, Base>);

fn texts() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    BASES.split("=== ").skip(1).map(|part| {
        let (head, text) = part.split_once('\n').unwrap();
        let (name, args) = head.split_once(" | ").unwrap();
        (name.trim(), args.trim(), text)
    })
}

/// Returns true if the files of a base carry their layout.
pub fn has_layout(base: &str) -> bool {
    texts().filter(|(name, ..)| *name == base).all(|(.., text)| !text.contains("embed = false"))
}

pub fn names() -> impl Iterator<Item = &'static str> {
    texts().map(|(name, ..)| name)
}

impl Bases {
    /// Builds the bases with these names.
    pub fn built<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let wanted: BTreeSet<&str> = names.collect();
        let known: BTreeSet<&str> = self::names().collect();
        assert!(wanted.is_subset(&known), "{:?} are no bases", wanted.difference(&known).collect::<Vec<_>>());
        let texts = texts().filter(|(name, ..)| wanted.contains(name));
        Self(texts.map(|(name, args, text)| (name, Base::built(name, args, text))).collect())
    }

    pub fn of(&self, name: &str) -> &Base {
        &self.0[name]
    }
}

/// Runs the program within this process, even for files that normally need a process of their own.
///
/// Returns the status, standard output and standard error.
pub fn program(args: &[&str], folder: &Folder) -> (i32, String, String) {
    let (out, err) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let streams = Streams {
        out: Stream::new(out.clone()),
        err: Stream::new(err.clone()),
        input: Box::new(io::empty()),
        terminal: false,
        no_colour: true,
        dumb: true,
    };
    let run_context = RunContext { folder: folder.path().to_owned(), program: None, ..RunContext::default() };
    let typed = ["hexpress"].iter().chain(args).map(OsString::from);
    let status = cli::run(typed, streams, &run_context) as i32;
    let text = |sink: &Mutex<Vec<u8>>| String::from_utf8(sink.lock().unwrap().clone()).unwrap();
    (status, text(&out), text(&err))
}

/// Returns a picture of 400 x 300 pixels, whose colours change gradually. The layouts of the bases can use it
/// as `art/photo.png`.
pub fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 400, 300);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    let pixel = |i: u32| [(i % 400 / 2) as u8, (i / 400 / 2) as u8, 120];
    writer.write_image_data(&(0..400 * 300).flat_map(pixel).collect::<Vec<u8>>()).unwrap();
    drop(writer);
    bytes
}

/// The contents of `printer.toml`. The arguments of a base can contain `--printer printer.toml`.
const PRINTER: &str = "name = \"Old Inkjet\"\nreach = \"4mm\"\nmargin = \"8mm\"\n[front]\nscale = \"99.2 x 100.3%\"\noffset = \"0.8 -1.1mm\"\nskew = 0.4\n[back]\nscale = \"99 x 100.4%\"\noffset = \"-0.6 1.4mm\"\n";

impl Base {
    fn built(name: &str, args: &str, text: &str) -> Self {
        let (files, output) = built(args, text);
        assert!(!files.is_empty(), "{name} is not built: {output}");
        let mut spots: BTreeMap<String, Vec<Spot>> = BTreeMap::new();
        let mut page = 0;
        for (name, bytes) in &files {
            let pages = if name.ends_with(".svg") {
                svg(bytes).unwrap().document.pages
            } else {
                pdf(bytes).unwrap().pages
            };
            for sheet in pages {
                page += 1;
                for item in &sheet.items {
                    let rect = match &item.kind {
                        ItemKind::Path { path, .. } => path.bounding_box(),
                        ItemKind::Text(text) => text.outline,
                        ItemKind::Image { corners, .. } => Rect::from_points(corners[0], corners[2]),
                    };
                    let rect = item.clip.map_or(rect, |clip| rect.intersect(clip));
                    let known = spots.entry(id(item)).or_default();
                    match known.iter_mut().find(|(on, _)| *on == page) {
                        Some((_, all)) => *all = all.union(rect),
                        None => known.push((page, rect)),
                    }
                }
            }
        }
        Self { files, spots }
    }

    /// Returns the position of a drawing. `ruler-across@2` is the ruler on page 2.
    #[track_caller]
    pub fn spot(&self, piece: &str) -> Spot {
        let (name, page) = match piece.split_once('@') {
            Some((name, page)) => (name, Some(page.parse::<usize>().unwrap())),
            None => (piece, None),
        };
        let spots =
            self.spots.get(name).unwrap_or_else(|| panic!("no drawing {name}: {:?}", self.spots.keys()));
        *spots.iter().find(|(on, _)| page.is_none_or(|page| page == *on)).unwrap()
    }

    /// Returns true if a page shows backs but no fronts. A folded sheet shows fronts and backs on the same
    /// page, so it does not count as two-sided.
    pub fn is_two_sided(&self) -> bool {
        let pages = |is_back: bool| -> BTreeSet<usize> {
            let is_piece = |id: &str| id.rsplit('/').next().is_some_and(|part| part.parse::<usize>().is_ok());
            let wanted = |id: &str| if is_back { id.ends_with("/back") } else { is_piece(id) };
            let spots = self.spots.iter().filter(|(id, _)| wanted(id)).flat_map(|(_, spots)| spots);
            spots.map(|(page, _)| *page).collect()
        };
        !pages(true).is_subset(&pages(false))
    }

    /// Returns what `check` reports for these files.
    pub fn checked(&self, files: &[(String, Vec<u8>)]) -> Reported {
        let folder = Folder::new();
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let args = ["check", "--json"].into_iter().chain(files.iter().map(|(name, _)| name.as_str()));
        let (status, out, err) = program(&args.collect::<Vec<_>>(), &folder);
        let value: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e} in {out}{err}"));
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let results = list(&value["results"]);
        let mut all_worst: f64 = 0.0;
        for result in &results {
            let worst = result["worst-deviation-mm"].as_f64().unwrap();
            let judged = list(&result["faults"]).into_iter().filter(|fault| fault["severity"] == "error");
            let farthest = judged.filter_map(|fault| fault["by-mm"].as_f64()).fold(0.0, f64::max);
            assert!(farthest <= worst, "a fault is {farthest} mm off, and the worst {worst} mm");
            all_worst = all_worst.max(worst);
        }
        let faults =
            results.iter().flat_map(|result| list(&result["faults"])).chain(list(&value["diagnostics"]));
        let cells = results.iter().filter_map(|result| result["cells"].as_u64()).sum();
        Reported {
            status,
            cells,
            worst: all_worst,
            faults: faults.map(|fault| Fault::read(&fault, files)).collect(),
        }
    }
}

fn built(args: &str, text: &str) -> (Vec<(String, Vec<u8>)>, String) {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("art")).unwrap();
    std::fs::write(folder.path().join("art/photo.png"), photo()).unwrap();
    std::fs::write(folder.path().join("printer.toml"), PRINTER).unwrap();
    let mut all = vec!["build", "--no-check", "--quiet"];
    if !text.trim().is_empty() {
        std::fs::write(folder.path().join("x.toml"), text).unwrap();
    }
    let mut args = args.split_whitespace();
    let file = args.next().map(|what| match plain_games::GAMES.iter().find(|(id, _)| *id == what) {
        Some((id, text)) => {
            let file = format!("{id}.toml");
            std::fs::write(folder.path().join(&file), text).unwrap();
            file
        }
        None => what.to_owned(),
    });
    all.extend(file.as_deref().into_iter().chain(args));
    let (_, out, err) = program(&all, &folder);
    let names =
        folder.all().into_iter().filter(|name| name.starts_with("output/") && !name.ends_with(".txt"));
    let files = names.map(|name| {
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        (name.rsplit_once('/').unwrap().1.to_owned(), bytes)
    });
    (files.collect(), format!("{out}{err}"))
}

/// What the checker reported for files.
pub struct Reported {
    pub status: i32,
    /// The number of cells that were found.
    pub cells: u64,
    /// The largest deviation that the checker measured, in mm.
    pub worst: f64,
    pub faults: Vec<Fault>,
}

pub struct Fault {
    pub code: String,
    pub error: bool,
    pub message: String,
    pub piece: Option<String>,
    /// The page, counted through all files of the base.
    pub page: Option<usize>,
    pub rect: Option<Rect>,
}

impl Fault {
    fn read(value: &Value, files: &[(String, Vec<u8>)]) -> Self {
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let at = &value["at-mm"];
        let number = |key: &str| at[key].as_f64().unwrap_or_default();
        let page = value["page"].as_u64().and_then(|page| usize::try_from(page).ok());
        // A build as SVG makes one file for each page. A build as PDF makes only one file.
        let page = match text("file").and_then(|file| files.iter().position(|(name, _)| *name == file)) {
            Some(file) if files.len() > 1 => Some(file + 1),
            _ => page,
        };
        Self {
            code: text("code").unwrap_or_default(),
            error: text("severity").as_deref() == Some("error"),
            message: text("message").unwrap_or_default(),
            piece: text("piece"),
            page,
            rect: (!at.is_null()).then(|| {
                Rect::from_origin_size((number("x"), number("y")), (number("width"), number("height")))
            }),
        }
    }
}

impl Reported {
    /// Formats the first few faults for people.
    pub fn shown(&self) -> String {
        let line = |f: &Fault| {
            let place = f.rect.map_or_else(String::new, |r| {
                format!(" {:.0} {:.0} {:.0}x{:.0}", r.x0, r.y0, r.width(), r.height())
            });
            let page = f.page.map_or_else(String::new, |page| format!(" p{page}"));
            let grade = if f.error { "" } else { " (no error)" };
            format!(
                "    {}{grade}{page}{place} {} {}\n",
                f.code,
                f.piece.as_deref().unwrap_or("-"),
                f.message
            )
        };
        let faults: String = self.faults.iter().take(6).map(line).collect();
        format!("    status {}, {} faults\n{faults}", self.status, self.faults.len())
    }
}
