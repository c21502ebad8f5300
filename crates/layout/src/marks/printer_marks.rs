//! Draws printer's marks: rulers, and the line of text at the edge of a sheet.
//!
//! - In: a sheet of the plan, its page number, and the page with all pieces on it.
//! - Out: rulers, instructions for the printer, the page number, and the credit of the game.
//! - Not here: moving pieces. Marks use only the space that pieces leave free.

use kurbo::{Affine, Size};

use super::edge_text::EdgeText;
use super::ruler::{self, DrawnRulers};
use super::sheet_code;
use crate::draw::painter::Painter;
use crate::plan::{Content, PageInFile, Plan, SheetPlan};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::codes;
use hexpress_base::identity::Single;
use hexpress_base::units::ShortNumber;
use hexpress_game::{Body, Game, PieceSide};
use hexpress_scene::Drawing;

pub use super::ruler::Rulers;

/// Draws rulers in both directions, and the line of text with the instructions for the printer and
/// the page number.
pub fn draw(
    sheet: &SheetPlan<'_>,
    file: &PageInFile,
    plan: &Plan<'_>,
    rulers: Option<&mut Rulers>,
    page: &mut SheetBuilder<'_, '_>,
) {
    if matches!(sheet.content, Content::Blank) {
        return draw_empty_page(file, page);
    }
    // Users neither cut nor measure a page of text, so it needs no marks. Its page number is drawn elsewhere.
    if matches!(sheet.content, Content::Page(..)) {
        return;
    }
    page.is_part = matches!(sheet.content, Content::Poster(..));
    let before = page.drawings.len();
    let drawn_rulers = ruler::draw(rulers, page);
    sheet_code::draw(file, drawn_rulers, page);
    let mut text = instructions(sheet, file, plan);
    if !drawn_rulers.are_both()
        && let Some(measure) = measure(sheet)
    {
        text.push(measure, &plan.game.language);
    }
    if let Content::Poster(poster, _) = &sheet.content {
        text.extend(poster.credit.as_deref().map(str::to_owned));
    }
    // The small print of a board already contains the credit.
    if !is_board(sheet) {
        text.extend(credit(page.painter.game));
    }
    if let Some(credit) = plan.game.pictures.credit()
        && page.drawings.iter().any(is_credited)
    {
        text.extend([format!("Icons: {credit}")]);
    }
    let heading = text.draw(drawn_rulers, page);
    if plan.sheets.iter().find(|other| !is_board(other)).is_some_and(|first| std::ptr::eq(first, sheet)) {
        report_unwritten_title(&mut page.painter);
    }
    let content = page.drawings.split_off(before);
    page.push_marks(Single::PrinterMarks, Affine::IDENTITY, content);
    if let Some(heading) = heading {
        page.push_heading(Single::PrinterMarks, heading);
    }
}

fn is_board(sheet: &SheetPlan<'_>) -> bool {
    matches!(sheet.component.body, Body::Board(_))
}

/// Draws the text of an empty page. If sheets are printed on both sides, a sheet without a back is
/// followed by an empty page.
fn draw_empty_page(file: &PageInFile, page: &mut SheetBuilder<'_, '_>) {
    let front = file.page.saturating_sub(1);
    let why = format!(
        "left empty on purpose: the back of page {front}, so that the next sheets keep their two sides"
    );
    let before = page.drawings.len();
    let lines = vec![why, page_number(file)];
    let heading = EdgeText::new(lines, 1, &page.painter.game.language).draw(DrawnRulers::default(), page);
    let content = page.drawings.split_off(before);
    if !content.is_empty() {
        page.push_marks(Single::Empty, Affine::IDENTITY, content);
    }
    if let Some(heading) = heading {
        page.push_heading(Single::Empty, heading);
    }
}

/// Returns a line that states the name of the file, the number of the page, and the number of pages
/// in the file.
fn page_number(file: &PageInFile) -> String {
    format!("{} · page {} of {}", file.name, file.page, file.pages)
}

/// Returns the text of a sheet: how to print it, what is on it, and its page number.
fn instructions(sheet: &SheetPlan<'_>, file: &PageInFile, plan: &Plan<'_>) -> EdgeText {
    let is_extra = matches!(sheet.content, Content::ExtraSheet(_));
    let mut lines = vec![print_line(sheet)];
    if let Some(inking) = plan.inking {
        lines.push(inking.words().to_owned());
    }
    lines.extend(sides_line(sheet, file, plan));
    if let Content::Poster(poster, index) = &sheet.content {
        lines.push(format!("{}: {}", sheet.component.name, poster.part_name(*index)));
    }
    lines.extend((!sheet.other_parts.is_empty() && !is_extra).then(|| sheet.names().to_string()));
    let heading = lines.len();
    lines.push(page_number(file));
    lines.extend(version(&plan.game.version));
    if !is_extra {
        lines.extend(deck_lines(sheet));
    }
    EdgeText::new(lines, heading, &plan.game.language)
}

/// Returns the line that states the number of copies, the paper stock and the scale.
fn print_line(sheet: &SheetPlan<'_>) -> String {
    let component = sheet.component;
    let is_extra = matches!(sheet.content, Content::ExtraSheet(_));
    if is_extra || component.print == 1 && component.stock.is_none() {
        return "Print at 100 % (actual size)".to_owned();
    }
    let copies = match component.print {
        1 => "Print once".to_owned(),
        n => format!("Print {n} copies"),
    };
    match &component.stock {
        Some(stock) => format!("{copies} on {stock}, at 100 % (actual size)"),
        None => format!("{copies} at 100 % (actual size)"),
    }
}

/// Returns the instruction for a sheet that is printed on both sides. Returns `None` for a sheet with one
/// printed side.
fn sides_line(sheet: &SheetPlan<'_>, file: &PageInFile, plan: &Plan<'_>) -> Option<String> {
    // A file is one print job, so all its sheets, in portrait or in landscape, are turned over along the same
    // edge.
    let edge = plan.flips().edge().unwrap_or_default();
    match &sheet.content {
        Content::Backs(..) => {
            let front = file.page.saturating_sub(1);
            Some(format!("the backs of page {front}: flip on the {edge} edge"))
        }
        Content::Fronts(deck, packing, _) if !deck.back.is_empty() && packing.duplex.fold => {
            Some("on one side; fold and glue, then cut".to_owned())
        }
        Content::Fronts(deck, ..) if !deck.back.is_empty() && plan.has_backs() => {
            Some(format!("on both sides, flip on the {edge} edge"))
        }
        _ => None,
    }
}

/// Returns a line for each random deck on a sheet, with its seed and hash. If several consecutive decks
/// have the same seed, only the first line states the seed.
fn deck_lines(sheet: &SheetPlan<'_>) -> Vec<String> {
    let mut last_seed = None;
    let mut lines = Vec::new();
    for part in sheet.parts() {
        let Some(random_tiles) = part.component.deck().and_then(|deck| deck.random_tiles.as_ref()) else {
            continue;
        };
        let new_seed = random_tiles.seed.filter(|seed| last_seed.replace(*seed) != Some(*seed));
        let seed = new_seed.map_or_else(String::new, |seed| format!("seed {seed} · "));
        let deck = if sheet.other_parts.is_empty() { "deck" } else { &part.component.name };
        lines.push(format!("{seed}{deck} {}", random_tiles.short_hash()));
    }
    lines
}

/// Returns the lines with title, author, rights and source of a game.
fn credit(game: &Game) -> Vec<String> {
    // The rights often contain the author's name already.
    let author = if game.rights.contains(&game.author) { "" } else { &game.author };
    let credits = [&game.title, author, &game.rights].into_iter().filter(|part| !part.is_empty());
    let mut lines = vec![credits.collect::<Vec<_>>().join(" · ")];
    lines.extend((!game.source.is_empty()).then(|| game.source.clone()));
    lines
}

/// Returns whether a drawing contains an icon whose author must be credited.
fn is_credited(drawing: &Drawing) -> bool {
    match drawing {
        Drawing::Group(group) => group.credited || group.drawings.iter().any(is_credited),
        Drawing::Cells(cells) => cells.looks.iter().any(|look| look.drawings.iter().any(is_credited)),
        Drawing::Use { shared, .. } => shared.drawings.iter().any(is_credited),
        _ => false,
    }
}

/// Reports the title of the game if the font contains no letter of the title.
fn report_unwritten_title(painter: &mut Painter<'_, '_>) {
    let (game, shaper) = (painter.game, &painter.shaper);
    let mut letters = game.title.chars().filter(|letter| letter.is_alphanumeric()).peekable();
    if letters.peek().is_none()
        || letters.any(|letter| shaper.plain(letter.encode_utf8(&mut [0; 4])).is_some())
    {
        return;
    }
    let message = format!(
        "the title `{}` is not printed on the sheets: their font `sans` has none of its letters",
        game.title
    );
    let warning = codes::TITLE_UNWRITTEN.warning(message);
    painter
        .add_finding(warning.hint("write the title in Latin, Greek or Cyrillic letters, which `sans` has"));
}

/// Returns the version of the layout as it is printed. Returns `None` if the layout has no version.
fn version(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let is_number = typed.starts_with(|c: char| c.is_ascii_digit());
    Some(if is_number { format!("version {typed}") } else { typed.to_owned() })
}

/// Returns a text that states lengths on the sheet, such as the distances between the outermost cuts. If a
/// sheet has no ruler, users can measure these lengths to check the scale. Returns `None` if no length is
/// easy to measure.
fn measure(sheet: &SheetPlan<'_>) -> Option<String> {
    match &sheet.content {
        // If the layout sets the positions of the points, or if links are arcs around points, no distance on
        // the board is easy to measure.
        Content::Board(board, fit) => {
            let grid = board.grid;
            let boxes = board
                .cells
                .iter()
                .map(|cell| grid.bounds(cell.address) + grid.centre(cell.address).to_vec2());
            let cells = boxes.reduce(|a, b| a.union(b)).filter(|_| !grid.is_free());
            cells.map(|cells| all_cells(cells.size() * fit.side))
        }
        Content::Poster(poster, _) => Some(poster.measure()),
        // If there are several blocks on a sheet, no distance across all of them is easy to measure.
        _ if !sheet.block_cuts.is_empty() => None,
        Content::Fronts(_, packing, _) if packing.duplex.fold => {
            Some(overall(packing.block(PieceSide::Front).union(packing.block(PieceSide::Back)).size()))
        }
        Content::Fronts(_, packing, _) | Content::Backs(_, packing, _) => {
            Some(overall(packing.block(PieceSide::Front).size()))
        }
        Content::Page(..) | Content::Blank | Content::ExtraSheet(_) => None,
    }
}

/// Returns a text that states the size of all cells of a board together. The size is rounded to what users
/// can measure with a ruler. The size excludes the frame around the cells, because some layouts have no
/// frame.
fn all_cells(size: Size) -> String {
    format!("all cells {} × {} mm", ShortNumber::tenths(size.width), ShortNumber::tenths(size.height))
}

/// Returns a text that states the overall size, rounded to what users can measure with a ruler.
fn overall(size: Size) -> String {
    format!("overall {} × {} mm", ShortNumber::tenths(size.width), ShortNumber::tenths(size.height))
}
