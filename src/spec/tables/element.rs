//! Drawing elements: one vocabulary for card faces, cells, boards and sheets.
//!
//! An element is a flat table; the key that says what it draws (`text`, `disc`, `arrow`, …) may stand
//! anywhere in it. The signs of a map take the same keys beside their own, so one macro lists them.

use serde::Deserialize;

use crate::base::units::Mm;
use crate::spec::values::place::{At, Named, OneOrMany};
use crate::spec::values::value::{Align, ColourName, Extent, Font, For, Line, Pair, Templated, Where};

macro_rules! with_element_keys {
    ($(#[$meta:meta])* $name:ident { $($(#[$extra:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
        pub struct $name {
            $($(#[$extra])* pub $field: $type,)*

            /// Draws words.
            pub text: Option<At<String>>,
            /// Draws a rectangle of this size.
            #[serde(rename = "box")]
            pub box_: Option<At<Templated<Extent>>>,
            /// Draws a disc of this diameter.
            pub disc: Option<At<Templated<Extent>>>,
            /// Draws a hexagon of this size from flat to flat, a side at the top.
            pub hexagon: Option<At<Templated<Extent>>>,
            /// Draws a five-pointed star of this size from tip to tip.
            pub star: Option<At<Templated<Extent>>>,
            /// Draws an icon by name: `star`, `drop`, `{{ colour | icon }}`.
            pub icon: Option<At<String>>,
            /// Draws a picture from a file beside the layout, PNG, JPEG or SVG: `"art/{{ name }}.png"`.
            pub image: Option<At<String>>,
            /// Draws a polygon through these points, in mm from the element's middle: `"0 0, 10 0, 5 8"`.
            pub polygon: Option<At<String>>,
            /// Draws a curve, written as in SVG, in mm from the element's middle: `"M -5 0 C …"`.
            pub curve: Option<At<String>>,
            /// Draws a straight line from here, with `to` and `line`.
            pub from: Option<At<Pair>>,
            /// The end of a straight line.
            pub to: Option<At<Pair>>,
            /// Fills the edge at hand with a colour, to the `depth` given; nothing where the text is empty.
            pub edge_band: Option<At<String>>,
            /// Draws paths from edge to edge: `"1-4 red, 2-3 blue"`, as wide as `width`.
            pub path: Option<At<String>>,
            /// Draws a small picture of the board of this name.
            pub board: Option<At<String>>,
            /// Draws an arrow in a direction of `[directions]`.
            pub arrow: Option<At<String>>,
            /// Draws a compass of all `[directions]`.
            pub compass: Option<At<Compass>>,
            /// Draws engine-turned lines: a `border` or a `rosette`.
            pub guilloche: Option<At<Guilloche>>,

            /// A place of `[places]`; keys given here come before the place's own.
            #[serde(rename = "in")]
            pub in_: Option<At<String>>,
            /// Where it stands: one of nine anchors, `each corner`, `each edge`, or an offset from the centre.
            pub at: Option<At<OneOrMany<Where>>>,
            /// How far in from the edges that the anchor touches.
            pub inset: Option<At<Pair>>,
            /// Width and height.
            pub size: Option<At<Templated<Extent>>>,
            /// Moved by so much, right and down.
            pub shift: Option<At<Pair>>,
            /// Turned by so many degrees clockwise.
            pub turn: Option<At<f64>>,
            /// Once for each seat, the words turned to face it.
            #[serde(rename = "for")]
            pub for_: Option<At<For>>,
            /// Drawn only where this holds.
            pub when: Option<At<String>>,

            /// The colour inside.
            pub fill: Option<At<Templated<ColourName>>>,
            /// The line round it.
            pub line: Option<At<Templated<Line>>>,
            /// The colour of words, icons and arrows; `{{ edge | contrast }}` is black or white, whichever reads better.
            pub colour: Option<At<Templated<ColourName>>>,
            /// The font.
            pub font: Option<At<Font>>,
            /// The smallest size to shrink to where the words are too wide, or too many for their box.
            pub shrink: Option<At<Mm>>,
            /// Of words: which side lines begin or end at, and where they stand in their box: `"left top"`.
            pub align: Option<At<Align>>,
            /// Of words on several lines: how far it is from one line to the next.
            pub spacing: Option<At<Mm>>,

            /// Of an image: whether it covers its box and is cut off where it reaches beyond.
            pub crop: Option<At<bool>>,
            /// Of paths: how wide they are.
            pub width: Option<At<Mm>>,
            /// Of a guilloche border, at its corners, or of an edge band: how deep it is.
            pub depth: Option<At<Mm>>,
            /// Of a guilloche border: waves along all four sides together.
            pub waves: Option<At<u32>>,
            /// Of a guilloche: how many lines are woven.
            pub strands: Option<At<u32>>,
            /// Of a guilloche rosette: petals round the circle.
            pub petals: Option<At<u32>>,
            /// Of a guilloche rosette: width and height of its clear middle.
            pub eye: Option<At<Extent>>,
            /// Of a hexagon: marks of a board at its ends, by direction: `{ up = "white-start" }`.
            pub marks: Named<At<String>>,
        }
    };
}

with_element_keys! {
    /// Something to draw.
    Element {}
}

with_element_keys! {
    /// What a sign of the map means: a kind of cell (a letter), or a mark upon it. The element keys say
    /// how a mark is drawn, and the fill and line of a kind.
    Sign {
        /// The kind of cell.
        kind: Option<At<String>>,
        /// The name of a mark.
        mark: Option<At<String>>,
        /// The words in the cell.
        label: Option<At<String>>,
        /// More drawings in the cell.
        draw: Vec<At<Element>>,
    }
}

macro_rules! move_fields {
    ($from:ident => $to:ident { $($field:ident),* $(,)? }) => { $to { $($field: $from.$field.clone()),* } };
}

impl Sign {
    /// The element that a mark is drawn as.
    #[must_use]
    pub fn element(&self) -> Element {
        move_fields!(self => Element {
            text, box_, disc, hexagon, star, icon, image, polygon, curve, from, to, edge_band, path, board, arrow,
            compass, guilloche, in_, at, inset, size, shift, turn, for_, when, fill, line, colour, font, shrink,
            align, spacing, crop, width, depth, waves, strands, petals, eye, marks,
        })
    }
}

/// What a compass shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// The names of `[directions]`.
    Directions,
}

/// Which engine-turned figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Guilloche {
    /// A band along the four sides.
    Border,
    /// A flower of woven lines.
    Rosette,
}

impl Element {
    /// Whether any key says what to draw; fill and line alone do not.
    #[must_use]
    pub fn draws_something(&self) -> bool {
        self.text.is_some()
            || self.box_.is_some()
            || self.disc.is_some()
            || self.hexagon.is_some()
            || self.star.is_some()
            || self.icon.is_some()
            || self.image.is_some()
            || self.polygon.is_some()
            || self.curve.is_some()
            || self.from.is_some()
            || self.edge_band.is_some()
            || self.path.is_some()
            || self.board.is_some()
            || self.arrow.is_some()
            || self.compass.is_some()
            || self.guilloche.is_some()
    }
}
