//! The file: what keeps it true on its way to paper.

use crate::base::map::Map;
use std::collections::BTreeSet;

use crate::base::identity::Identity;
use crate::check::facts::{Facts, File, Format, FoundSheet, PageContext};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Body, Component, Element, Shape};
use crate::read::ItemKind;
use crate::read::carried::Lost;
use crate::record::Record;

/// What mends a file that was changed.
const AGAIN: &str = "build the file again from its layout";

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "fonts are in the file",
        why: "A font that is not in the file is replaced by another one where it is printed: words become wider, and \
              signs become boxes.",
        right: "a PDF whose fonts are embedded, each as far as it is used",
        wrong: "a PDF that names Helvetica and leaves it to the printer to have it",
        ..Rule::error(codes::FONT_NOT_EMBEDDED, Run::All(fonts))
    },
    Rule {
        title: "nothing is made of pixels but the pictures that the layout names",
        why: "Lines and letters made of pixels are soft on paper, and no longer letters.",
        right: "a photograph that the layout names with image = \"cat.jpg\"",
        wrong: "a page that was turned into one large picture on its way through another program",
        ..Rule::error(codes::RASTER, Run::Sheet(raster))
    },
    Rule {
        title: "the file asks to be printed at its true size",
        why: "Without this, many programs print at \"fit to page\", 3 to 6 % too small.",
        right: "ViewerPreferences with PrintScaling None",
        wrong: "a file that lost its ViewerPreferences when pages were taken out of it",
        ..Rule::error(codes::PRINT_SCALING, Run::All(scaling))
    },
    Rule {
        title: "pages are as they were made",
        why: "The record holds a digest of each page. A page that was changed since is no longer what its layout says, \
              and is not built again from it.",
        right: "a file that was copied, sent and renamed",
        wrong: "a file in which a word was moved with a PDF editor",
        ..Rule::error(codes::PAGE_CHANGED, Run::All(digests))
    },
    Rule {
        title: "all pages are there, in the order they were made in",
        why: "A file with a page less prints a game with fewer cards.",
        right: "a record of four pages, and four pages",
        wrong: "a record of four pages, and the first three of them",
        ..Rule::error(codes::PAGES_LOST, Run::All(pages))
    },
    Rule {
        title: "words can be searched and copied",
        why: "Who cannot see the page has it read aloud, and who looks for a card searches for its name. That needs \
              fonts that say which letters their signs stand for.",
        right: "a PDF in which searching for \"Buy\" finds it",
        wrong: "a PDF whose fonts do not say which letters they show",
        of_words: true,
        ..Rule::warning(codes::NOT_SEARCHABLE, Run::All(searchable))
    },
];

/// Returns the fonts in which words of a file are set; `None` if that is not known of all its pages.
fn used_fonts<'f>(facts: &'f Facts<'_>, file: usize) -> Option<BTreeSet<&'f str>> {
    let sheets = facts.sheets.iter().filter(|sheet| sheet.file == file);
    let fonts: Option<Vec<_>> = sheets.map(|sheet| Some(&sheet.foreign.as_ref()?.fonts)).collect();
    Some(fonts?.into_iter().flatten().map(|font| &**font).collect())
}

fn fonts(facts: &Facts<'_>, out: &mut Findings) {
    for (number, file) in facts.files.iter().enumerate() {
        if file.format == Format::Svg {
            out.not_judged(match file.record {
                Some(_) => "fonts: an SVG of ours draws letters as outlines",
                None => {
                    "fonts: an SVG leaves them to whoever shows it, so how wide its words are is not known"
                }
            });
            continue;
        }
        // Many programs name a font in every file, and set no word in it.
        let used = used_fonts(facts, number);
        let is_used = |name: &str| used.as_ref().is_none_or(|used| used.contains(name) || used.contains(""));
        let missing = file.document.fonts.iter().filter(|font| !font.embedded && is_used(&font.name));
        let names = missing.map(|font| &*font.name);
        let name = |name: &str| if name.is_empty() { "a font without a name" } else { name }.to_owned();
        let mut wrong: Vec<String> = names.map(|font| format!("{} is not in the file", name(font))).collect();
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            // Of words in a font that is not there, not even the font is read.
            let absent = file.document.fonts.iter().filter(|font| !font.embedded);
            wrong.extend(absent.map(|font| format!("{} is not in the file", name(&font.name))));
        }
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            wrong.push("words are set in a font that cannot be read".to_owned());
        }
        for wrong in wrong {
            let message = format!("{}: {wrong}", file.name);
            out.fault(message).hint("embed it, or turn the words into outlines");
        }
    }
}

/// Whether a drawing shows a picture's pixels.
fn shows_pictures(elements: &[Element]) -> bool {
    elements.iter().any(|element| matches!(element.shape, Shape::Image(_)))
}

fn raster(context: &PageContext<'_>, out: &mut Findings) {
    if context.page.patterns > 0 {
        let areas = match context.page.patterns {
            1 => "an area is".to_owned(),
            n => format!("{n} areas are"),
        };
        let page = context.sheet.number;
        out.not_judged(format!("patterns: on page {page} {areas} filled with one that was not read"));
    }
    let named = |component: &Component| match &component.body {
        Body::Deck(deck) => shows_pictures(&deck.face) || shows_pictures(&deck.back),
        Body::Board(board) => {
            let details = board.details.iter().map(|detail| &detail.draws);
            let kinds = board.kinds.iter().map(|kind| &kind.draws);
            let mut all = details.chain(kinds).chain([&board.draw, &board.under]);
            all.any(|elements| shows_pictures(elements))
                || board.marks.iter().any(|mark| matches!(mark.element.shape, Shape::Image(_)))
        }
    };
    let all = context.sheet.views().map(|own| Some((own.name.as_deref()?, own.component?)));
    let all: Vec<(&str, bool)> = all
        .flatten()
        .filter_map(|(name, own)| Some((name, named(context.expected?.game.components.get(own)?))))
        .collect();
    let last_cell = context.sheet.boards().flat_map(|board| &board.cells).map(|cell| cell.outline.item).max();
    for (number, item) in context.page.items.iter().enumerate() {
        let ItemKind::Image { pixels, .. } = item.kind else { continue };
        let of = item.id.as_deref().and_then(Identity::component);
        let own = all.iter().find(|(name, _)| of.is_some_and(|of| **of == **name)).or(all.first());
        let named = own.map(|(_, named)| *named);
        if named == Some(true) {
            continue;
        }
        // What a layout that was left out names is not known; a picture of the whole page is of no piece.
        if named.is_none() && context.sheet.foreign.is_none() && item.id.is_some() {
            out.not_judged("whether the layout names the pictures: it is not at hand");
            continue;
        }
        let size = match pixels {
            (0, 0) => String::new(),
            (w, h) => format!(" of {w} x {h} pixels"),
        };
        let why = if named.is_some() { ", and the layout names none here" } else { "" };
        let rect = crate::check::facts::covers(item).unwrap_or_default();
        let message = format!("there is a picture{size}{why}");
        let fault = context.fault_of(out, rect, item.id.as_ref(), message);
        // Somebody else's drawing may well show a photograph; one of the whole page is no drawing any more, unless the cells
        // are drawn as lines on top of it.
        let is_ground = last_cell.is_some_and(|cell| number < cell);
        let is_small = rect.area() < 0.5 * context.sheet.size.area();
        if context.sheet.foreign.is_some() && (is_small || is_ground) {
            fault.warning();
        }
    }
}

fn scaling(facts: &Facts<'_>, out: &mut Findings) {
    for file in &facts.files {
        if file.format == Format::Svg {
            out.not_judged("the scale it is printed at: an SVG cannot ask for one");
            if !file.document.vague.is_empty() {
                let what = file.document.vague.join(", ");
                out.not_judged(format!("what {what} do to the look of {}", file.name));
            }
            if file.document.in_pixels && file.record.is_none() {
                out.not_judged(format!(
                    "the size on paper of {}, which it does not say: 96 pixels are taken for an inch; if its program \
                     means another number, give width and height in mm",
                    file.name
                ));
            }
            continue;
        }
        if file.document.runs_scripts {
            let message = format!("{}: the file runs a script when it is opened or printed", file.name);
            out.fault(message).hint("a script may scale what is printed: take it out of the file");
        }
        if file.document.asks_for_pages {
            out.fault(format!("{}: the file asks for some of its pages alone to be printed", file.name))
                .hint("print all pages, or build the file again from its layout");
        }
        for what in file.document.prints_else.iter().filter(|_| file.record.is_some()) {
            out.fault(format!("{}: the file {what}", file.name)).hint("build the file again from its layout");
        }
        if file.document.has_spot_inks && file.record.is_some() {
            let message = format!("{}: the file has a spot ink, which no layout prints with", file.name);
            out.fault(message).hint("build the file again from its layout").warning();
        }
        if file.document.print_scaling.as_deref() != Some("None") {
            // Hardly any other program has files ask for that.
            if file.record.is_none() {
                out.not_judged(format!(
                    "the scale {} is printed at, for which it does not ask: print it at \"actual size\"",
                    file.name
                ));
                continue;
            }
            let message = format!("{}: the file does not ask to be printed at 100 %", file.name);
            let fault = out.fault(message).hint("print it at \"actual size\", never at \"fit to page\"");
            // Another program wrote the file anew; what it draws was compared.
            if file.is_compared && !file.document.is_ours() {
                fault.warning();
            }
        }
    }
}

fn digests(facts: &Facts<'_>, out: &mut Findings) {
    for (index, file) in facts.files.iter().enumerate() {
        let Some(told) = told_pages(file) else { continue };
        if let Some(Err(lost)) = file.record.as_ref().map(|record| is_of(record, index, facts)) {
            out.fault(format!("{}: {lost}", file.name)).hint(AGAIN);
            continue;
        }
        let own: Vec<_> = facts.sheets.iter().filter(|sheet| sheet.file == index).collect();
        if file.is_changed
            && let Some(message) = changed(told, &own)
        {
            out.fault(format!("{}: {message}", file.name)).hint(AGAIN).warning();
            continue;
        }
        let known: BTreeSet<&str> = told.iter().map(String::as_str).collect();
        for sheet in own {
            // A page that is there but elsewhere has another rule.
            if !known.contains(sheet.digest.as_str()) {
                let message = format!("page {} was changed after the file was made", sheet.number);
                facts.page_fault(out, sheet, message).hint(AGAIN);
            }
        }
    }
}

/// What a warning says of a file without its layout that was changed; none if some of its pages are others, which is
/// an error of each. A program that writes a page in its own words signs the file as its own, so that nothing is said.
fn changed(told: &[String], own: &[&FoundSheet]) -> Option<&'static str> {
    let is_same = own.iter().map(|sheet| &sheet.digest).eq(told);
    if is_same {
        Some("the file was changed after it was made; what its pages say is the same")
    } else {
        told.is_empty().then_some("the file was changed after it was made")
    }
}

/// The digests of the pages that a file was made with; none if it was compared, or does not say.
fn told_pages(file: &File) -> Option<&[String]> {
    match &file.record {
        Some(record) => (!file.is_compared).then_some(&record.pages),
        None => file.is_changed.then_some(&file.document.told_pages),
    }
}

/// Whether the record is of this file's pages. Where there is one page, it is told as one that was changed, unless it
/// shows what the record's game does not have.
fn is_of(record: &Record, file: usize, facts: &Facts<'_>) -> Result<(), Lost> {
    let own = || facts.sheets.iter().filter(|sheet| sheet.file == file);
    let count = own().count();
    let named = own().any(|sheet| record.pages.contains(&sheet.digest));
    let strange = own().any(|sheet| {
        let name = sheet.name.as_deref().zip(facts.expected);
        name.is_some_and(|(name, expected)| name != "cut-plan" && expected.component(name).is_none())
    });
    if named || count == 0 || (count == 1 && !strange) { Ok(()) } else { Err(Lost::Pages(count)) }
}

fn pages(facts: &Facts<'_>, out: &mut Findings) {
    for (index, file) in facts.files.iter().enumerate() {
        let Some(told) = told_pages(file).filter(|told| !told.is_empty()) else { continue };
        let own = facts.sheets.iter().filter(|sheet| sheet.file == index);
        let (found, asked) = (own.clone().count(), told.len());
        if found != asked {
            out.fault(format!("{}: {found} of {asked} pages are there", file.name)).hint(AGAIN);
            continue;
        }
        let homes: Map<&str, usize> = (1..).zip(told).map(|(n, page)| (page.as_str(), n)).collect();
        for (sheet, _) in own.zip(told).filter(|(sheet, told)| sheet.digest != **told) {
            if let Some(home) = homes.get(sheet.digest.as_str()) {
                let message = format!("page {home} stands where page {} was made to stand", sheet.number);
                out.fault(message).at(index, sheet.number, None);
            }
        }
    }
}

fn searchable(facts: &Facts<'_>, out: &mut Findings) {
    for file in facts.files.iter().filter(|file| file.format == Format::Pdf) {
        for font in file.document.fonts.iter().filter(|font| font.embedded && !font.to_unicode) {
            let name = if font.name.is_empty() { "a font without a name" } else { &font.name };
            out.fault(format!("{}: {name} does not say which letters it shows", file.name));
        }
    }
}
