//! Marks the contents of a page as layers and figures.
//!
//! Viewers can hide layers. Screen readers read the texts of figures.
//!
//! - In: drawings with their identities.
//! - Out: operators that mark content, and the alternative texts of figures.
//!
//! In a document with few pages, every piece and every cell is a figure. In a longer document, or
//! on a page with very many cells, all drawings of one component on a page form one figure. The
//! module `structure` writes the structure tree, which contains the figures.

mod layer;

use hexpress_base::sorted_map::SortedMap;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use kurbo::{Affine, Rect};

pub use self::layer::Layer;
use crate::alt_text;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::stored::Stored;
use hexpress_base::text::one_line;
use hexpress_game::Game;
use hexpress_scene::text::runs_leftwards;
use hexpress_scene::{Drawing, Group, Role, TextTag};

/// The largest number of characters in an alternative text.
///
/// With at most four bytes for a character, such a text has at most 32,000 bytes. A string in a PDF has
/// at most 32,767 bytes (PDF 32000-1, annex C).
const MAX_CHARS: usize = 8000;
/// The largest number of bytes of a character in UTF-8.
const BYTES_PER_CHAR: usize = 4;
/// If a page has more cells than this, its cells are not separate figures.
const MAX_FIGURES: usize = 10_000;

/// The rule that decides which drawings form a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FigureScope {
    /// Every piece and every cell is a separate figure.
    Piece,
    /// All drawings of a component on a page form one figure.
    #[default]
    Component,
}

/// Opens and closes the layers and figures of a page while the page is written.
#[derive(Debug, Default)]
pub struct Tags<'g> {
    /// The game whose layout gives the drawings their names, or `None`.
    game: Option<&'g Game>,
    /// The alternative texts that the layout sets for boards. Each of these boards is one figure.
    board_texts: Vec<BoardText>,
    /// The scope of figures on pages with at most [`MAX_FIGURES`] cells.
    document_scope: FigureScope,
    /// The scope of figures on the current page.
    page_scope: FigureScope,
    /// Whether the current page has more than [`MAX_FIGURES`] cells.
    has_too_many_attributes: bool,
    layer: Option<Layer>,
    /// The index of the open figure. `None` if no figure is open.
    open: Option<usize>,
    /// The figures of the current page, in the order in which they begin.
    figures: Vec<Figure>,
    /// The index of each figure in `figures`. The key is computed from the identity. The drawings of a cell
    /// may be separated by other drawings, so its figure must be found again.
    figure_indices: SortedMap<String, usize>,
    /// The number for the next marked-content sequence on the current page.
    next_mark: usize,
    /// Whether the current drawing is the name of a cell. The name is already in the alternative
    /// text of the cell.
    is_name: bool,
    /// The words that were drawn after the last figure was opened. A space precedes each of them.
    pub words: String,
    /// The words of the open part of a text, in the order of reading.
    text_words: String,
    /// The layers that at least one page uses.
    pub layers: BTreeSet<Layer>,
    /// Whether the contents of pages only mention layers by name, because the version of PDF has no real
    /// layers.
    pub has_only_names: bool,
}

/// The alternative text that the layout sets for a board.
#[derive(Debug)]
struct BoardText {
    component: Arc<str>,
    text: String,
}

/// A figure on the page that is being written.
#[derive(Debug, Default)]
struct Figure {
    /// The identity of the first drawing of the figure. `None` if the drawings of the figure have no
    /// identity.
    first: Option<Identity>,
    /// The identity of the last drawing of the figure. `None` if the drawings of the figure have no identity.
    last: Option<Identity>,
    /// The numbers of the marked-content sequences that contain the figure's drawings.
    marks: Vec<usize>,
    /// The words that the figure shows, each preceded by a space.
    words: String,
    /// The part of a text that the figure shows. `None` if the figure is not a text.
    part: Option<TextPart>,
    /// The box of a link or a heading on the page, in points. `None` for other figures.
    area: Option<Rect>,
    /// If the figure is a part of a text from right to left, its words. Empty for other figures.
    rtl_words: String,
}

/// A part of a text, and the component to which the text belongs.
#[derive(Debug, Clone, PartialEq)]
pub struct TextPart {
    pub component: Option<Arc<str>>,
    pub tag: Arc<TextTag>,
}

/// A figure of a page, as the structure tree needs it.
#[derive(Debug)]
pub struct TaggedFigure {
    /// The alternative text: the name of the figure, and the words that the figure shows.
    pub alt: Stored,
    /// The numbers of the marked-content sequences that contain the figure's drawings.
    pub marks: Vec<usize>,
    /// The part of a text that the figure shows. `None` if the figure is not a text.
    ///
    /// A text has its own element in the structure tree, so its alternative text is empty.
    pub part: Option<TextPart>,
    /// The box of a link or a heading on the page, in points. `None` for other figures.
    pub area: Option<Rect>,
    /// The words of a link or a heading. Empty for other figures. Screen readers also read the words of a
    /// heading for the links to it.
    pub words: String,
    /// If the figure is a part of a text from right to left, its words. Empty for other figures.
    pub rtl_words: String,
}

impl<'g> Tags<'g> {
    /// Creates the tags of a document.
    ///
    /// On a page with too many cells, all drawings of a component form one figure, even if the
    /// scope is [`FigureScope::Piece`].
    pub fn new(document_scope: FigureScope, game: Option<&'g Game>) -> Self {
        let mut board_texts = Vec::new();
        if let Some(game) = game {
            for component in &game.components {
                // An error in the text is ignored here, because it is reported when the board is
                // drawn.
                if let Some(Ok(text)) = component.board().and_then(|board| game.board_alt_text(board)) {
                    board_texts.push(BoardText { component: Arc::from(&*component.name), text });
                }
            }
        }
        Self { document_scope, game, board_texts, ..Self::default() }
    }

    /// Returns the alternative text of the board to which a drawing belongs. Returns `None` if the
    /// layout sets no such text.
    fn board_text(&self, id: Option<&Identity>) -> Option<&str> {
        let component = id.filter(|_| !self.board_texts.is_empty())?.component()?;
        self.board_texts.iter().find(|board| board.component == *component).map(|board| board.text.as_str())
    }

    /// Begins a page. If the drawings include a heading, reserves the number 0 for the
    /// marked-content sequence of the heading.
    pub fn begin_page(&mut self, drawings: &[Drawing]) {
        self.has_too_many_attributes = count_cells(drawings) > MAX_FIGURES;
        self.page_scope =
            if self.has_too_many_attributes { FigureScope::Component } else { self.document_scope };
        self.next_mark = usize::from(has_heading(drawings));
    }

    /// Returns whether the page has so many cells that all cells of a component are one figure.
    pub fn has_too_many_attributes(&self) -> bool {
        self.has_too_many_attributes
    }

    /// Adds a separator and a word to the words that screen readers read for the current figure.
    /// Adds nothing if these words are already too long.
    pub fn add_word(&mut self, separator: &str, word: &str) {
        if self.words.len() <= MAX_CHARS * BYTES_PER_CHAR {
            self.words.extend([separator, word]);
        }
    }

    /// Adds words to the open part of a text. Does nothing if no part of a text is open.
    pub fn add_text_words(&mut self, words: &str) {
        let is_text =
            self.open.and_then(|open| self.figures.get(open)).is_some_and(|open| open.part.is_some());
        if is_text && self.text_words.len() <= MAX_CHARS {
            self.text_words.push_str(words);
        }
    }

    /// Begins a drawing on a layer. If necessary, closes the open layer and figure, and opens the
    /// layer and the figure of the drawing.
    pub fn begin(&mut self, layer: Layer, id: Option<&Identity>, out: &mut String) {
        self.begin_layer(layer, out);
        if layer == Layer::Art {
            let scope = match self.board_text(id) {
                Some(_) => FigureScope::Component,
                None => self.page_scope,
            };
            // The name of a cell is a separate drawing, but belongs to the figure of the cell.
            let is_name = scope == FigureScope::Piece
                && matches!(id.and_then(Identity::feature), Some(Feature::Name(_)));
            let subject = id.map(|id| if is_name { named_cell(id) } else { Cow::Borrowed(id) });
            match self.open.and_then(|open| self.figures.get_mut(open)) {
                Some(figure) if figure.includes(subject.as_deref(), scope) => {
                    figure.last = subject.as_deref().cloned();
                    figure.take_words(&mut self.words, self.is_name);
                }
                _ => self.open(subject.as_deref(), out),
            }
            self.is_name = is_name;
        }
    }

    fn begin_layer(&mut self, layer: Layer, out: &mut String) {
        if self.layer != Some(layer) {
            self.end(out);
            let _ = match self.has_only_names {
                true => writeln!(out, "/{layer} BMC"),
                false => writeln!(out, "/OC /{layer} BDC"),
            };
            self.layer = Some(layer);
            self.layers.insert(layer);
        }
    }

    /// Begins a drawing that screen readers ignore.
    pub fn begin_decoration(&mut self, out: &mut String) {
        self.begin_layer(Layer::Art, out);
        self.end_figure(out);
    }

    /// Begins a drawing that belongs to a part of a text. `to_page` transforms the coordinates of
    /// the drawing to points of the page.
    pub fn begin_text(
        &mut self,
        tag: &Arc<TextTag>,
        id: Option<&Identity>,
        to_page: Affine,
        out: &mut String,
    ) {
        self.begin_layer(Layer::Art, out);
        let part = TextPart { component: id.and_then(Identity::component).cloned(), tag: Arc::clone(tag) };
        let open = self.open.and_then(|open| self.figures.get(open));
        if open.is_some_and(|figure| figure.part.as_ref() == Some(&part)) {
            self.add_text_words(" ");
            return;
        }
        self.end_figure(out);
        let Some(step) = tag.steps.last() else { return };
        let marks = vec![self.next_mark];
        let (first, last) = (id.cloned(), id.cloned());
        let area = tag.spot.as_ref().map(|spot| to_page.transform_rect_bbox(spot.area));
        self.open = Some(self.figures.len());
        self.figures.push(Figure { first, last, marks, part: Some(part), area, ..Figure::default() });
        let _ = writeln!(out, "/{} <</MCID {}>> BDC", step.element, self.next_mark);
        self.next_mark += 1;
        self.words.clear();
    }

    /// Opens the figure to which a drawing belongs. A figure may be opened several times.
    fn open(&mut self, id: Option<&Identity>, out: &mut String) {
        self.end_figure(out);
        let key = match id {
            Some(id) if self.page_scope == FigureScope::Piece && self.board_text(Some(id)).is_none() => {
                id.to_string()
            }
            Some(id) => id.component().map_or_else(|| id.to_string(), |component| component.to_string()),
            None => String::new(),
        };
        let next = self.figures.len();
        let index = *self.figure_indices.entry(key).or_insert(next);
        if index == next {
            let (first, last) = (id.cloned(), id.cloned());
            self.figures.push(Figure { first, last, ..Figure::default() });
        }
        if let Some(figure) = self.figures.get_mut(index) {
            figure.marks.push(self.next_mark);
            figure.last = id.cloned();
        }
        let _ = writeln!(out, "/Figure <</MCID {}>> BDC", self.next_mark);
        self.next_mark += 1;
        self.open = Some(index);
        self.words.clear();
    }

    /// Closes the open figure and the open layer.
    pub fn end(&mut self, out: &mut String) {
        self.end_figure(out);
        if self.layer.take().is_some() {
            out.push_str("EMC\n");
        }
    }

    /// Closes the open figure.
    fn end_figure(&mut self, out: &mut String) {
        if let Some(figure) = self.open.take().and_then(|open| self.figures.get_mut(open)) {
            out.push_str("EMC\n");
            let text_words = std::mem::take(&mut self.text_words);
            // Viewers may read right-to-left text in the wrong order. Therefore, the structure tree also
            // contains the words of such text. Other text does not need this.
            if text_words.chars().any(runs_leftwards) {
                figure.rtl_words = one_line(&text_words);
            }
            figure.take_words(&mut self.words, self.is_name);
        }
    }

    /// Ends a page, and returns its figures.
    pub fn end_page(&mut self, out: &mut String) -> Vec<TaggedFigure> {
        self.end(out);
        self.words.clear();
        self.text_words.clear();
        self.figure_indices.clear();
        let figures = std::mem::take(&mut self.figures);
        figures.into_iter().map(|figure| self.tagged(figure)).collect()
    }

    /// Returns a figure as the structure tree needs it, with its alternative text.
    fn tagged(&self, figure: Figure) -> TaggedFigure {
        let is_link_or_heading = figure.area.is_some() && figure.part.is_some();
        let words = if is_link_or_heading { figure.words.trim_start().to_owned() } else { String::new() };
        let alt = match (self.board_text(figure.first.as_ref()), &figure.part) {
            (_, Some(_)) => String::new(),
            (Some(text), None) => figure.board_alt(text),
            (None, None) => figure.alt(self.game),
        };
        TaggedFigure {
            alt: Stored::new(alt.into_bytes()),
            marks: figure.marks,
            part: figure.part,
            area: figure.area,
            words,
            rtl_words: figure.rtl_words,
        }
    }
}

impl Figure {
    /// Returns whether a drawing belongs to the figure.
    fn includes(&self, id: Option<&Identity>, scope: FigureScope) -> bool {
        if self.part.is_some() {
            return false;
        }
        match (&self.first, id) {
            (Some(first), Some(id)) if scope == FigureScope::Component && first.component().is_some() => {
                first.component() == id.component()
            }
            (first, id) => first.as_ref() == id,
        }
    }

    /// Moves the words to the figure. They are dropped if they are the name of the cell, or if the figure
    /// already has too many words.
    ///
    /// The name of a line of cells is drawn at both ends of the line, but is added only once.
    fn take_words(&mut self, words: &mut String, is_name: bool) {
        let is_line = matches!(self.first.as_ref().and_then(Identity::feature), Some(Feature::Line(_)));
        let is_repeated = is_line && !self.words.is_empty();
        if self.words.len() <= MAX_CHARS * BYTES_PER_CHAR && !is_name && !is_repeated {
            self.words.push_str(words);
        }
        words.clear();
    }

    /// Returns the alternative text of the figure. It consists of names and values in the layout.
    fn alt(&self, game: Option<&Game>) -> String {
        let words = self.words.trim_start();
        let name = match (&self.first, &self.last) {
            (Some(first), Some(last)) if first != last => alt_text::name_of_several(first, last),
            (Some(first), _) => alt_text::name(first, words, game),
            (None, _) => "drawing".to_owned(),
        };
        let row = match (&self.first, self.first == self.last) {
            (Some(first), true) => alt_text::row_text(first, words, game),
            _ => String::new(),
        };
        let parts: Vec<&str> = [words, &row].into_iter().filter(|part| !part.is_empty()).collect();
        name_and_words(&name, &parts.join(", "))
    }

    /// Returns the alternative text of a board. `text` comes from the layout.
    fn board_alt(&self, text: &str) -> String {
        let component = self.first.as_ref().and_then(Identity::component);
        name_and_words(&component.map_or_else(String::new, ToString::to_string), text)
    }
}

/// Joins a name and words to one text. Shortens the text to [`MAX_CHARS`] characters.
fn name_and_words(name: &str, words: &str) -> String {
    let text = if words.is_empty() { name.to_owned() } else { format!("{name}: {words}") };
    if text.len() <= MAX_CHARS {
        return text;
    }
    text.chars().take(MAX_CHARS).chain(['…']).collect()
}

/// Returns the identity of a drawing. For the name of a cell, this is the identity of the cell.
fn named_cell(id: &Identity) -> Cow<'_, Identity> {
    match (id.component(), id.feature()) {
        (Some(component), Some(Feature::Name(address))) => {
            Cow::Owned(Identity::Of(component.clone(), Feature::Cell(*address)))
        }
        _ => Cow::Borrowed(id),
    }
}

/// Returns whether each drawing in a group is marked separately, in place of the group itself.
///
/// This is the case if some of the drawings are on other layers, or if they have identities and the group has
/// none. However, a group that replaces a text is always marked as a whole.
pub fn needs_inner_marks(group: &Group) -> bool {
    group.role == Role::Art && group.actual_text.is_none() && has_parts(&group.drawings, group.id.is_none())
}

/// Returns whether the drawings include the heading of the page. The heading is a line of text.
pub fn has_heading(drawings: &[Drawing]) -> bool {
    drawings.iter().any(|drawing| matches!(drawing, Drawing::Group(Group { role: Role::Heading, .. })))
}

/// Returns how many cells of boards the drawings contain.
fn count_cells(drawings: &[Drawing]) -> usize {
    let counts = drawings.iter().map(|drawing| match drawing {
        Drawing::Cells(cells) => cells.places.len(),
        Drawing::Group(group) => count_cells(&group.drawings),
        _ => 0,
    });
    counts.sum()
}

/// Returns whether the drawings include a group on a layer other than [`Layer::Art`].
///
/// If `or_identities` is true, also returns true if any drawing has an identity.
fn has_parts(drawings: &[Drawing], or_identities: bool) -> bool {
    drawings.iter().any(|drawing| match drawing {
        Drawing::Group(group) => {
            group.role != Role::Art
                || (or_identities && group.id.is_some())
                || has_parts(&group.drawings, or_identities)
        }
        Drawing::Cells(_) => or_identities,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARS, name_and_words};

    #[test]
    fn long_alternative_texts_are_shortened() {
        assert_eq!(name_and_words("cards 1", ""), "cards 1");
        assert_eq!(name_and_words("cards 1", "Ship"), "cards 1: Ship");
        let longest = "x".repeat(MAX_CHARS - 3);
        assert_eq!(name_and_words("a", &longest), format!("a: {longest}"));
        let shortened = name_and_words("a", &format!("{longest}x"));
        assert_eq!(shortened, format!("a: {longest}…"));
    }
}
