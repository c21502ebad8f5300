//! What the contents of a page are marked with: layers that a viewer can switch, and figures that are read aloud.
//!
//! Both lie round whole groups. In a document of few pages each piece and each cell is a figure; in a long one, and on a
//! page of very many cells, all that is of one component on a page.

use crate::base::map::Map;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::spoken;
use crate::base::identity::{Feature, Identity};
use crate::base::stored::Stored;
use crate::base::words::words;
use crate::model::Game;
use crate::scene::{Draw, Group, Role};

words! {
    /// Layers, from the one that is drawn first. The word is the name that a viewer shows, and that contents use.
    Layer:
    /// The game.
    Art = "Art",
    /// Where to cut.
    Cut = "Cut",
    /// Where to fold.
    Fold = "Fold",
    /// Rulers, and lines of text for whoever prints.
    Marks = "Marks",
}

impl Layer {
    /// The layer of a group.
    pub fn of(group: &Group) -> Self {
        match group.role {
            Role::Art => Self::Art,
            Role::Cut => Self::Cut,
            Role::PrinterMark if group.id == Some(Identity::Fold) => Self::Fold,
            Role::PrinterMark | Role::Heading => Self::Marks,
        }
    }
}

/// Letters that are read aloud of one figure at most: strings of a PDF end at 32,767 bytes.
const MOST_LETTERS: usize = 8000;
/// A character has so many bytes at most.
const BYTES: usize = 4;
/// Of more drawings than this on a page, those of one component are one figure: nobody hears a million names.
const MOST_FIGURES: usize = 10_000;

/// Opens and closes layers and figures on one page after another.
#[derive(Debug, Default)]
pub struct Tags<'g> {
    /// The game, whose layout names what is drawn.
    game: Option<&'g Game>,
    /// Boards that are heard as one figure, each with what is heard of it.
    wholes: Vec<(Arc<str>, String)>,
    /// Whether each piece is a figure, where they are not too many.
    few_pages: bool,
    /// Whether each is on the page at hand.
    each: bool,
    /// Whether that has more drawings of cells than anybody hears.
    crowded: bool,
    layer: Option<Layer>,
    /// Which of the figures is open.
    open: Option<usize>,
    /// The figures of the page, in the order in which they begin.
    figures: Vec<Figure>,
    /// Which of them is which: a cell is drawn in several goes.
    known: Map<String, usize>,
    /// The number of the next mark for a figure of the page.
    next: usize,
    /// Whether the words of the drawing at hand are heard as the name of its figure.
    is_name: bool,
    /// The words drawn since the last figure was opened, each with a blank before it.
    pub words: String,
    /// The layers that are used.
    pub layers: BTreeSet<Layer>,
}

/// A figure while its page is written.
#[derive(Debug)]
struct Figure {
    /// The first and the last drawing in it that have a name.
    first: Option<Identity>,
    last: Option<Identity>,
    marks: Vec<usize>,
    words: String,
}

/// A figure as it is read aloud.
#[derive(Debug)]
pub struct Told {
    /// Its name, and the words on it.
    pub words: Stored,
    /// The marks round its drawings.
    pub marks: Vec<usize>,
}

impl<'g> Tags<'g> {
    /// For a document in which each piece is a figure, or not.
    pub fn new(each: bool, game: Option<&'g Game>) -> Self {
        let mut wholes = Vec::new();
        for (game, component) in
            game.into_iter().flat_map(|game| game.components.iter().map(move |c| (game, c)))
        {
            // A mistake in it is reported where the board is drawn.
            if let Some(Ok(heard)) = component.board().and_then(|board| game.board_alt_text(board)) {
                wholes.push((Arc::from(&*component.name), heard));
            }
        }
        Self { few_pages: each, game, wholes, ..Self::default() }
    }

    /// What is heard of a board as a whole, if a drawing belongs to one of which the layout says that.
    fn whole(&self, id: Option<&Identity>) -> Option<&str> {
        let component = id.filter(|_| !self.wholes.is_empty())?.component()?;
        self.wholes.iter().find(|(name, _)| name == component).map(|(_, heard)| heard.as_str())
    }

    /// Begins a page with these drawings. If one of them is the heading that figures stand under, mark 0 is its.
    pub fn begin_page(&mut self, draws: &[Draw]) {
        self.crowded = cells(draws) > MOST_FIGURES;
        self.each = self.few_pages && !self.crowded;
        self.next = usize::from(has_heading(draws));
    }

    /// Whether the page at hand has very many drawings of cells: those of one component are one figure.
    pub fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// Adds a word to those that were drawn, with what parts it from the one before, where anybody hears it.
    pub fn say(&mut self, before: &str, word: &str) {
        if self.words.len() <= MOST_LETTERS * BYTES {
            self.words.extend([before, word]);
        }
    }

    /// What follows is on this layer, and is this drawing.
    pub fn begin(&mut self, layer: Layer, id: Option<&Identity>, out: &mut String) {
        if self.layer != Some(layer) {
            self.end(out);
            let _ = writeln!(out, "/OC /{layer} BDC");
            self.layer = Some(layer);
            self.layers.insert(layer);
        }
        if layer == Layer::Art {
            let each = self.each && self.whole(id).is_none();
            // The name of a cell is drawn by itself, and heard as its cell's.
            let is_name = each && matches!(id.and_then(Identity::feature), Some(Feature::Name(_)));
            let id = id.map(|id| if is_name { of_cell(id) } else { Cow::Borrowed(id) });
            let id = id.as_deref();
            match self.open.and_then(|open| self.figures.get_mut(open)) {
                Some(figure) if figure.takes(id, each) => {
                    figure.last = id.cloned();
                    figure.says(&mut self.words, self.is_name);
                }
                _ => self.open(id, out),
            }
            self.is_name = is_name;
        }
    }

    /// Opens the figure of a drawing, for the first time or again.
    fn open(&mut self, id: Option<&Identity>, out: &mut String) {
        self.end_figure(out);
        let key = match id {
            Some(id) if self.each && self.whole(Some(id)).is_none() => id.to_string(),
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
            figure.marks.push(self.next);
            figure.last = id.cloned();
        }
        let _ = writeln!(out, "/Figure <</MCID {}>> BDC", self.next);
        self.next += 1;
        self.open = Some(index);
        self.words.clear();
    }

    /// Ends the layer and the figure at hand.
    pub fn end(&mut self, out: &mut String) {
        self.end_figure(out);
        if self.layer.take().is_some() {
            out.push_str("EMC\n");
        }
    }

    fn end_figure(&mut self, out: &mut String) {
        if let Some(figure) = self.open.take().and_then(|open| self.figures.get_mut(open)) {
            out.push_str("EMC\n");
            figure.says(&mut self.words, self.is_name);
        }
    }

    /// Ends a page: its figures.
    pub fn end_page(&mut self, out: &mut String) -> Vec<Told> {
        self.end(out);
        self.words.clear();
        self.known.clear();
        let figures = std::mem::take(&mut self.figures);
        let told = |figure: Figure| match self.whole(figure.first.as_ref()) {
            Some(heard) => figure.told_as(heard),
            None => figure.told(self.game),
        };
        figures.into_iter().map(told).collect()
    }
}

impl Figure {
    /// Whether another drawing belongs to it.
    fn takes(&self, id: Option<&Identity>, each: bool) -> bool {
        match (&self.first, id) {
            (Some(first), Some(id)) if !each => first.component() == id.component(),
            (first, id) => first.as_ref() == id,
        }
    }

    /// Adds words, as many as are read aloud. The name of a cell is heard without them, and that of a line of cells, which
    /// stands at both of its ends, once.
    fn says(&mut self, words: &mut String, is_name: bool) {
        let is_line = matches!(self.first.as_ref().and_then(Identity::feature), Some(Feature::Line(_)));
        let again = is_line && !self.words.is_empty();
        if self.words.len() <= MOST_LETTERS * BYTES && !is_name && !again {
            self.words.push_str(words);
        }
        words.clear();
    }

    fn told(self, game: Option<&Game>) -> Told {
        let words = self.words.trim_start();
        let name = match (&self.first, &self.last) {
            (Some(first), Some(last)) if first != last => spoken::several(first, last),
            (Some(first), _) => spoken::name(first, words, game),
            (None, _) => "drawing".to_owned(),
        };
        let of_row = match (&self.first, self.first == self.last) {
            (Some(first), true) => spoken::of_row(first, words, game),
            _ => String::new(),
        };
        let words = [words, &of_row].into_iter().filter(|heard| !heard.is_empty()).collect::<Vec<_>>();
        let told = told(&name, &words.join(", "));
        Told { words: told, marks: self.marks }
    }

    /// As a board of which this is heard.
    fn told_as(self, heard: &str) -> Told {
        let name =
            self.first.as_ref().and_then(Identity::component).map_or_else(String::new, ToString::to_string);
        Told { words: told(&name, heard), marks: self.marks }
    }
}

/// What is read aloud of something with this name and these words.
fn told(name: &str, words: &str) -> Stored {
    let all = if words.is_empty() { name.to_owned() } else { format!("{name}: {words}") };
    let long = all.len() > MOST_LETTERS;
    let all = if long { all.chars().take(MOST_LETTERS).chain(['…']).collect() } else { all };
    Stored::new(all.into_bytes())
}

/// The cell whose name a drawing is.
fn of_cell(id: &Identity) -> Cow<'_, Identity> {
    match (id.component(), id.feature()) {
        (Some(component), Some(Feature::Name(hex))) => {
            Cow::Owned(Identity::Of(component.clone(), Feature::Cell(*hex)))
        }
        _ => Cow::Borrowed(id),
    }
}

/// Whether a group is on several layers, or holds drawings with names that it has none above: marks then stand round
/// what is in it.
pub fn is_parted(group: &Group) -> bool {
    group.role == Role::Art && group.says.is_none() && has_parts(&group.draws, group.id.is_none())
}

/// Whether the line that says which page it is stands among drawings.
pub fn has_heading(draws: &[Draw]) -> bool {
    draws.iter().any(|draw| matches!(draw, Draw::Group(Group { role: Role::Heading, .. })))
}

/// How many groups drawings have that are of cells.
fn cells(draws: &[Draw]) -> usize {
    let of = |draw: &Draw| match draw {
        Draw::Many(many) => many.places.len(),
        Draw::Group(group) => cells(&group.draws),
        _ => 0,
    };
    draws.iter().map(of).sum()
}

fn has_parts(draws: &[Draw], or_names: bool) -> bool {
    draws.iter().any(|draw| match draw {
        Draw::Group(group) => {
            group.role != Role::Art || (or_names && group.id.is_some()) || has_parts(&group.draws, or_names)
        }
        Draw::Many(_) => or_names,
        _ => false,
    })
}
