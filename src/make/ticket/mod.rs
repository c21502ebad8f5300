//! Writes the ticket of a build: what to print, on which paper and how often.
//!
//! A copy shop can print the game with this ticket, without asking the user anything.
//!
//! - In: a plan, and the files that were made from it.
//! - Out: a [`TextAndJson`].
//! - Not here: making or measuring the files.

mod box_parts;
mod folded_text;
mod folder_ticket;
pub mod manifest;
mod posters;
mod registration;
mod row;
mod stacks;

use std::ops::Range;

use serde_json::{Value, json};

use crate::make::{self, FileSheets, OutputFile};
use hexpress_base::units::{capital, count_with_noun};
use hexpress_game::{Body, Component, Outline, Pack, PieceSet};
use hexpress_layout::{Content, Plan, Setup, SheetPlan};
use hexpress_scene::print::job::Sides;
use hexpress_scene::print::language;
use hexpress_scene::print::paper::{SheetClass, sheet_name};
use hexpress_scene::print::setup::{Cutter, Inking};
use hexpress_write::FileBytes;

pub use folder_ticket::FolderTicket;
pub use posters::{Smaller, on_smaller_paper};
pub use registration::{captured_jobs, to_json as registration};

use row::{Row, cell_name, runs};

/// A finished file, without its contents.
#[derive(Debug)]
pub struct TicketFile {
    /// The sheets in the file.
    pub sheets: FileSheets,
    /// The path of the file, as the ticket shows it.
    pub path: String,
    /// The size of the file in bytes.
    pub bytes: usize,
}

impl From<&OutputFile<FileBytes>> for TicketFile {
    fn from(made: &OutputFile<FileBytes>) -> Self {
        Self { sheets: made.sheets.clone(), path: made.name.clone(), bytes: made.bytes.length() }
    }
}

/// A ticket or an explanation, as text for people and as JSON for programs.
#[derive(Debug)]
pub struct TextAndJson {
    /// The text, in complete lines.
    pub text: String,
    /// The information in `text`, as a JSON object.
    pub value: Value,
}

/// Returns the name of a component and what it consists of, such as `board (37 hexagons)` or `start (1
/// disc)`.
pub fn contents(component: &Component) -> String {
    match &component.body {
        Body::Board(board) => {
            format!("{} ({})", component.name, count_with_noun(board.cells.len(), cell_name(board)))
        }
        Body::Pieces(deck) => {
            let pieces = deck.pieces.len() * component.print as usize;
            format!("{} ({})", component.name, count_with_noun(pieces, deck.outline.called()))
        }
        Body::Pages(_) => format!("{} (text)", component.name),
    }
}

/// A folder with one file for every sheet.
#[derive(Debug, Clone, Copy)]
pub struct SheetFolder<'f> {
    /// The path of the folder, as the ticket shows it.
    pub path_on_ticket: &'f str,
    /// Whether each file in the folder contains the layout.
    pub carries_layout: bool,
}

/// The data for the ticket of a build that makes sheets.
#[derive(Debug, Clone, Copy)]
pub struct SheetTicket<'t, 'a> {
    pub plan: &'t Plan<'a>,
    pub setup: &'t Setup,
    /// The pieces that are printed, as text. Empty if all pieces are printed.
    pub pieces: &'t str,
    pub printed: &'t [TicketFile],
    /// The folder of a build that makes a file for every sheet. `None` for a build of PDFs.
    pub folder: Option<SheetFolder<'t>>,
    /// How many sheets the large boards would need on smaller paper. `None` if there is no large board
    /// or no smaller paper.
    pub smaller: Option<&'t Smaller>,
}

impl SheetTicket<'_, '_> {
    /// Writes the ticket, in the language of the game.
    pub fn write(&self) -> TextAndJson {
        let &Self { plan, setup, pieces, printed, folder, .. } = self;
        let game = plan.game();
        let mut text = title(plan);
        let files = printed.iter().map(|file| self.add_file(file, &mut text)).collect();
        if let Some(folder) = folder {
            text.push_str(&sheets_in_folder(plan, folder.path_on_ticket, printed));
        }
        text.push_str(&chosen(plan, pieces));
        text.push_str(&notes_on_cutting(plan, setup));
        text.push_str(&registration::instructions(plan, setup));
        self.add_instructions(&mut text);
        self.add_notes_on_ink(&mut text);
        text.push_str(&note_on_standard(setup));
        self.add_large_sheets(&mut text);
        text.push_str(&posters::instructions(plan, setup));
        text.push_str(&box_parts::instructions(plan, setup));
        text.push_str(&stacks::instructions(plan, setup));
        text.push_str(&folded_text::instructions(plan));
        if !game.extra_equipment.is_empty() {
            text.push_str(&format!("  You also need: {}.\n", game.extra_equipment.join(", ")));
        }
        self.add_embedded_layout(&mut text);
        text.push('\n');
        TextAndJson { text: language::ticket(&game.language, text), value: Value::Array(files) }
    }

    /// Adds the lines about a PDF to `text`. Returns the same information as JSON.
    fn add_file(&self, file: &TicketFile, text: &mut String) -> Value {
        let plan = self.plan;
        let sheets = &file.sheets.indices;
        let paper = common_paper(plan, sheets.clone());
        let rows: Vec<Row> =
            runs(plan, sheets.clone()).iter().map(|run| Row::new(plan, run, sheets.start)).collect();
        if self.folder.is_none() {
            let pages = count_with_noun(sheets.len(), "page");
            let of_paper = paper.as_ref().map_or_else(String::new, |paper| format!(" of {paper}"));
            let kilobytes = file.bytes.div_ceil(1000);
            text.push_str(&format!("  {}   {pages}{of_paper}, {kilobytes} KB\n", file.path));
            let width = rows.iter().map(|row| row.pages("page").len()).fold(MIN_COLUMN_WIDTH, usize::max);
            rows.iter().for_each(|row| text.push_str(&row.text("page", width)));
        }
        let mut value = json!({
            "path": file.path,
            "paper": paper,
            "pages": sheets.len(),
            "bytes": file.bytes,
            "duplex": plan.job(sheets.clone()).sides.edge(),
        });
        // A file may have thousands of rows, and `json!` would copy them. Therefore they are moved into
        // `value` afterwards.
        value["sheets"] = rows.iter().map(Row::to_json).collect();
        value
    }

    /// Adds instructions for printing: which printer to use, how to print both sides, and how to print
    /// at true size.
    fn add_instructions(&self, text: &mut String) {
        let &Self { plan, setup, printed, folder, .. } = self;
        if let Some(printer) = setup.printer.as_ref().filter(|printer| printer.corrects() && folder.is_none())
        {
            let name = &printer.name;
            text.push_str(&format!(
                "  Corrected for the printer {name}: print only on this printer, at 100 %.\n"
            ));
        }
        let sides = match (plan.job(0..plan.sheets.len()).sides.edge(), folder) {
            (None, _) => "one-sided".to_owned(),
            (Some(edge), None) if printed.iter().all(|file| self.is_two_sided(file)) => {
                format!("two-sided, flip on the {edge} edge")
            }
            (Some(edge), _) => format!("two-sided where marked, flip on the {edge} edge"),
        };
        text.push_str(&format!(
            "  Print at 100 %, {sides}, not \"fit to page\"; then hold a ruler against the printed ruler.\n{TRUE_SIZE}"
        ));
        if folder.is_none()
            && printed.iter().any(|file| common_paper(plan, file.sheets.indices.clone()).is_none())
        {
            text.push_str(MIXED_SIZES);
        }
    }

    fn is_two_sided(&self, file: &TicketFile) -> bool {
        self.plan.job(file.sheets.indices.clone()).sides != Sides::One
    }

    fn add_notes_on_ink(&self, text: &mut String) {
        let ink = self.setup.print_setup.ink;
        if let Some(ink) = ink.filter(|ink| *ink != Inking::Full) {
            let pictures = match self.plan.game().pictures.files().is_empty() {
                true => "",
                false => "; pictures made of pixels keep their colours",
            };
            text.push_str(&format!("  {}{pictures}.\n", capital(ink.words())));
        }
    }

    /// Adds instructions for sheets that are too large for most printers.
    fn add_large_sheets(&self, text: &mut String) {
        let &Self { plan, setup, smaller, .. } = self;
        if setup.paper.large == setup.paper.small {
            return;
        }
        let large = plan.sheets.iter().find(|sheet| sheet.component.class == SheetClass::Large);
        let Some(sheet) = large else { return };
        let name = sheet.component.box_part().map_or(&sheet.component.name, |part| &part.of);
        let (name, size) = (capital(name), sheet_name(sheet.size));
        text.push_str(&format!(
            "  {name} needs {size}: go to a copy shop if your printer does not take this size.\n"
        ));
        if let Some(Smaller { paper, boards, sheets }) = smaller {
            let glue = if sheets > boards { ", and glue or tape" } else { "" };
            let sheets = count_with_noun(*sheets, "sheet");
            text.push_str(&format!("  No printer for {size}? Build with --paper {paper}: {sheets}{glue}.\n"));
        }
    }

    /// Adds a line that says which files contain the layout. From each of these files, the user can
    /// build the sheets again.
    fn add_embedded_layout(&self, text: &mut String) {
        let game = self.plan.game();
        let standard = self.setup.print_setup.standard;
        let is_left_out = standard.is_some_and(|standard| !standard.allows_attachments());
        if !game.embed || is_left_out || self.folder.is_some_and(|folder| !folder.carries_layout) {
            return;
        }
        let files = game.pictures.files();
        let (what, object) = match (files.as_slice(), self.folder) {
            ([], _) => ("The layout is".to_owned(), "it"),
            (_, Some(_)) => ("The layout, without the files it names, is".to_owned(), "it"),
            ([one], None) => (format!("The layout and `{one}` are"), "them"),
            ([one, two], None) => (format!("The layout, `{one}` and `{two}` are"), "them"),
            (more, None) => (format!("The layout and the {} files it names are", more.len()), "them"),
        };
        let place = match self.folder {
            None if self.printed.len() > 1 => "each PDF, so that all can be built again",
            None => "the PDF, so that it can be built again",
            Some(_) => "each file",
        };
        text.push_str(&format!("  {what} inside {place} (embed = false leaves {object} out).\n"));
    }
}

/// The least width of the column with page numbers, in characters.
const MIN_COLUMN_WIDTH: usize = 10;

/// Explains how to set the true size in print dialogs.
const TRUE_SIZE: &str = "    Adobe Reader: \"Actual size\". A browser: \"100 %\" or \"Custom scale 100\". macOS Preview: \"Scale: 100 %\".\n    \
     Command line: lp -o print-scaling=none.\n";

/// Returns a note about the PDF standard of the files. The text is empty if there is no standard.
fn note_on_standard(setup: &Setup) -> String {
    let Some((standard, press)) = setup.print_setup.standard.zip(setup.print_setup.press_of_standard())
    else {
        return String::new();
    };
    let paper = if press.is_registered() { " (offset on coated paper)" } else { "" };
    format!("  For a print shop: {}, with the inks of {}{paper}.\n", standard.name(), press.condition())
}

/// A warning about a file with sheets of several sizes.
const MIXED_SIZES: &str = "  This file has sheets of different sizes, and a print queue may shrink them all: print it with\n  \
     lp -o print-scaling=none, or build without --one-file, which makes a file for each size.\n";

/// Returns the name of the paper of these sheets. Returns `None` if the sheets have different sizes.
fn common_paper(plan: &Plan<'_>, sheets: Range<usize>) -> Option<String> {
    let mut names = plan.sheets.get(sheets)?.iter().map(|sheet| sheet_name(sheet.size));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// Returns warnings about the tool that `--cut` names: components that it cannot cut, and components
/// whose key `pack` does not suit the tool.
fn notes_on_cutting(plan: &Plan<'_>, setup: &Setup) -> String {
    let Some(tool) = setup.print_setup.cut else { return String::new() };
    let mut text = String::new();
    let mut last: Option<&str> = None;
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for part in parts.filter(|part| !matches!(part.content, Content::ExtraSheet(_))) {
        let (Body::Pieces(deck), name) = (&part.component.body, &*part.component.name) else { continue };
        if last.replace(name) == Some(name) {
            continue;
        }
        if let Some(pack) = deck.pack.filter(|pack| !suits(*pack, tool, deck)).map(Pack::word) {
            text.push_str(&format!(
                "  {name}: keeps pack = \"{pack}\" of the layout, although it does not suit --cut {tool}.\n"
            ));
        } else if tool == Cutter::Guillotine && deck.outline == Outline::Disc {
            text.push_str(&format!(
                "  {name}: straight cuts cannot separate discs; use scissors or a punch.\n"
            ));
        }
    }
    text
}

/// Returns whether the value of the key `pack` suits a tool. Without this key, hexpress chooses a
/// packing that suits the tool.
fn suits(pack: Pack, tool: Cutter, deck: &PieceSet) -> bool {
    match (pack, tool) {
        (Pack::Close | Pack::Straight | Pack::Strips, Cutter::Scissors) => false,
        (Pack::Close | Pack::Apart, Cutter::Guillotine) => !matches!(deck.outline, Outline::Hexagon(_)),
        (Pack::Apart | Pack::Straight | Pack::Strips, tool) => {
            !(tool == Cutter::Knife || tool.follows_outlines())
        }
        _ => true,
    }
}

/// Returns lines of a ticket, translated into the language of the game.
pub fn translated(plan: &Plan<'_>, text: &str) -> String {
    language::ticket(&plan.game().language, text.to_owned())
}

/// Returns the title of the game, which is the first line of a ticket.
fn title(plan: &Plan<'_>) -> String {
    let title: Vec<_> = plan.game().title.split_whitespace().collect();
    format!("{}\n", title.join(" "))
}

/// Describes what is printed: the random decks, the sheets that several components share, and the
/// pieces that `--pieces` chose.
fn chosen(plan: &Plan<'_>, pieces: &str) -> String {
    let mut text = String::new();
    let mut decks: Vec<&str> = Vec::new();
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for (component, drawn) in parts.filter_map(|part| make::random_deck(part.component)) {
        if !decks.contains(&component.name.as_ref()) {
            decks.push(&component.name);
            text.push_str(&format!("  {}: {}.\n", component.name, make::deck_origin(drawn)));
        }
    }
    if plan.sheets_saved > 0 {
        let saved = count_with_noun(plan.sheets_saved, "sheet");
        text.push_str(&format!(
            "  Components that share sheets save {saved} (share = false keeps them apart).\n"
        ));
    }
    if !pieces.is_empty() {
        text.push_str(&format!("  Only these pieces: {pieces}.\n"));
    }
    text
}

/// Returns the random decks that are printed, as JSON. Returns null if no random deck is printed.
pub fn decks(plan: &Plan<'_>) -> Value {
    let mut decks = serde_json::Map::new();
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for (component, drawn) in parts.filter_map(|part| make::random_deck(part.component)) {
        decks.entry(component.name.as_ref()).or_insert_with(|| {
            json!({ "seed": drawn.seed, "tiles": drawn.tiles.len(), "of": drawn.possible_tile_count, "sha256": drawn.hash })
        });
    }
    if decks.is_empty() { Value::Null } else { Value::Object(decks) }
}

/// Describes a folder with a file for every sheet.
fn sheets_in_folder(plan: &Plan<'_>, folder: &str, printed: &[TicketFile]) -> String {
    let bytes: usize = printed.iter().map(|file| file.bytes).sum();
    let sheets = count_with_noun(printed.len(), "sheet");
    let mut text = format!("  {folder}   {sheets}, {} KB\n", bytes.div_ceil(1000));
    let runs = runs(plan, 0..printed.len());
    let rows: Vec<_> = runs.iter().map(|run| Row::new(plan, run, 0)).collect();
    let width = rows.iter().map(|row| row.pages("sheet").len()).fold(MIN_COLUMN_WIDTH, usize::max);
    for (run, row) in runs.iter().zip(&rows) {
        text.push_str(&row.text("sheet", width));
        let (first, last) = (file_name(plan, run.start), file_name(plan, run.end - 1));
        let names = if first == last { first.to_owned() } else { format!("{first} … {last}") };
        text.push_str(&format!("     {:width$}{names}\n", ""));
    }
    text
}

fn file_name<'p>(plan: &'p Plan<'_>, sheet: usize) -> &'p str {
    plan.page_labels.get(sheet).map_or("", |line| line.name.as_str())
}
