//! What the contents of a page are marked with: layers that a viewer can switch, and figures that are read aloud.
//!
//! Both lie round whole groups. In a document of few pages each piece and each cell is a figure; in a long one, what
//! follows each other of one component is: a thousand tiles take no more room so than they did without.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::base::identity::{Feature, Identity};
use crate::base::words::words;
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
            Role::PrinterMark => Self::Marks,
        }
    }
}

/// Letters that are read aloud of one figure at most: strings of a PDF end at 32,767 bytes.
const MOST_LETTERS: usize = 8000;

/// Opens and closes layers and figures on one page after another.
#[derive(Debug, Default)]
pub struct Tags {
    /// Whether each piece is a figure.
    each: bool,
    layer: Option<Layer>,
    figure: Option<Figure>,
    /// What the figures of the page are, in words, in their order.
    figures: Vec<String>,
    /// The words drawn since the last figure began, each with a blank before it.
    pub words: String,
    /// The layers that are used.
    pub layers: BTreeSet<Layer>,
}

/// The figure at hand: the first and the last drawing in it that have a name.
#[derive(Debug)]
struct Figure {
    first: Option<Identity>,
    last: Option<Identity>,
}

impl Tags {
    /// For a document in which each piece is a figure, or not.
    pub fn new(each: bool) -> Self {
        Self { each, ..Self::default() }
    }

    /// Begins a page with its title, which is the heading that figures stand under. Nothing of it is drawn.
    pub fn begin_page(out: &mut String) {
        out.push_str("/H1 <</MCID 0>> BDC\nEMC\n");
    }

    /// What follows is on this layer, and is this drawing.
    pub fn begin(&mut self, layer: Layer, id: Option<&Identity>, out: &mut String) {
        if self.layer != Some(layer) {
            self.end(out);
            let _ = writeln!(out, "/OC /{layer} BDC");
            self.layer = Some(layer);
            self.layers.insert(layer);
        }
        if layer != Layer::Art {
            return;
        }
        match (&mut self.figure, id) {
            (Some(_), None) => {}
            (Some(figure), Some(id)) if figure.takes(id, self.each) => figure.last = Some(id.clone()),
            _ => {
                self.end_figure(out);
                let _ = writeln!(out, "/Figure <</MCID {}>> BDC", self.figures.len() + 1);
                self.figure = Some(Figure { first: id.cloned(), last: id.cloned() });
                self.words.clear();
            }
        }
    }

    /// Ends the layer and the figure at hand.
    pub fn end(&mut self, out: &mut String) {
        self.end_figure(out);
        if self.layer.take().is_some() {
            out.push_str("EMC\n");
        }
    }

    fn end_figure(&mut self, out: &mut String) {
        if let Some(figure) = self.figure.take() {
            out.push_str("EMC\n");
            self.figures.push(figure.in_words(&self.words));
        }
    }

    /// Ends a page: its figures in words.
    pub fn end_page(&mut self, out: &mut String) -> Vec<String> {
        self.end(out);
        self.words.clear();
        std::mem::take(&mut self.figures)
    }
}

impl Figure {
    /// Whether another drawing belongs to it.
    fn takes(&self, id: &Identity, each: bool) -> bool {
        self.first.as_ref().is_some_and(|first| match each {
            true => first == id,
            false => first.component() == id.component(),
        })
    }

    /// Its name, and the words on it.
    fn in_words(&self, words: &str) -> String {
        let name = match (&self.first, &self.last) {
            (Some(first), Some(last)) if first != last => several(first, last),
            (Some(first), _) => one(first),
            (None, _) => "drawing".to_owned(),
        };
        let words = words.trim_start();
        let all = if words.is_empty() { name } else { format!("{name}: {words}") };
        if all.len() > MOST_LETTERS { all.chars().take(MOST_LETTERS).chain(['…']).collect() } else { all }
    }
}

/// `tiles 7 back`, `board cell 3,-1`.
fn one(id: &Identity) -> String {
    id.to_string().replace(['/', ':'], " ")
}

/// `tiles 1 to 28`; the component alone where they are no pieces.
fn several(first: &Identity, last: &Identity) -> String {
    let component: Option<&Arc<str>> = first.component();
    match (component, first.feature(), last.feature()) {
        (Some(component), Some(Feature::Piece(first)), Some(Feature::Piece(last))) => {
            format!("{component} {} to {}", first.number, last.number)
        }
        (Some(component), ..) => component.to_string(),
        (None, ..) => one(first),
    }
}

/// Whether a group is on several layers, or holds drawings with names that it has none above: marks then stand round
/// what is in it.
pub fn is_parted(group: &Group) -> bool {
    group.role == Role::Art && group.says.is_none() && has_parts(&group.draws, group.id.is_none())
}

fn has_parts(draws: &[Draw], or_names: bool) -> bool {
    draws.iter().any(|draw| match draw {
        Draw::Group(group) => {
            group.role != Role::Art || (or_names && group.id.is_some()) || has_parts(&group.draws, or_names)
        }
        _ => false,
    })
}
