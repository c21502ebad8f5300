//! Compiles pages of text.
//!
//! - In: a `[[page]]` table.
//! - Out: [`Pages`] with the blocks and styles of the text, and the mistakes in the Markdown with
//!   their places.
//! - Not here: breaking lines, columns and pages.

mod figures;
mod markdown;
#[cfg(test)]
mod page_tests;
mod placeholder;
mod styles;
mod text_links;

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::pages::{Block, BlockKind, FoldedForm, Folding, Pages};
use hexpress_language::tables::page::Page;
use hexpress_language::values::choice::TitleSpan;
use hexpress_language::values::page_text::PageText;
use hexpress_language::values::spanned::Spanned;
use markdown::Markdown;

pub use figures::check_figures;

/// The largest number of columns of a page.
const MAX_COLUMNS: u32 = 4;
/// The largest distance between two columns, in mm.
const MAX_GUTTER_MM: f64 = 50.0;
/// The default distance between two columns, in mm.
const DEFAULT_GUTTER: f64 = 6.0;
/// The largest thickness of paper that can be folded without a score, in mm.
const MAX_UNSCORED_THICKNESS_MM: f64 = 0.5;
/// The thickness of copy paper of 80 g/m², in mm.
const DEFAULT_THICKNESS: f64 = 0.1;

/// Compiles a `[[page]]` table. Returns `None` if it has no text.
pub fn pages(table: &Spanned<Page>, resolver: &mut Resolver<'_>) -> Option<Pages> {
    let place = resolver.place(table);
    let Some(text) = &table.text else {
        let hint = "add text = \"rules.md\", the name of a Markdown file next to the layout";
        return resolver.error_with_hint(codes::MISSING_KEY, place, "a page needs a `text`", hint).none();
    };
    let blocks = blocks(text, resolver);
    let spans_columns = spans_columns(table, &blocks, resolver);
    let style = styles::style(table, resolver)?;
    let draw = table.draw.as_ref().map_or(&[][..], |draw| &draw.value);
    Some(Pages {
        blocks,
        size: table.size.as_ref().map(|size| size.value.0),
        folding: folding(table, resolver),
        fills_sheet: fills_sheet(table, resolver),
        margins: table.margins.as_ref().map(|margins| margins.value.0),
        columns: columns(table, resolver),
        spans_columns,
        gutter: gutter(table, resolver),
        justify: table.justify.as_ref().is_some_and(|justify| justify.value),
        direction: styles::direction(table, resolver),
        style,
        ground: draw.iter().filter_map(|element| resolver.element(element)).collect(),
        place,
    })
}

/// Parses the text of a page, and reports the mistakes in it.
fn blocks(text: &Spanned<PageText>, resolver: &mut Resolver<'_>) -> Vec<Block> {
    let markdown = match &text.value.read {
        Some(read) => Markdown::of_file(&read.text, read.file),
        None => Markdown::in_layout(&text.value.typed, resolver.file, resolver.text, text.span.clone()),
    };
    let (blocks, mistakes) = {
        let names = &resolver.names;
        let pictures = &resolver.pictures;
        let is_icon =
            |name: &str| names.colours.iter().any(|ink| *ink.name == *name) || pictures.icon(name).is_ok();
        markdown.blocks(&is_icon)
    };
    mistakes.into_iter().for_each(|mistake| resolver.report.push(mistake));
    if blocks.is_empty() && !resolver.report.has_errors() {
        let hint = "write the text of the page in Markdown, for example `# Rules`";
        resolver.error_with_hint(codes::NOTHING, text, "this page has no text, or its file is empty", hint);
    }
    blocks
}

/// Returns how the sheets are folded. Returns `None` for single pages.
fn folding(table: &Page, resolver: &mut Resolver<'_>) -> Option<Folding> {
    let booklet = booklet(table, resolver);
    let Some(fold) = &table.fold else { return booklet };
    if booklet.is_some() {
        let message = "`booklet` and `fold` both set how the pages are folded";
        resolver.error_with_hint(codes::IDLE_KEY, fold, message, "delete one of them");
    }
    let place = table.size.as_ref().map_or_else(|| resolver.place(fold), |size| resolver.place(size));
    Some(Folding { form: FoldedForm::Leaflet(fold.value), place })
}

/// Returns whether a sheet is filled with copies of a page. Reports other keys that cannot be
/// combined with such copies.
fn fills_sheet(table: &Page, resolver: &mut Resolver<'_>) -> bool {
    let Some(copies) = &table.copies else { return false };
    let others = [
        ("booklet", table.booklet.as_ref().filter(|booklet| booklet.value).map(|key| resolver.place(key))),
        ("fold", table.fold.as_ref().map(|key| resolver.place(key))),
        ("for", table.for_.as_ref().map(|key| resolver.place(key))),
    ];
    if let Some((other, place)) = others.into_iter().find_map(|(name, place)| Some((name, place?))) {
        let message = format!("`{other}` cannot be combined with `copies`");
        resolver.error_with_hint(codes::IDLE_KEY, place, message, "delete one of them");
    }
    if table.size.is_none() {
        let message = "`copies` has no effect without `size`: a page without `size` is as large as the sheet, so only one copy fits";
        resolver.error_with_hint(codes::IDLE_KEY, copies, message, "set the size of a page: size = \"a6\"");
    }
    true
}

fn booklet(table: &Page, resolver: &mut Resolver<'_>) -> Option<Folding> {
    let Some(wanted) = table.booklet.as_ref().filter(|booklet| booklet.value) else {
        if let Some(thickness) = &table.thickness {
            let message = "`thickness` has no effect without `booklet`";
            resolver.error_with_hint(codes::IDLE_KEY, thickness, message, "add booklet = true");
        }
        return None;
    };
    let thickness = table.thickness.as_ref().map_or(DEFAULT_THICKNESS, |thickness| thickness.value.0);
    if let Some(at) =
        table.thickness.as_ref().filter(|_| !(0.0..=MAX_UNSCORED_THICKNESS_MM).contains(&thickness))
    {
        let message = format!("`thickness` must be 0 to {MAX_UNSCORED_THICKNESS_MM} mm");
        resolver.error(codes::BAD_SIZE, at, message);
    }
    let place = match &table.size {
        Some(size) => resolver.place(size),
        None => resolver.place(wanted),
    };
    Some(Folding {
        form: FoldedForm::Booklet { thickness: thickness.clamp(0.0, MAX_UNSCORED_THICKNESS_MM) },
        place,
    })
}

fn columns(table: &Page, resolver: &mut Resolver<'_>) -> u32 {
    let Some(columns) = &table.columns else {
        if let Some(gutter) = &table.gutter {
            let message = "`gutter` has no effect without `columns`";
            resolver.error_with_hint(codes::IDLE_KEY, gutter, message, "add columns = 2");
        }
        return 1;
    };
    if !(1..=MAX_COLUMNS).contains(&columns.value) {
        let message = format!("`columns` must be 1 to {MAX_COLUMNS}");
        resolver.error(codes::BAD_COUNT, columns, message);
        return 1;
    }
    columns.value
}

/// Returns whether the title spans all columns. Reports the key `title` if it has no effect.
fn spans_columns(table: &Page, blocks: &[Block], resolver: &mut Resolver<'_>) -> bool {
    let Some(title) = table.title.as_ref().filter(|title| title.value == TitleSpan::Across) else {
        return false;
    };
    if table.columns.as_ref().is_none_or(|columns| columns.value == 1) {
        let message = "`title` has no effect without `columns`";
        resolver.error_with_hint(codes::IDLE_KEY, title, message, "add columns = 2");
    } else if !matches!(blocks.first().map(|block| &block.kind), Some(BlockKind::Heading(1, _)) | None) {
        let message = "`title` has no effect on a text that does not begin with a title";
        resolver.error_with_hint(codes::IDLE_KEY, title, message, "begin the text with a title: # Rules");
    }
    true
}

fn gutter(table: &Page, resolver: &mut Resolver<'_>) -> f64 {
    let Some(gutter) = &table.gutter else { return DEFAULT_GUTTER };
    let mm = gutter.value.0;
    if !(0.0..=MAX_GUTTER_MM).contains(&mm) {
        let message = format!("`gutter` must be 0 to {MAX_GUTTER_MM} mm");
        resolver.error(codes::BAD_SIZE, gutter, message);
    }
    mm.clamp(0.0, MAX_GUTTER_MM)
}
