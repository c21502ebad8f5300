//! Writes the tickets of files that are not sheets: pictures of pieces and decks, and cut lines.
//!
//! - In: the files in a folder, and what each file shows.
//! - Out: a [`TextAndJson`].

use serde_json::json;

use super::{TextAndJson, TicketFile, chosen, note_on_standard, registration, title};
use crate::make::{CutFile, CutFormat, GridSize, PictureInfo, SetupPicture};
use crate::shops::pdf_description::ShopPdf;
use hexpress_base::units::MM_PER_INCH;
use hexpress_base::units::{ShortNumber, count_with_noun, counted, width_and_height};
use hexpress_layout::{Content, Plan, Setup};
use hexpress_scene::PixelSize;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::paper::sheet_name;

/// The indent of a line about files.
const INDENT: &str = "    ";

/// The width of the column with component names, in characters.
const COMPONENT_WIDTH: usize = 14;

/// The width of the column with file names, in characters.
const FILE_WIDTH: usize = 28;

/// The data for the ticket of a build that makes a folder of pictures, PDFs or cut lines.
#[derive(Clone, Copy)]
pub struct FolderTicket<'t, 'a> {
    pub plan: &'t Plan<'a>,
    pub setup: &'t Setup,
    /// The pieces that are printed, as text. Empty if all pieces are printed.
    pub pieces: &'t str,
    pub folder: &'t str,
    pub printed: &'t [TicketFile],
}

/// A file, and a description of what it shows.
struct Entry<'t, T> {
    file: &'t TicketFile,
    shows: &'t T,
}

impl<'t> FolderTicket<'t, '_> {
    /// Writes the ticket of pictures. `pictures` has an item for every file, in the same order.
    pub fn pictures(&self, pictures: &'t [PictureInfo]) -> TextAndJson {
        let entries = self.entries(pictures);
        let dpi = entries.first().map_or(0, |first| first.shows.dpi);
        let count = count_with_noun(entries.len(), "picture");
        let mut text = self.first_lines(&count, &format!(", {dpi} dpi"));
        for run in runs(&entries) {
            text.push_str(&describe(run));
            text.push_str(&format!("{INDENT}{:COMPONENT_WIDTH$} {}\n", "", self.names(run)));
        }
        self.add_end(&mut text);
        TextAndJson { text, value: entries.iter().map(Entry::picture_to_json).collect() }
    }

    /// Writes the ticket of files with cut lines. `cuts` has an item for every file, in the same
    /// order.
    pub fn cuts(&self, format: CutFormat, cuts: &'t [CutFile]) -> TextAndJson {
        let entries = self.entries(cuts);
        let count = counted(entries.len(), "file of cuts", "files of cuts");
        let mut text = self.first_lines(&count, "");
        text.extend(entries.iter().map(Entry::cut_line));
        let lines = match format {
            CutFormat::Svg => "red lines are cuts, blue ones only show where the paper is",
            CutFormat::Dxf => "the layer CUT is cut, FOLD is scored, and SHEET only shows where the paper is",
        };
        text.push_str(&format!("  Print that PDF at 100 %, and cut with the same sheet: {lines}.\n"));
        for (kind, svg, dxf, what) in [
            (CutKind::Kiss, "Magenta lines are", "The layer KISS is", "cut only through the upper layer"),
            (CutKind::Perforation, "Green lines are", "The layer PERF is", "perforated"),
            (CutKind::Fold, "Cyan lines are", "", "scored, to be folded"),
        ] {
            let lines = if format == CutFormat::Svg { svg } else { dxf };
            if !lines.is_empty() && cuts.iter().any(|file| file.kinds.contains(&kind)) {
                text.push_str(&format!("  {lines} {what}.\n"));
            }
        }
        if format == CutFormat::Dxf {
            text.push_str(&lengths_of_dxf(cuts));
        }
        text.push_str(&registration::instructions(self.plan, self.setup));
        let posters = self.plan.sheets.iter().filter(|sheet| matches!(sheet.content, Content::Poster(..)));
        let mut poster_names: Vec<&str> = posters.map(|sheet| &*sheet.component.name).collect();
        poster_names.dedup();
        if !poster_names.is_empty() {
            let names = poster_names.join(", ");
            text.push_str(&format!(
                "  No cuts are made for posters ({names}): assemble them first, then cut them by hand.\n"
            ));
        }
        self.add_end(&mut text);
        TextAndJson { text, value: entries.iter().map(Entry::cuts_to_json).collect() }
    }

    /// Writes the ticket of pictures for the program of a cutting machine. `pictures` has an item for
    /// every file, in the same order.
    pub fn cut_setup(&self, pictures: &'t [SetupPicture]) -> TextAndJson {
        let entries = self.entries(pictures);
        let count = count_with_noun(entries.iter().filter(|entry| entry.shows.is_png).count(), "picture");
        let mut text = self.first_lines(&count, "");
        text.extend(entries.iter().filter(|entry| entry.shows.is_png).map(Entry::setup_lines));
        text.push_str(
            "  Do this once for each picture, in the program of the machine:\n\
             \x20   1. Choose the page, and insert the picture (the .svg file shows the same shapes).\n\
             \x20   2. Type in the width and the height. If the program offers to resize the picture, refuse.\n\
             \x20   3. Cut the outline of each shape, without bleed. Save the job under its name.\n\
             \x20   4. Print the job with its marks at 100 %, to the PDF that is named above.\n\
             \x20 Then build again with the same options, but with --cut and this PDF instead of --format. If the\n\
             \x20 game has several jobs, join their PDFs to one file, or choose components with --only.\n",
        );
        self.add_end(&mut text);
        TextAndJson { text, value: entries.iter().map(Entry::setup_to_json).collect() }
    }

    /// Writes the ticket of PDFs for a shop. `pdfs` has an item for every file, in the same order.
    pub fn shop_pdfs(&self, pdfs: &'t [ShopPdf]) -> TextAndJson {
        let entries = self.entries(pdfs);
        let mut text = self.first_lines(&count_with_noun(entries.len(), "PDF"), "");
        text.extend(entries.iter().map(|Entry { file, shows }| shows.describe(&file.path)));
        text.push_str(&note_on_standard(self.setup));
        self.add_end(&mut text);
        TextAndJson {
            text,
            value: entries
                .iter()
                .map(|Entry { file, shows }| shows.to_json(&file.path, file.bytes))
                .collect(),
        }
    }

    /// Pairs every file with the description of what it shows.
    fn entries<T>(&self, shows: &'t [T]) -> Vec<Entry<'t, T>> {
        self.printed.iter().zip(shows).map(|(file, shows)| Entry { file, shows }).collect()
    }

    /// Returns the line with the title of the game, and the line about the folder. `count` is the
    /// number of files as text, such as `12 pictures`. `more` ends the second line, e.g. with `, 300
    /// dpi`.
    fn first_lines(&self, count: &str, more: &str) -> String {
        let bytes: usize = self.printed.iter().map(|file| file.bytes).sum();
        format!("{}  {}   {count}, {} KB{more}\n", title(self.plan), self.folder, bytes.div_ceil(1000))
    }

    /// Adds a description of the pieces that are printed, and a blank line.
    fn add_end(&self, text: &mut String) {
        text.push_str(&chosen(self.plan, self.pieces));
        text.push('\n');
    }

    /// Returns the names of the first and the last file of a run, relative to the folder.
    fn names(&self, run: &[Entry<'_, PictureInfo>]) -> String {
        match run {
            [first, .., last] => {
                format!("{} … {}", self.path_in_folder(first.file), self.path_in_folder(last.file))
            }
            [only] => self.path_in_folder(only.file).to_owned(),
            [] => String::new(),
        }
    }

    fn path_in_folder<'p>(&self, file: &'p TicketFile) -> &'p str {
        let path = file.path.as_str();
        let below = path.rsplit_once(self.folder).map_or(path, |(_, below)| below);
        below.trim_start_matches(['/', '\\'])
    }
}

/// Divides pictures into runs. All pictures of a run differ only in the pieces that they show, so one
/// line describes them.
fn runs<'e, 't>(mut entries: &'e [Entry<'t, PictureInfo>]) -> Vec<&'e [Entry<'t, PictureInfo>]> {
    let mut runs = Vec::new();
    while let Some(first) = entries.first() {
        let length =
            entries.iter().take_while(|entry| shares_a_line(first.shows, entry.shows)).count().max(1);
        let (run, rest) = entries.split_at(length);
        runs.push(run);
        entries = rest;
    }
    runs
}

/// Returns whether a picture is described in the same line as the first picture of its run.
fn shares_a_line(first: &PictureInfo, picture: &PictureInfo) -> bool {
    // If pieces have different backs, the picture of each back directly follows the picture of its
    // front, and one line describes both. A back that all pieces share gets its own line.
    let is_same_side = picture.back == first.back || !(first.back || picture.of_all);
    is_same_side
        && picture.component == first.component
        && picture.grid == first.grid
        && picture.pixels == first.pixels
}

/// Returns the line about a run of pictures.
fn describe(run: &[Entry<'_, PictureInfo>]) -> String {
    let Some(Entry { shows: first, .. }) = run.first() else { return String::new() };
    let same_side: Vec<&PictureInfo> =
        run.iter().map(|entry| entry.shows).filter(|picture| picture.back == first.back).collect();
    let pieces: usize = same_side.iter().map(|picture| picture.pieces.len()).sum();
    let times = first.times as usize;
    let what = match first.grid {
        // A grid shows every copy of a piece, but the deck only once, even if it is printed several
        // times.
        Some(GridSize { columns, rows }) => {
            let repeated = if times > 1 { format!(", {times} times each") } else { String::new() };
            format!("{columns} columns, {rows} rows, {}{repeated}", count_with_noun(pieces, "piece"))
        }
        None if first.pieces.is_empty() => "whole".to_owned(),
        None if first.of_all => "the back of all pieces".to_owned(),
        // Every printed piece counts: all copies of a piece, each time that the deck is printed. The
        // number after `x` in a file name such as `007-x4.png` is counted in the same way.
        None if pieces * times > same_side.len() => {
            format!("{} for {} pieces", count_with_noun(same_side.len(), "picture"), pieces * times)
        }
        None => count_with_noun(pieces * times, "piece"),
    };
    let backs = if run.len() > same_side.len() { ", each with its back" } else { "" };
    let bleed = match first.bleed {
        0.0 => String::new(),
        bleed => format!(", with {} mm of bleed", ShortNumber(bleed)),
    };
    let PixelSize { width, height } = first.pixels;
    let component = &first.component;
    format!("{INDENT}{component:<COMPONENT_WIDTH$} {what}{backs}{bleed}; {width} x {height} pixels\n")
}

/// Returns the lines about lengths in DXF files. They state the unit, because many programs ask for it.
/// They also state the size of the sheets, so that the user can check whether the unit is correct.
fn lengths_of_dxf(cuts: &[CutFile]) -> String {
    let mut sizes: Vec<String> = cuts
        .iter()
        .map(|cut| format!("{} x {} mm", ShortNumber(cut.sheet.width), ShortNumber(cut.sheet.height)))
        .collect();
    sizes.sort();
    sizes.dedup();
    format!(
        "  The unit is the millimetre: after you open a file, SHEET must measure {}.\n",
        sizes.join(" or ")
    )
}

impl Entry<'_, PictureInfo> {
    fn picture_to_json(&self) -> serde_json::Value {
        let Self { file, shows: picture } = self;
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "component": picture.component,
            "side": if picture.back { "back" } else { "front" },
            "pieces": picture.pieces,
            "times": picture.times,
            "pixels": [picture.pixels.width, picture.pixels.height],
            "dpi": picture.dpi,
            "bleed-mm": picture.bleed,
            "mm": [picture.size.width, picture.size.height],
            "columns": picture.grid.map(|grid| grid.columns),
            "rows": picture.grid.map(|grid| grid.rows),
        })
    }
}

impl Entry<'_, CutFile> {
    /// Returns the line about a file with cut lines.
    fn cut_line(&self) -> String {
        let Self { file, shows: cut } = self;
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
        format!(
            "{INDENT}{name:<FILE_WIDTH$} {}, {} m of cuts; cuts page {} of {}{}\n",
            count_with_noun(cut.pieces, "piece"),
            ShortNumber((cut.length / 10.0).round() / 100.0),
            cut.page,
            cut.pdf,
            if cut.folded { ", folded and glued" } else { "" },
        )
    }

    fn cuts_to_json(&self) -> serde_json::Value {
        let Self { file, shows: cut } = self;
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "cuts": cut.pdf,
            "page": cut.page,
            "pieces": cut.pieces,
            "folded": cut.folded,
            "kinds": cut.kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>(),
            "sheet-mm": [cut.sheet.width, cut.sheet.height],
            "length-mm": (cut.length * 1000.0).round() / 1000.0,
        })
    }
}

impl Entry<'_, SetupPicture> {
    /// Returns the lines about a picture, and about the cutting job that the user makes from the
    /// picture.
    fn setup_lines(&self) -> String {
        let Self { file, shows: picture } = self;
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
        let mm = |length: f64| ShortNumber((length * 1000.0).round() / 1000.0);
        let inches = |length: f64| ShortNumber((length / MM_PER_INCH * 1000.0).round() / 1000.0);
        let SetupPicture { size, sheet, job, .. } = picture;
        let turned = if sheet.width > sheet.height { "landscape" } else { "portrait" };
        format!(
            "{INDENT}{name:<FILE_WIDTH$} {}: {}\n\
             {INDENT}{INDENT}width and height  {} x {} mm ({} x {} in)\n\
             {INDENT}{INDENT}page              {}, {turned}, {} mm; the picture in the middle\n\
             {INDENT}{INDENT}job               {job}\n\
             {INDENT}{INDENT}print it to       {job}.captured.pdf\n",
            picture.components.join(", "),
            count_with_noun(picture.shapes, "shape"),
            mm(size.width),
            mm(size.height),
            inches(size.width),
            inches(size.height),
            sheet_name(*sheet),
            width_and_height(*sheet),
        )
    }

    fn setup_to_json(&self) -> serde_json::Value {
        let Self { file, shows: picture } = self;
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "job": picture.job,
            "components": picture.components,
            "shapes": picture.shapes,
            "mm": [picture.size.width, picture.size.height],
            "sheet-mm": [picture.sheet.width, picture.sheet.height],
            "corner-mm": picture.corner,
        })
    }
}
