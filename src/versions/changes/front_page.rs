//! Draws the first page: a change sheet for players.
//!
//! - In: the differences as text, and pictures of them.
//! - Out: a page that says what is new. Players need only this page.
//! - Not here: the other pages, which show large pictures of both versions.

use kurbo::{Point, Rect, Size};

use super::Comparison;
use super::before_and_after::{Pictures, centred};
use super::chapters::{CellList, ChangeKind, Chapter, Entry, counts};
use super::item::{SMALL_LETTERS, heading, named, set, silent};
use super::lettering::{Line, TextStyle, Typesetter};
use super::page_plan::PageRoom;
use super::pages::rule;
use hexpress_base::diag::Report;
use hexpress_base::text::one_line;
use hexpress_base::units::count_with_noun;
use hexpress_scene::Drawing;

/// The largest size of a small picture, in mm.
const PICTURE: Size = Size::new(15.0, 16.0);
/// The gap between a picture and the text next to it, in mm.
const PICTURE_TEXT_GAP_MM: f64 = 3.5;
/// The number of columns in the list of changes.
const COLUMNS: usize = 2;
/// The gap between columns, in mm.
const COLUMN_GAP_MM: f64 = 8.0;
/// The gap between rows, in mm.
const BETWEEN_ROWS: f64 = 3.5;
/// The gap above a title in the list, such as `Added`, in mm.
const ABOVE_TITLE: f64 = 5.0;
/// The horizontal distance between the beginnings of two neighbouring counts, such as `3 added`, in mm.
const COUNT_PITCH: f64 = 30.0;
/// The height that is reserved for the text about entries without pictures, in mm.
const OTHER_ENTRIES_MM: f64 = 17.0;
/// The largest number of lines in the text of an entry.
const MAX_LINES: usize = 3;

const LABEL: TextStyle = TextStyle::quiet(10.0);
const TITLE: TextStyle = TextStyle::bold(24.0);
const VERSIONS: TextStyle = TextStyle::regular(12.0);
const COUNT: TextStyle = TextStyle::bold(26.0);
const PART: TextStyle = TextStyle::bold(11.0);
const NAME: TextStyle = TextStyle::bold(9.0);
const BODY: TextStyle = TextStyle::regular(8.5);

/// The data for drawing the change sheet.
pub struct FrontPage<'p, 'd> {
    pub comparison: &'p Comparison<'d>,
    pub chapters: &'p [Chapter<'d>],
    /// The number of rows that no chapter shows, because there are too many.
    pub left_out: usize,
    pub room: PageRoom,
    /// The number of pages in the file.
    pub pages: usize,
}

/// An entry of the list.
struct Row {
    chapter: usize,
    entry: usize,
    kind: ChangeKind,
    name: String,
    changes: Vec<String>,
    /// The name of the component and the numbers of the pieces, as text.
    place: String,
}

/// A function that returns the pictures of an entry. The arguments are the index of the chapter, and
/// the index of the entry in the chapter.
type PictureSource<'f> = dyn FnMut(usize, usize) -> Result<Pictures, Report> + 'f;

impl FrontPage<'_, '_> {
    /// Draws the page. `pictures` is called for the pictures of an entry.
    ///
    /// # Errors
    /// A picture cannot be drawn.
    pub fn drawn(
        &self,
        typesetter: &Typesetter<'_, '_>,
        pictures: &mut PictureSource<'_>,
    ) -> Result<Vec<Drawing>, Report> {
        let inside = self.room.inside(self.room.page(false));
        let mut drawings = Vec::new();
        let top = self.head(inside, typesetter, &mut drawings);
        let rows = self.rows();
        let foot = Rect { y0: inside.y1 - SMALL_LETTERS.leading(), ..inside };
        let free = Rect { y0: top, y1: foot.y0 - 3.0, ..inside };
        let whole = Placing::new(free, &rows, typesetter);
        let placing = match whole.places.len() == rows.len() && self.left_out == 0 {
            true => whole,
            false => Placing::new(Rect { y1: free.y1 - OTHER_ENTRIES_MM, ..free }, &rows, typesetter),
        };
        let mut titles = placing.titles.iter();
        let mut part = None;
        for (row, at) in rows.iter().zip(&placing.places) {
            if part.replace(row.kind) != Some(row.kind)
                && let Some((kind, at)) = titles.next()
            {
                drawings.push(named(kind.word(), set(&[typesetter.line(kind.title(), PART)], *at)));
            }
            let mut shown = Vec::new();
            let drawn = pictures(row.chapter, row.entry)?;
            if let Some((_, picture)) = drawn.each().last() {
                let scale = fitting(picture.size(), PICTURE);
                let within = Rect::from_origin_size(*at, PICTURE);
                let place = Point::new(centred(picture.size() * scale, within).x, at.y);
                shown.push(named("picture", vec![picture.drawn(place, scale, "")]));
            }
            let text_at = Point::new(at.x + PICTURE.width + PICTURE_TEXT_GAP_MM, at.y);
            shown.extend(set(&row.lines(typesetter, placing.text_width), text_at));
            let called = if row.place.is_empty() { &row.name } else { &row.place };
            drawings.push(named(&format!("{} {called}", row.kind.word()), shown));
        }
        let others = rows.get(placing.places.len()..).unwrap_or_default();
        if !others.is_empty() || self.left_out > 0 {
            let at = Rect { y0: free.y1 - OTHER_ENTRIES_MM + 5.0, ..free };
            drawings.push(named("others", set(&self.others(others, at, typesetter), at.origin())));
        }
        drawings.extend(self.foot(foot, typesetter));
        Ok(drawings)
    }

    /// Draws the title, the versions and the counts. Returns the y coordinate of the beginning of the
    /// list.
    fn head(&self, inside: Rect, typesetter: &Typesetter<'_, '_>, drawings: &mut Vec<Drawing>) -> f64 {
        let at = |y: f64| Point::new(inside.x0, y);
        let mut y = inside.y0;
        let label = typesetter.line("What is new in", LABEL);
        let mut title_drawings = set(&[label], at(y));
        y += LABEL.leading() + 1.5;
        let title = typesetter.wrapped(&self.comparison.title(), TITLE, inside.width());
        title_drawings.extend(set(&title, at(y)));
        y += title.iter().map(Line::height).sum::<f64>() - 0.5;
        drawings.push(heading(title_drawings));
        let versions = self.comparison.versions();
        if !versions.is_empty() {
            let lines = [typesetter.shortened(&versions, VERSIONS, inside.width())];
            drawings.push(named("versions", set(&lines, at(y))));
            y += VERSIONS.leading();
        }
        y += 5.0;
        drawings.push(rule(at(y), inside.width()));
        y += 6.0;
        let counts = counts(self.comparison);
        let shown = [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed]
            .map(|kind| (counts.of(kind), kind.word()));
        if shown.iter().all(|(count, _)| *count == 0) {
            let lines = typesetter.wrapped("Nothing looks different.", VERSIONS, inside.width());
            drawings.push(named("counts", set(&lines, at(y))));
            return y + VERSIONS.leading();
        }
        let mut numbers = Vec::new();
        for (column, (count, word)) in shown.iter().enumerate() {
            let x = inside.x0 + column as f64 * COUNT_PITCH;
            numbers.extend(set(&[typesetter.line(&count.to_string(), COUNT)], Point::new(x, y)));
            let below = Point::new(x, y + COUNT.capitals() + 2.5);
            numbers.extend(set(&[typesetter.line(word, LABEL)], below));
        }
        drawings.push(named("counts", numbers));
        y += COUNT.capitals() + 2.5 + LABEL.capitals() + 5.0;
        drawings.push(rule(at(y), inside.width()));
        y
    }

    /// Draws the line at the bottom, with the names of both files.
    fn foot(&self, at: Rect, typesetter: &Typesetter<'_, '_>) -> Vec<Drawing> {
        let mut right = 0.0;
        let mut drawings = Vec::new();
        if self.pages > 1 {
            let number = typesetter.line(&format!("1 / {}", self.pages), SMALL_LETTERS);
            right = number.length + 6.0;
            let start = Point::new(at.x1 - number.length, at.y0);
            drawings.push(silent(set(&[number], start)));
        }
        let sources = typesetter.shortened(&self.comparison.sources(), SMALL_LETTERS, at.width() - right);
        drawings.push(named("files", set(&[sources], at.origin())));
        drawings
    }

    /// Returns the entries of the list. The changes that matter most to players come first.
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for kind in [ChangeKind::Added, ChangeKind::Changed, ChangeKind::Removed] {
            for (index, chapter) in self.chapters.iter().enumerate().filter(|(_, ch)| ch.kind == kind) {
                let component = one_line(&chapter.component);
                match &chapter.whole {
                    // A component that is new or removed gets one entry, instead of one for each of its
                    // pieces.
                    Some(pieces) if kind != ChangeKind::Changed => rows.push(Row {
                        chapter: index,
                        entry: 0,
                        kind,
                        name: component,
                        changes: vec![pieces.clone()],
                        place: String::new(),
                    }),
                    _ => rows.extend(
                        chapter
                            .entries
                            .iter()
                            .enumerate()
                            .map(|(entry, of)| Row::new(of, [index, entry], chapter)),
                    ),
                }
            }
        }
        rows
    }

    /// Returns a text with the names of the entries that have no picture.
    fn others(&self, rows: &[Row], at: Rect, typesetter: &Typesetter<'_, '_>) -> Vec<Line> {
        // The text contains as many names as fit, followed by the number of the other entries: `and 7
        // more`.
        let text = |shown: usize| {
            let mut parts: Vec<String> = Vec::new();
            for kind in [ChangeKind::Added, ChangeKind::Changed, ChangeKind::Removed] {
                let named = rows.iter().take(shown).filter(|row| row.kind == kind);
                let names: Vec<&str> = named.map(|row| row.name.as_str()).collect();
                if !names.is_empty() {
                    parts.push(format!("{}: {}", kind.word(), names.join(", ")));
                }
            }
            let more = rows.len() - shown + self.left_out;
            match (parts.is_empty(), more) {
                (true, _) => format!("There are {}.", count_with_noun(more, "other difference")),
                (false, 0) => format!("Also {}.", parts.join("; ")),
                (false, _) => format!("Also {}; and {more} more.", parts.join("; ")),
            }
        };
        let fits = |shown: &usize| {
            let lines = typesetter.wrapped(&text(*shown), BODY, at.width());
            lines.iter().map(Line::height).sum::<f64>() <= at.height()
        };
        let counts: Vec<usize> = (0..=rows.len()).collect();
        let shown = counts.partition_point(fits).saturating_sub(1);
        typesetter.wrapped(&text(shown), BODY, at.width())
    }
}

impl Row {
    fn new(entry: &Entry<'_>, [chapter, index]: [usize; 2], of: &Chapter<'_>) -> Self {
        let component = one_line(&of.component);
        let is_component = entry.name == *of.component;
        let place = if is_component { String::new() } else { format!("{component} {}", entry.numbers) };
        let name = if entry.name.is_empty() { place.trim_end().to_owned() } else { entry.name.clone() };
        let cells = |list: &CellList<'_>| format!("{}: {}", list.kind.word(), list.names.join(", "));
        let changes = match (&entry.changes[..], &entry.cells[..]) {
            ([counted], [only]) => vec![format!("{counted}: {}", only.names.join(", "))],
            (changes, lists) => changes.iter().cloned().chain(lists.iter().map(cells)).collect(),
        };
        Self { chapter, entry: index, kind: of.kind, name, changes, place: place.trim_end().to_owned() }
    }

    fn lines(&self, typesetter: &Typesetter<'_, '_>, width: f64) -> Vec<Line> {
        let mut lines = vec![typesetter.shortened(&self.name, NAME, width)];
        let text = self.changes.join("; ");
        let mut wrapped = typesetter.wrapped(&text, BODY, width);
        if wrapped.len() > MAX_LINES {
            // The last allowed line gets all of the remaining text. It is shortened to the width of the
            // line.
            let start: usize = wrapped.iter().take(MAX_LINES - 1).map(|line| line.string().len() + 1).sum();
            wrapped.truncate(MAX_LINES - 1);
            let rest = one_line(&text);
            wrapped.push(typesetter.shortened(rest.get(start..).unwrap_or_default(), BODY, width));
        }
        lines.append(&mut wrapped);
        if !self.place.is_empty() && self.place != self.name {
            lines.push(typesetter.shortened(&self.place, SMALL_LETTERS, width));
        }
        lines
    }
}

/// The places of the first entries of the list: those for which the page has space.
struct Placing {
    places: Vec<Point>,
    titles: Vec<(ChangeKind, Point)>,
    /// The width of the texts, in mm.
    text_width: f64,
}

impl Placing {
    fn new(free: Rect, rows: &[Row], typesetter: &Typesetter<'_, '_>) -> Self {
        let width = (free.width() - COLUMN_GAP_MM * (COLUMNS as f64 - 1.0)) / COLUMNS as f64;
        let mut placing = Self {
            places: Vec::new(),
            titles: Vec::new(),
            text_width: width - PICTURE.width - PICTURE_TEXT_GAP_MM,
        };
        let mut y = free.y0;
        for part in rows.chunk_by(|a, b| a.kind == b.kind) {
            let title = y + ABOVE_TITLE;
            y = title + PART.leading() + 1.5;
            for (index, line) in part.chunks(COLUMNS).enumerate() {
                let heights = line.iter().map(|row| {
                    row.lines(typesetter, placing.text_width)
                        .iter()
                        .map(Line::height)
                        .sum::<f64>()
                        .max(PICTURE.height)
                });
                let height = heights.fold(0.0, f64::max);
                if y + height > free.y1 {
                    return placing;
                }
                if let Some(first) = part.first().filter(|_| index == 0) {
                    placing.titles.push((first.kind, Point::new(free.x0, title)));
                }
                let columns = (0..line.len()).map(|column| free.x0 + column as f64 * (width + COLUMN_GAP_MM));
                placing.places.extend(columns.map(|x| Point::new(x, y)));
                y += height + BETWEEN_ROWS;
            }
        }
        placing
    }
}

/// Returns the factor by which something is scaled to fit into a box. The factor is at most 1.
fn fitting(size: Size, room: Size) -> f64 {
    (room.width / size.width.max(1e-3)).min(room.height / size.height.max(1e-3)).min(1.0)
}
