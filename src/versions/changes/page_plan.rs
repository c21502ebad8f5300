//! Arranges the items of all chapters on pages.
//!
//! - In: chapters, the sizes of their pictures, and the paper.
//! - Out: pages, and the place of each item on its page. Nothing is drawn.
//! - Not here: the first page, which is the change sheet.

use kurbo::{Point, Rect, Size};

use super::chapters::{CellList, ChangeKind, Chapter, View};
use super::item::{
    Arrangement, GAP_BELOW_TEXT_MM, GAP_NEXT_TO_TEXT_MM, Item, LABEL, PICTURE_GAP_MM, TextPlace,
    is_true_size, scale_text,
};
use super::lettering::{TextStyle, Typesetter};

/// The height of the strip for the heading at the top of a page, in mm.
const RUNNING_HEAD: f64 = 11.0;
/// The height of the title of a chapter, in mm.
const TITLE: f64 = 13.0;
/// The gap between two rows of items, in mm. A line is drawn in the middle of the gap.
pub const BETWEEN_ROWS: f64 = 8.0;
/// The gap between columns of items, in mm.
const BETWEEN_COLUMNS: f64 = 8.0;
/// The gap between chapters on a page, in mm.
const BETWEEN_CHAPTERS: f64 = 10.0;
/// The least width of a text next to pictures, in mm.
const MIN_TEXT_WIDTH_MM: f64 = 38.0;
/// The largest width of a text next to pictures, in mm.
const MAX_TEXT_WIDTH_MM: f64 = 58.0;
/// The number of columns in which added and removed pieces are shown.
const COLUMNS: f64 = 4.0;
/// The largest height of pictures of added and removed pieces, in mm.
const MAX_PICTURE_HEIGHT_MM: f64 = 60.0;
/// The largest height of texts above pictures, as a fraction of the page's height.
const MAX_TEXT_HEIGHT_SHARE: f64 = 0.4;
/// The largest height that is reserved below a board for the names of cells, in mm.
const MAX_CELLS: f64 = 16.0;

pub const CELLS: TextStyle = TextStyle::regular(8.0);

/// A page before it is drawn.
#[derive(Debug)]
pub struct PlannedPage {
    pub size: Size,
    /// The parts of the page. Empty for the first page, which is arranged elsewhere.
    pub parts: Vec<PlacedPart>,
}

/// A part of a page, and the position of its top-left corner on the page, in mm.
#[derive(Debug)]
pub struct PlacedPart {
    pub at: Point,
    pub part: PagePart,
}

#[derive(Debug)]
pub enum PagePart {
    /// The title of the chapter with this index.
    Title(usize),
    /// A view of an entry.
    Item { chapter: usize, entry: usize, view: usize },
    /// A line above a row of items.
    Rule,
    /// A line of text with the names of cells.
    Cells(String),
}

/// The sizes of the pictures of a view, in mm. The picture of the old version comes first.
pub type Sizes = Vec<Size>;

/// A chapter with the sizes of the pictures of its views.
pub struct Measured<'d, 'c> {
    pub chapter: &'c Chapter<'d>,
    /// The sizes of the pictures, as `sizes[entry][view]`.
    pub sizes: Vec<Vec<Sizes>>,
}

/// An item with the sizes of its pictures.
struct MeasuredItem<'m> {
    item: Item<'m, 'm>,
    /// The index of the entry in its chapter.
    entry: usize,
    sizes: &'m Sizes,
}

impl MeasuredItem<'_> {
    fn height(&self, how: &Arrangement, typesetter: &Typesetter<'_, '_>) -> f64 {
        self.item.height(self.sizes, how, typesetter)
    }
}

impl Measured<'_, '_> {
    fn items(&self) -> impl Iterator<Item = MeasuredItem<'_>> {
        let entries = self.chapter.entries.iter().zip(&self.sizes).enumerate();
        entries.flat_map(move |(index, (entry, sizes))| {
            sizes.iter().enumerate().map(move |(view, sizes)| MeasuredItem {
                item: Item { chapter: self.chapter, entry, view },
                entry: index,
                sizes,
            })
        })
    }

    fn is_board(&self) -> bool {
        let views = self.chapter.entries.iter().flat_map(|entry| &entry.views);
        views.into_iter().any(|view| matches!(view, View::Board { .. }))
    }
}

/// The size of the pages. A page is in portrait or landscape.
#[derive(Debug, Clone, Copy)]
pub struct PageRoom {
    pub portrait: Size,
}

impl PageRoom {
    pub fn new(paper: Size) -> Self {
        Self { portrait: Size::new(paper.width.min(paper.height), paper.width.max(paper.height)) }
    }

    /// Returns the width of the margin along the edges, in mm.
    pub fn margin(self) -> f64 {
        (self.portrait.width / 14.0).clamp(6.35, 15.0)
    }

    pub fn page(self, is_landscape: bool) -> Size {
        let Size { width, height } = self.portrait;
        if is_landscape { Size::new(height, width) } else { self.portrait }
    }

    /// Returns the area inside the margins of a page.
    pub fn inside(self, page: Size) -> Rect {
        Rect::from_origin_size(Point::ORIGIN, page).inset(-self.margin())
    }

    /// Returns the area of a page below its heading.
    fn free(self, page: Size) -> Rect {
        let inside = self.inside(page);
        Rect { y0: inside.y0 + RUNNING_HEAD, ..inside }
    }
}

/// The arrangement that was chosen for a chapter, and the orientation of its pages.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    pub how: Arrangement,
    pub is_landscape: bool,
}

/// Returns the arrangement in which the pictures of a chapter are as large as possible.
pub fn choose(measured: &Measured<'_, '_>, room: PageRoom, typesetter: &Typesetter<'_, '_>) -> Chosen {
    let [portrait, landscape] = [false, true].map(|is_landscape| {
        let mut free = room.free(room.page(is_landscape));
        free.y0 += TITLE + BETWEEN_ROWS;
        Chosen { how: arrangement(measured, free.size(), typesetter), is_landscape }
    });
    let is_small = portrait.how.text_place == TextPlace::Below;
    if !is_small && landscape.how.scale > portrait.how.scale + 1e-6 { landscape } else { portrait }
}

/// Returns the arrangement of a chapter. `room` is the size of the free area on its pages.
///
/// - Added and removed pieces are in columns, each with its text below.
/// - Changed pieces are shown at true size with their text on the left, if they fit on the page in this
///   way.
/// - Otherwise, and for boards, the text is above the pictures, which are scaled down if necessary.
fn arrangement(measured: &Measured<'_, '_>, room: Size, typesetter: &Typesetter<'_, '_>) -> Arrangement {
    let widths = |sizes: &Sizes| sizes.iter().map(|size| size.width).sum::<f64>();
    let all = || measured.items().map(|item| item.sizes);
    let widest = all().map(widths).fold(1.0, f64::max);
    let tallest = all().flatten().map(|size| size.height).fold(1.0, f64::max);
    let gaps = if all().any(|sizes| sizes.len() > 1) { PICTURE_GAP_MM } else { 0.0 };
    if measured.chapter.kind != ChangeKind::Changed && !measured.is_board() {
        let column = (room.width - (COLUMNS - 1.0) * BETWEEN_COLUMNS) / COLUMNS;
        let scale = (column / widest).min(MAX_PICTURE_HEIGHT_MM / tallest).min(1.0);
        let columns = columns(room.width, (widest * scale).max(column.min(MIN_TEXT_WIDTH_MM)));
        let width = column_width(room.width, columns);
        return Arrangement { scale, columns, width, text_width: width, text_place: TextPlace::Below };
    }
    let least = widest + gaps + GAP_NEXT_TO_TEXT_MM + MIN_TEXT_WIDTH_MM;
    if !measured.is_board() && least <= room.width && tallest + LABEL <= room.height {
        let columns = columns(room.width, least);
        let width = column_width(room.width, columns);
        let text_width = (width - widest - gaps - GAP_NEXT_TO_TEXT_MM).min(MAX_TEXT_WIDTH_MM);
        return Arrangement { scale: 1.0, columns, width, text_width, text_place: TextPlace::Left };
    }
    let width = room.width;
    let plain =
        Arrangement { scale: 1.0, columns: 1, width, text_width: width, text_place: TextPlace::Above };
    let text_heights = measured
        .items()
        .map(|MeasuredItem { item, .. }| item.height(&[], &plain, typesetter) - GAP_BELOW_TEXT_MM - LABEL);
    let text_height = text_heights.fold(0.0, f64::max).min(room.height * MAX_TEXT_HEIGHT_SHARE);
    let height = room.height
        - text_height
        - GAP_BELOW_TEXT_MM
        - LABEL
        - cells_below(measured.chapter, width, typesetter);
    let scale = ((width - gaps) / widest).min(height / tallest).min(1.0);
    Arrangement { scale, ..plain }
}

/// Returns the height that is reserved below a board for the names of cells, in mm. A longer list
/// continues on the next page.
fn cells_below(chapter: &Chapter<'_>, width: f64, typesetter: &Typesetter<'_, '_>) -> f64 {
    let lists = chapter.entries.iter().flat_map(|entry| &entry.cells);
    let lines = lists.flat_map(|list| typesetter.wrapped(&cells_text(list), CELLS, width));
    let height: f64 = lines.map(|line| line.height()).sum();
    if height > 0.0 { BETWEEN_ROWS / 2.0 + height.min(MAX_CELLS) } else { 0.0 }
}

fn cells_text(list: &CellList<'_>) -> String {
    format!("{}: {}", list.kind.title(), list.names.join(", "))
}

fn columns(width: f64, least: f64) -> usize {
    // The conversion to an integer rounds down. The small summand prevents a rounding error from
    // removing a column.
    (((width + BETWEEN_COLUMNS + 1e-6) / (least + BETWEEN_COLUMNS)) as usize).max(1)
}

fn column_width(width: f64, columns: usize) -> f64 {
    (width - (columns as f64 - 1.0) * BETWEEN_COLUMNS) / columns as f64
}

/// Places all chapters on pages.
pub fn planned(
    chapters: &[Measured<'_, '_>],
    chosen: &[Chosen],
    room: PageRoom,
    typesetter: &Typesetter<'_, '_>,
) -> Vec<PlannedPage> {
    let mut flow = Flow { room, pages: Vec::new(), is_landscape: false, y: f64::INFINITY };
    for (index, (measured, Chosen { how, is_landscape })) in chapters.iter().zip(chosen).enumerate() {
        let items: Vec<_> = measured.items().collect();
        let rows: Vec<_> = items.chunks(how.columns).collect();
        let first = rows.first().map_or(0.0, |row| height_of_row(row, how, typesetter));
        flow.begin(index, *is_landscape, first);
        for row in rows {
            let top = flow.row(height_of_row(row, how, typesetter));
            for (column, MeasuredItem { item, entry, .. }) in row.iter().enumerate() {
                let x = column as f64 * (how.width + BETWEEN_COLUMNS);
                flow.push(x, top, PagePart::Item { chapter: index, entry: *entry, view: item.view });
            }
        }
        for list in measured.chapter.entries.iter().flat_map(|entry| &entry.cells) {
            for line in typesetter.wrapped(&cells_text(list), CELLS, flow.free().width()) {
                flow.line(line.string(), line.height());
            }
        }
    }
    flow.pages
}

/// Returns the height of the tallest item of a row, in mm.
fn height_of_row(row: &[MeasuredItem<'_>], how: &Arrangement, typesetter: &Typesetter<'_, '_>) -> f64 {
    row.iter().map(|item| item.height(how, typesetter)).fold(0.0, f64::max)
}

/// The finished pages, and the position of the next part on the last page.
struct Flow {
    room: PageRoom,
    pages: Vec<PlannedPage>,
    is_landscape: bool,
    /// The y coordinate at which the next part begins, in mm from the top of the page.
    y: f64,
}

impl Flow {
    fn free(&self) -> Rect {
        self.room.free(self.room.page(self.is_landscape))
    }

    fn new_page(&mut self) {
        self.pages.push(PlannedPage { size: self.room.page(self.is_landscape), parts: Vec::new() });
        self.y = self.free().y0;
    }

    fn push(&mut self, x: f64, y: f64, part: PagePart) {
        let at = Point::new(self.free().x0 + x, y);
        if let Some(page) = self.pages.last_mut() {
            page.parts.push(PlacedPart { at, part });
        }
    }

    /// Begins a chapter. Its title must be on the same page as its first row, whose height is
    /// `first_row`.
    fn begin(&mut self, chapter: usize, is_landscape: bool, first_row: f64) {
        let is_turned = is_landscape != self.is_landscape;
        self.is_landscape = is_landscape;
        let needed = BETWEEN_CHAPTERS + TITLE + BETWEEN_ROWS + first_row;
        if is_turned || self.pages.is_empty() || self.y + needed > self.free().y1 + 1e-6 {
            self.new_page();
        } else {
            self.y += BETWEEN_CHAPTERS - BETWEEN_ROWS / 2.0;
        }
        self.push(0.0, self.y, PagePart::Title(chapter));
        self.y += TITLE;
    }

    /// Makes space for a row of this height, on a new page if necessary, and adds a line above the row.
    /// Returns the y coordinate of the top of the row.
    fn row(&mut self, height: f64) -> f64 {
        let is_first = self.pages.last().is_none_or(|page| page.parts.is_empty());
        if !is_first && self.y + BETWEEN_ROWS / 2.0 + height > self.free().y1 + 1e-6 {
            self.new_page();
        }
        self.push(0.0, self.y, PagePart::Rule);
        let top = self.y + BETWEEN_ROWS / 2.0;
        self.y = top + height + BETWEEN_ROWS / 2.0;
        top
    }

    fn line(&mut self, text: String, height: f64) {
        if self.y + height > self.free().y1 + 1e-6 {
            self.new_page();
        }
        self.push(0.0, self.y, PagePart::Cells(text));
        self.y += height;
    }
}

/// Returns a note on how the pictures of a chapter are shown, e.g. `Before on the left, after on the
/// right, at true size`.
pub fn note(chapter: &Chapter<'_>, how: &Arrangement) -> String {
    let scale = if is_true_size(how.scale) { "at true size".to_owned() } else { scale_text(how.scale) };
    match (&chapter.whole, chapter.kind) {
        (_, ChangeKind::Changed) => format!("Before on the left, after on the right, {scale}"),
        (Some(pieces), kind) => format!("The whole component is {}: {pieces}. Shown {scale}", kind.word()),
        (None, _) => format!("Shown {scale}"),
    }
}
