//! Marks the contents of a page: layers, which a viewer can hide, and figures, which screen readers
//! read.
//!
//! - In: drawings with their identities.
//! - Out: operators for marks, and the alternative texts of figures.
//!
//! In a document with few pages, every piece and every cell is a figure. In a longer document, and on a
//! page with very many cells, all drawings of a component on a page form one figure. The module
//! `structure` makes the tree of figures.

use hexpress_base::ordered_map::Map;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::alt_text;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::stored::Stored;
use hexpress_base::words::words;
use hexpress_game::Game;
use hexpress_scene::{Draw, Group, Role};

words! {
    /// A layer of a page. Layers are drawn in this order. Viewers show the word as the name of the
    /// layer.
    Layer:
    /// Boards and pieces.
    Art = "Art",
    /// Cut lines and crop marks.
    Cut = "Cut",
    /// Fold lines.
    Fold = "Fold",
    /// Rulers, and lines of text for the printer.
    Marks = "Marks",
}

impl Layer {
    /// Returns the layer of a group.
    pub fn of(group: &Group) -> Self {
        match group.role {
            Role::Art => Self::Art,
            Role::Cut => Self::Cut,
            Role::PrinterMark if matches!(group.id, Some(Identity::Fold | Identity::Crease)) => Self::Fold,
            Role::PrinterMark | Role::Heading => Self::Marks,
        }
    }
}

/// The most characters of an alternative text. A string in a PDF may have at most 32,767 bytes (PDF
/// 32000-1, annex C).
const MOST_CHARS: usize = 8000;
/// The most bytes of a character in UTF-8.
const BYTES_PER_CHAR: usize = 4;
/// If a page has more cells than this, they are not figures of their own.
const MOST_FIGURES: usize = 10_000;

/// What forms a figure in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FigureScope {
    /// Every piece and every cell is a figure.
    Piece,
    /// All drawings of a component on a page form one figure.
    #[default]
    Component,
}

/// Opens and closes the layers and figures of pages, one page after another.
#[derive(Debug, Default)]
pub struct Tags<'g> {
    /// The game whose layout names the drawings.
    game: Option<&'g Game>,
    /// The boards for which the layout sets an alternative text. Each of them is one figure.
    board_texts: Vec<BoardText>,
    /// What forms a figure on pages that do not have too many cells.
    document_scope: FigureScope,
    /// What forms a figure on the current page.
    page_scope: FigureScope,
    /// Whether this page has more than [`MOST_FIGURES`] cells.
    is_crowded: bool,
    /// The open layer.
    layer: Option<Layer>,
    /// The index of the open figure.
    open: Option<usize>,
    /// The figures of this page, in the order in which they begin.
    figures: Vec<Figure>,
    /// The index of every figure by its key. It is needed because the drawings of a cell are not
    /// written one after another.
    known: Map<String, usize>,
    /// The number of the next mark on this page.
    next_mark: usize,
    /// Whether the current drawing is the name of a cell. The text of the cell's figure already has
    /// the name.
    is_name: bool,
    /// The words that have been drawn since the last figure was opened, each after a space.
    pub words: String,
    /// The layers that are used on any page.
    pub layers: BTreeSet<Layer>,
}

/// The alternative text that the layout sets for a board.
#[derive(Debug)]
struct BoardText {
    component: Arc<str>,
    text: String,
}

/// A figure on the page that is being written.
#[derive(Debug)]
struct Figure {
    /// The first drawing in the figure that has an identity.
    first: Option<Identity>,
    /// The last drawing in the figure that has an identity.
    last: Option<Identity>,
    /// The numbers of the marks around its drawings.
    marks: Vec<usize>,
    /// The words in the figure, each after a space.
    words: String,
}

/// A figure of a page, for the tree of tags.
#[derive(Debug)]
pub struct TaggedFigure {
    /// The alternative text: the name of the figure, and the words in it.
    pub alt: Stored,
    /// The numbers of the marks around its drawings.
    pub marks: Vec<usize>,
}

impl<'g> Tags<'g> {
    /// Returns the tags of a document. On a page with too many cells, all drawings of a component
    /// form one figure, even with [`FigureScope::Piece`].
    pub fn new(document_scope: FigureScope, game: Option<&'g Game>) -> Self {
        let mut board_texts = Vec::new();
        if let Some(game) = game {
            for component in &game.components {
                // If the text has an error, it is reported when the board is drawn.
                if let Some(Ok(text)) = component.board().and_then(|board| game.board_alt_text(board)) {
                    board_texts.push(BoardText { component: Arc::from(&*component.name), text });
                }
            }
        }
        Self { document_scope, game, board_texts, ..Self::default() }
    }

    /// Returns the text that the layout sets for the board to which a drawing belongs, if it sets
    /// one.
    fn board_text(&self, id: Option<&Identity>) -> Option<&str> {
        let component = id.filter(|_| !self.board_texts.is_empty())?.component()?;
        self.board_texts.iter().find(|board| board.component == *component).map(|board| board.text.as_str())
    }

    /// Begins a page. If the drawings include a heading, its mark has the number 0.
    pub fn begin_page(&mut self, draws: &[Draw]) {
        self.is_crowded = count_cells(draws) > MOST_FIGURES;
        self.page_scope = if self.is_crowded { FigureScope::Component } else { self.document_scope };
        self.next_mark = usize::from(has_heading(draws));
    }

    /// Returns whether the page has so many cells that all cells of a component are one figure.
    pub fn is_crowded(&self) -> bool {
        self.is_crowded
    }

    /// Adds a separator and a word to the words of the open figure, unless the figure has too many
    /// characters already.
    pub fn add_word(&mut self, separator: &str, word: &str) {
        if self.words.len() <= MOST_CHARS * BYTES_PER_CHAR {
            self.words.extend([separator, word]);
        }
    }

    /// Begins a drawing on a layer. Opens and closes layers and figures as necessary.
    pub fn begin(&mut self, layer: Layer, id: Option<&Identity>, out: &mut String) {
        if self.layer != Some(layer) {
            self.end(out);
            let _ = writeln!(out, "/OC /{layer} BDC");
            self.layer = Some(layer);
            self.layers.insert(layer);
        }
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

    /// Opens the figure of a drawing. A figure may be opened several times.
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
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            let (first, last) = (id.cloned(), id.cloned());
            self.figures.push(Figure { first, last, marks: Vec::new(), words: String::new() });
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

    /// Closes the open layer and the open figure.
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
            figure.take_words(&mut self.words, self.is_name);
        }
    }

    /// Ends a page, and returns its figures.
    pub fn end_page(&mut self, out: &mut String) -> Vec<TaggedFigure> {
        self.end(out);
        self.words.clear();
        self.known.clear();
        let figures = std::mem::take(&mut self.figures);
        figures.into_iter().map(|figure| self.tagged(figure)).collect()
    }

    /// Returns a figure with its alternative text.
    fn tagged(&self, figure: Figure) -> TaggedFigure {
        let alt = match self.board_text(figure.first.as_ref()) {
            Some(text) => figure.board_alt(text),
            None => figure.alt(self.game),
        };
        TaggedFigure { alt: Stored::new(alt.into_bytes()), marks: figure.marks }
    }
}

impl Figure {
    /// Returns whether a drawing belongs to the figure.
    fn includes(&self, id: Option<&Identity>, scope: FigureScope) -> bool {
        match (&self.first, id) {
            (Some(first), Some(id)) if scope == FigureScope::Component => first.component() == id.component(),
            (first, id) => first.as_ref() == id,
        }
    }

    /// Moves words to the figure, unless the figure has too many or they are the name of the cell.
    /// The name of a line of cells is drawn at both ends, but added only once.
    fn take_words(&mut self, words: &mut String, is_name: bool) {
        let is_line = matches!(self.first.as_ref().and_then(Identity::feature), Some(Feature::Line(_)));
        let is_repeated = is_line && !self.words.is_empty();
        if self.words.len() <= MOST_CHARS * BYTES_PER_CHAR && !is_name && !is_repeated {
            self.words.push_str(words);
        }
        words.clear();
    }

    /// Returns the alternative text, from the names and values of the layout.
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

    /// Returns the alternative text of a board for which the layout has a text.
    fn board_alt(&self, text: &str) -> String {
        let component = self.first.as_ref().and_then(Identity::component);
        name_and_words(&component.map_or_else(String::new, ToString::to_string), text)
    }
}

/// Joins a name and words, and shortens the result to [`MOST_CHARS`].
fn name_and_words(name: &str, words: &str) -> String {
    let text = if words.is_empty() { name.to_owned() } else { format!("{name}: {words}") };
    if text.len() <= MOST_CHARS {
        return text;
    }
    text.chars().take(MOST_CHARS).chain(['…']).collect()
}

/// If a drawing is the name of a cell, returns the cell; otherwise returns the drawing.
fn named_cell(id: &Identity) -> Cow<'_, Identity> {
    match (id.component(), id.feature()) {
        (Some(component), Some(Feature::Name(hex))) => {
            Cow::Owned(Identity::Of(component.clone(), Feature::Cell(*hex)))
        }
        _ => Cow::Borrowed(id),
    }
}

/// Returns whether the drawings in a group need marks of their own, so that the group needs none.
/// This is so if they are on several layers, or if they have identities and the group has none.
pub fn needs_inner_marks(group: &Group) -> bool {
    group.role == Role::Art && group.actual_text.is_none() && has_parts(&group.draws, group.id.is_none())
}

/// Returns whether drawings include the line of text that is the heading of the page.
pub fn has_heading(draws: &[Draw]) -> bool {
    draws.iter().any(|draw| matches!(draw, Draw::Group(Group { role: Role::Heading, .. })))
}

/// Returns the number of drawings of cells.
fn count_cells(draws: &[Draw]) -> usize {
    let counts = draws.iter().map(|draw| match draw {
        Draw::Cells(cells) => cells.places.len(),
        Draw::Group(group) => count_cells(&group.draws),
        _ => 0,
    });
    counts.sum()
}

/// Returns whether drawings include a group on another layer than art. If `or_identities` is true,
/// a drawing with an identity counts, too.
fn has_parts(draws: &[Draw], or_identities: bool) -> bool {
    draws.iter().any(|draw| match draw {
        Draw::Group(group) => {
            group.role != Role::Art
                || (or_identities && group.id.is_some())
                || has_parts(&group.draws, or_identities)
        }
        Draw::Cells(_) => or_identities,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::{MOST_CHARS, name_and_words};

    #[test]
    fn long_alternative_texts_are_shortened() {
        assert_eq!(name_and_words("cards 1", ""), "cards 1");
        assert_eq!(name_and_words("cards 1", "Ship"), "cards 1: Ship");
        let longest = "x".repeat(MOST_CHARS - 3);
        assert_eq!(name_and_words("a", &longest), format!("a: {longest}"));
        let shortened = name_and_words("a", &format!("{longest}x"));
        assert_eq!(shortened, format!("a: {longest}…"));
    }
}
