//! Writes a page for a browser that shows both versions next to each other.
//!
//! - In: the differences, and the drawings of both versions.
//! - Out: one HTML file that needs no scripts and no other files.
//! - Not here: drawing the pictures as SVG; `hexpress_write` does.

use std::fmt::Write as _;

use kurbo::{Point, Size};

use super::album::{AlbumCache, VersionLayouts, VersionPictures};
use super::before_and_after::{Picture, pictures};
use super::chapters::{
    CellList, ChangeKind, Chapter, Counts, Entry, MAX_ENTRIES, View, chapters, counts, is_or_are, limited,
    not_all, too_many,
};
use super::pages::chapter_title;
use super::{Comparison, difference_rings};
use hexpress_base::diag::Report;
use hexpress_base::identity::CHANGES;
use hexpress_base::parallel;
use hexpress_base::text::one_line;
use hexpress_base::units::{count_with_noun, counted};
use hexpress_base::xml;
use hexpress_scene::Sheet;
use hexpress_scene::text::Faces;
use hexpress_write::svg::words;

/// The largest total size of all pictures, in bytes. When this size is reached, the other entries get
/// no pictures.
const MAX_BYTES: usize = 24_000_000;
/// How many entries are drawn in parallel.
const AT_A_TIME: usize = 32;
/// The width of the empty strip around each picture, in mm. Rings may extend into this strip.
const RING_SPACE_MM: f64 = 2.0;

const STYLE: &str = include_str!("changes.css");

/// Returns the page and warnings about it. Before anything is drawn, calls `allow` with the number of
/// entries, so that the caller can extend its time limit.
///
/// # Errors
/// A piece or a board cannot be drawn.
pub fn html(
    comparison: &Comparison<'_>,
    prints: &VersionLayouts<'_>,
    allow: &dyn Fn(usize),
) -> Result<(String, Report), Report> {
    let album = VersionPictures::new(prints)?;
    let (chapters, left_out) = limited(chapters(comparison), MAX_ENTRIES);
    allow(chapters.iter().map(|chapter| chapter.entries.len()).sum());
    let mut page = head(comparison, &chapters);
    let mut budget = Budget { left: MAX_BYTES, left_out: 0 };
    for (index, chapter) in chapters.iter().enumerate() {
        let _ = writeln!(page, "<section id=\"c{}\" class=\"{}\">", index + 1, chapter.kind.word());
        let _ = writeln!(page, "<h2>{}</h2>", escaped(&chapter_title(chapter)));
        if let Some(whole) = chapter.whole.as_ref().filter(|_| chapter.kind != ChangeKind::Changed) {
            let text = format!("The whole component is {}: {whole}.", chapter.kind.word());
            let _ = writeln!(page, "<p class=\"quiet\">{}</p>", escaped(&text));
        }
        page.push_str("<div class=\"entries\">\n");
        for (part, entries) in chapter.entries.chunks(AT_A_TIME).enumerate() {
            let drawn = budget.has_room().then(|| {
                parallel::in_order(
                    entries.len(),
                    || (album.cache(), Faces::new(prints.fonts())),
                    |(cache, faces), at| {
                        let prefix = format!("c{}e{}", index + 1, part * AT_A_TIME + at + 1);
                        let drawing = PictureDrawing { album: &album, chapter, prefix: &prefix, faces };
                        entries.get(at).map_or(Ok(String::new()), |entry| drawing.figures(entry, cache))
                    },
                )
            });
            let mut drawn = drawn.into_iter().flatten();
            for entry in entries {
                let figures = drawn.next().transpose()?;
                let figures = figures.filter(|figures| budget.take(figures.len()));
                budget.left_out += usize::from(figures.is_none());
                write_entry(entry, chapter, figures.as_deref(), &mut page);
            }
        }
        page.push_str("</div>\n</section>\n");
    }
    page.push_str("</main>\n<footer>\n");
    for text in [budget.note(), left_out_note(left_out), Some(comparison.sources())].into_iter().flatten() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&text));
    }
    page.push_str("</footer>\n</body>\n</html>\n");
    let without_pictures = not_all(budget.left_out, "the pictures of a page take at most 24 MB");
    let mut warnings = Report::default();
    too_many(left_out).into_iter().chain(without_pictures).for_each(|warning| warnings.push(warning));
    Ok((page, warnings))
}

/// Escapes a text for an element or an attribute of HTML.
fn escaped(text: &str) -> String {
    xml::escaped(&words(text)).replace('"', "&quot;")
}

/// Returns the note about rows that are not shown. Returns `None` if all rows are shown.
fn left_out_note(left_out: usize) -> Option<String> {
    (left_out > 0).then(|| {
        format!("{} {} not shown.", count_with_noun(left_out, "other difference"), is_or_are(left_out))
    })
}

/// The number of bytes that pictures may still use.
struct Budget {
    left: usize,
    /// The number of entries without pictures.
    left_out: usize,
}

impl Budget {
    fn has_room(&self) -> bool {
        self.left > 0
    }

    /// Subtracts bytes from the budget. If too few bytes are left, returns false, and sets the budget
    /// to 0, so that later calls also return false.
    fn take(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    fn note(&self) -> Option<String> {
        let count = self.left_out;
        let most = MAX_BYTES / 1_000_000;
        (count > 0).then(|| {
            let entries = counted(count, "entry has", "entries have");
            format!("{entries} no pictures here, because the pictures of a page take at most {most} MB. The PDF has them.")
        })
    }
}

/// Returns the head of the page: the title, the counts, and links to all chapters.
fn head(comparison: &Comparison<'_>, chapters: &[Chapter<'_>]) -> String {
    let title = escaped(&comparison.title());
    let counted: Counts = counts(comparison);
    let counted = match counted.text() {
        text if text.is_empty() => "Nothing looks different.".to_owned(),
        text => text,
    };
    let versions = escaped(&comparison.versions());
    let versions = if versions.is_empty() { String::new() } else { format!("<p>{versions}</p>\n") };
    let mut links = String::new();
    for (index, chapter) in chapters.iter().enumerate() {
        let text = escaped(&chapter_title(chapter));
        let count = chapter.entries.len();
        let _ = writeln!(
            links,
            "<li><a href=\"#c{}\">{text}</a> <span class=\"quiet\">{count}</span></li>",
            index + 1
        );
    }
    let links = if links.is_empty() {
        links
    } else {
        format!("<nav aria-label=\"Chapters\">\n<ul>\n{links}</ul>\n</nav>\n")
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>What is new in {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>What is new in {title}</h1>\n{versions}<p class=\"counts\">{counted}</p>\n{links}</header>\n<main>\n"
    )
}

/// Writes an entry: its name, a text about what differs, and its pictures.
fn write_entry(entry: &Entry<'_>, chapter: &Chapter<'_>, figures: Option<&str>, page: &mut String) {
    let place = one_line(&format!("{} {}", chapter.component, entry.numbers));
    let is_board = entry.views.iter().any(|view| matches!(view, View::Board { .. }));
    let class = if is_board { "entry board" } else { "entry" };
    let _ = writeln!(page, "<article class=\"{class}\">");
    let name = if entry.name.is_empty() { &place } else { &entry.name };
    let number = if *name == place || entry.numbers.is_empty() { "" } else { &place };
    let number = escaped(number);
    let number = if number.is_empty() { String::new() } else { format!(" <small>{number}</small>") };
    let _ = writeln!(page, "<h3>{}{number}</h3>", escaped(name));
    let cells =
        entry.cells.iter().map(|CellList { kind, names }| format!("{}: {}", kind.word(), names.join(", ")));
    let texts: Vec<String> = entry.changes.iter().cloned().chain(cells).collect();
    if !texts.is_empty() {
        page.push_str("<ul>\n");
        for word in &texts {
            let _ = writeln!(page, "<li>{}</li>", escaped(word));
        }
        page.push_str("</ul>\n");
    }
    page.push_str(figures.unwrap_or_default());
    page.push_str("</article>\n");
}

/// The data for drawing the pictures of entries.
struct PictureDrawing<'d, 'a, 'c, 'f> {
    album: &'d VersionPictures<'a>,
    chapter: &'d Chapter<'c>,
    /// The beginning of each `id` in a picture. It differs between pictures, so that no id occurs twice
    /// on the page.
    prefix: &'d str,
    faces: &'d Faces<'f>,
}

impl<'a> PictureDrawing<'_, 'a, '_, '_> {
    /// Returns the pictures of an entry, the old one next to the new one.
    fn figures(&self, entry: &Entry<'_>, cache: &mut AlbumCache<'a>) -> Result<String, Report> {
        let mut html = String::new();
        for (index, view) in entry.views.iter().enumerate() {
            let shown = pictures(view, &self.chapter.component, self.album, cache)?;
            let shown = if matches!(view, View::Board { .. }) { shown.in_one_window() } else { shown };
            let is_pair = shown.each().count() > 1;
            html.push_str(if is_pair { "<div class=\"pair\">\n" } else { "<div>\n" });
            for (version_side, picture) in shown.each() {
                let id = format!("{}v{index}{}-", self.prefix, version_side.index());
                let side = if view.is_back() { "back" } else { "" };
                let label = if is_pair { version_side.label() } else { "" };
                let caption = one_line(&format!("{side} {label}"));
                let svg = self.svg(picture, &id, &alt_text(&entry.name, &caption, &picture.text))?;
                let caption =
                    if caption.is_empty() { caption } else { format!("<figcaption>{caption}</figcaption>") };
                let _ = writeln!(html, "<figure>{svg}{caption}</figure>");
            }
            html.push_str("</div>\n");
        }
        Ok(html)
    }

    fn svg(&self, picture: &Picture, prefix: &str, alt: &str) -> Result<String, Report> {
        let corner = Point::new(RING_SPACE_MM, RING_SPACE_MM);
        let mut drawings = vec![picture.drawn(corner, 1.0, "")];
        drawings.extend(picture.drawn_rings(corner, 1.0, difference_rings::COLOUR));
        let Size { width, height } = picture.size();
        let sheet = Sheet {
            component: CHANGES.into(),
            title: CHANGES.into(),
            size: Size::new(width + 2.0 * RING_SPACE_MM, height + 2.0 * RING_SPACE_MM),
            drawings,
            warnings: Vec::new(),
            correction: None,
        };
        Ok(hexpress_write::svg::picture(&sheet, prefix, alt, self.faces)?)
    }
}

/// Returns what screen readers read for a picture, such as `Ann, before: Ann 3`.
fn alt_text(name: &str, caption: &str, text: &str) -> String {
    let called: Vec<&str> = [name, caption].into_iter().filter(|part| !part.is_empty()).collect();
    let called = called.join(", ");
    if text.is_empty() { called } else { format!("{called}: {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_take_as_many_bytes_as_the_limit() {
        let mut budget = Budget { left: MAX_BYTES, left_out: 0 };
        assert!(budget.take(MAX_BYTES) && !budget.has_room());
        let mut budget = Budget { left: MAX_BYTES, left_out: 0 };
        assert!(!budget.take(MAX_BYTES + 1) && !budget.has_room() && !budget.take(1));
    }
}
