//! Drawing elements: one vocabulary for card faces, cells, boards and sheets.
//!
//! An element is a flat table. One of its keys says what it draws: `text`, `disc`, `arrow`, and so on. The signs of a map take
//! the same keys in addition to their own, so a macro lists the keys once: [`element_keys`] declares a new kind of element.

use super::sources::Sources;
use crate::values::choice::{Along, FrameStyle, Guilloche};
use crate::values::per_row::{Numeral, PerRow};
use crate::values::place::{At, Named, OneOrMany};
use crate::values::style::{Cover, Letters, Shadow};
use crate::values::value::{Align, ColourName, Extent, Font, For, Length, Line, Pair, Where};
use hexpress_base::units::Mm;

/// Calls the macro `$then` with the keys of an element. A kind of drawing has a constant, the key, the field and its type, the
/// keys that it takes in addition to its own and, if the key gives the size of a plain figure, its [`Figure`]. A key that says
/// how and where to draw has a constant, the key, the field and its type.
#[macro_export]
macro_rules! element_keys {
    ($then:ident! $($args:tt)*) => {
        $then! {
            $($args)*
            kinds {
                /// Draws words.
                TEXT "text" text: Option<At<String>>, PLACED | SIZE | COLOUR | FONT | SHRINK | ALIGN | SPACING | SHADOW | HALO | TRACKING | LETTERS | BEND | ALONG;
                /// Draws a rectangle of this size.
                BOX "box" box_: Option<At<PerRow<Extent>>>, FIGURE | ROUND, Box;
                /// Draws a disc of this diameter.
                DISC "disc" disc: Option<At<PerRow<Extent>>>, FIGURE, Disc;
                /// Draws an ellipse of this width and height.
                ELLIPSE "ellipse" ellipse: Option<At<PerRow<Extent>>>, FIGURE, Ellipse;
                /// Draws a hexagon of this size from flat to flat, a side at the top.
                HEXAGON "hexagon" hexagon: Option<At<PerRow<Extent>>>, FIGURE | MARKS, Hexagon;
                /// Draws a five-pointed star of this size from tip to tip.
                STAR "star" star: Option<At<PerRow<Extent>>>, FIGURE, Star;
                /// Draws an arrow in a direction of `[directions]`.
                ARROW "arrow" arrow: Option<At<String>>, FIGURE | SIZE;
                /// Draws a compass of all `[directions]`.
                COMPASS "compass" compass: Option<At<Compass>>, (PLACED & !TURN) | SIZE | COLOUR | FONT;
                /// Draws engine-turned lines: a `border`, a `rosette` or a `ground`.
                GUILLOCHE "guilloche" guilloche: Option<At<Guilloche>>, PLACED | SIZE | LINE | SECOND | DEPTH | WAVES | STRANDS | PETALS | EYE;
                /// Draws an icon by name: `star`, `drop`, `{{ colour | icon }}`.
                ICON "icon" icon: Option<At<String>>, FIGURE | SIZE;
                /// Draws a picture from a file beside the layout, PNG, JPEG or SVG: `"art/{{ name }}.png"`.
                IMAGE "image" image: Option<At<String>>, PLACED | SIZE | CROP;
                /// Draws a polygon through these points, in mm from the element's middle: `"0 0, 10 0, 5 8"`.
                POLYGON "polygon" polygon: Option<At<String>>, FIGURE;
                /// Draws a curve, written as in SVG, in mm from the element's middle: `"M -5 0 C …"`.
                CURVE "curve" curve: Option<At<String>>, FIGURE;
                /// Draws a straight line from here, with `to` and `line`.
                FROM "from" from: Option<At<PerRow<Pair>>>, PLACED | LINE | COLOUR;
                /// Fills the edge at hand with a colour, and perhaps a pattern, `depth` deep; nothing where the text is empty.
                EDGE_BAND "edge-band" edge_band: Option<At<String>>, IN | AT | INSET | WHEN | LINE | DEPTH | ALT;
                /// Draws paths from edge to edge: `"1-4 red, 2-3 blue"`, as wide as `width`.
                PATH "path" path: Option<At<String>>, WHEN | WIDTH | COLOUR | LINE | ALT;
                /// Draws a frame along the edge of the piece, or round a `size`: `"double"`, `"deco"`, `"scallop"` …
                FRAME "frame" frame: Option<At<FrameStyle>>, PLACED | SIZE | FILL | LINE | COLOUR | DEPTH;
                /// Draws a small picture of the board of this name.
                BOARD "board" board: Option<At<String>>, PLACED | SIZE;
            }
            keys {
                /// A place of `[places]`; keys given here come before the place's own.
                IN "in" in_: Option<At<String>>;
                /// Where it stands: one of nine anchors, `each corner`, `each edge`, or an offset from the centre.
                AT "at" at: Option<At<OneOrMany<PerRow<Where>>>>;
                /// Where along a path it stands, by its share of the length: `"1-4 40%"`; several are parted by commas.
                ON "on" on: Option<At<String>>;
                /// How far in from the edges that the anchor touches.
                INSET "inset" inset: Option<At<PerRow<Pair>>>;
                /// Width and height.
                SIZE "size" size: Option<At<PerRow<Extent>>>;
                /// Moved by so much, right and down.
                SHIFT "shift" shift: Option<At<PerRow<Pair>>>;
                /// Turned by so many degrees clockwise.
                TURN "turn" turn: Option<At<PerRow<Numeral<f64>>>>;
                /// Once for each seat, the words turned to face it.
                FOR "for" for_: Option<At<For>>;
                /// Drawn only where this holds.
                WHEN "when" when: Option<At<String>>;
                /// What is read aloud in place of the drawing: `"{{ side }} king"`.
                ALT "alt" alt: Option<At<String>>;
                /// The colour inside.
                FILL "fill" fill: Option<At<PerRow<ColourName>>>;
                /// The line round it.
                LINE "line" line: Option<At<PerRow<Line>>>;
                /// The colour of words, icons and arrows; `{{ edge | contrast }}` is black or white, whichever reads better.
                COLOUR "colour" colour: Option<At<PerRow<ColourName>>>;
                /// The font.
                FONT "font" font: Option<At<Font>>;
                /// The smallest size to shrink to where the words are too wide, or too many for their box.
                SHRINK "shrink" shrink: Option<At<Length>>;
                /// Of words: which side lines begin or end at, and where they stand in their box: `"left top"`.
                ALIGN "align" align: Option<At<Align>>;
                /// Of words on several lines: how far it is from one line to the next.
                SPACING "spacing" spacing: Option<At<Length>>;
                /// How much of it covers what is below: `"40%"`.
                OPACITY "opacity" opacity: Option<At<Cover>>;
                /// A flat shadow: how far right and down it lies, and its colour: `"0.6 0.8mm silver"`.
                SHADOW "shadow" shadow: Option<At<PerRow<Shadow>>>;
                /// A line round words, icons and arrows that parts them from what is below: `"0.5mm white"`.
                HALO "halo" halo: Option<At<PerRow<Line>>>;
                /// Of words: how much farther apart the letters stand.
                TRACKING "tracking" tracking: Option<At<Length>>;
                /// Of words: the forms of letters and figures: `"small-capitals old-style"`.
                LETTERS "letters" letters: Option<At<Letters>>;
                /// Of words on one line: the radius of the circle that they stand on; below 0 they hang in it.
                BEND "bend" bend: Option<At<Length>>;
                /// Of words: along the sides of their `size`, over and over, as lines too fine to be read at arm's length.
                ALONG "along" along: Option<At<Along>>;
                /// Of a box: the radius of its corners.
                ROUND "round" round: Option<At<PerRow<Mm>>>;
                /// Of an image: whether it covers its box and is cut off where it reaches beyond.
                CROP "crop" crop: Option<At<bool>>;
                /// Of paths: how wide they are.
                WIDTH "width" width: Option<At<PerRow<Mm>>>;
                /// Of a guilloche border or a frame, at its corners, or of an edge band: how deep it is.
                DEPTH "depth" depth: Option<At<PerRow<Mm>>>;
                /// Of a guilloche border: waves along all four sides together; of a ground: waves across.
                WAVES "waves" waves: Option<At<PerRow<Numeral<u32>>>>;
                /// Of a guilloche: how many lines are woven.
                STRANDS "strands" strands: Option<At<PerRow<Numeral<u32>>>>;
                /// Of a guilloche: the line of every other strand, in a second ink.
                SECOND "second" second: Option<At<PerRow<Line>>>;
                /// Of a guilloche rosette: petals round the circle.
                PETALS "petals" petals: Option<At<PerRow<Numeral<u32>>>>;
                /// Of a guilloche rosette: width and height of its clear middle.
                EYE "eye" eye: Option<At<PerRow<Extent>>>;
                /// Of a hexagon: marks of a board at its ends, by direction: `{ up = "white-start" }`.
                MARKS "marks" marks: Named<At<String>>;
            }
        }
    };
}
pub use element_keys;

/// Declares a table with the keys of an element, and its own fields in front.
macro_rules! table {
    (
        $(#[$meta:meta])* $table:ident { $($(#[$extra:meta])* $own:ident: $own_type:ty,)* }
        kinds { $($(#[$doc:meta])* $bit:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        tables! {
            $(#[$meta])*
            pub struct $table {
                $($(#[$extra])* pub $own: $own_type,)*
                $($(#[$doc])* #[serde(rename = $name)] pub $field: $type,)+
                /// The end of a straight line.
                pub to: Option<At<PerRow<Pair>>>,
                $($(#[$key_doc])* #[serde(rename = $key_name)] pub $key_field: $key_type,)+
            }
        }
    };
}

/// Implements what needs all keys of an element.
macro_rules! methods {
    (
        kinds { $($(#[$doc:meta])* $bit:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        /// A plain figure whose key gives its size.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Figure {
            $($(#[doc = concat!("`", $name, "`")] $figure,)?)+
        }

        impl Figure {
            /// Returns the key of the figure.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$figure => $name,)?)+
                }
            }
        }

        impl Element {
            /// Returns true if a key says what to draw. `fill` and `line` do not.
            pub fn draws_something(&self) -> bool {
                $(self.$field.is_some())||+
            }

            /// Returns the plain figure of the element, and its size.
            pub fn figure(&self) -> Option<(Figure, &At<PerRow<Extent>>)> {
                $($(if let Some(size) = &self.$field {
                    return Some((Figure::$figure, size));
                })?)+
                None
            }
        }

        impl Element {
            /// Calls `change` with every text that is computed from a row, and its key. Stops and returns false if `change`
            /// returns false.
            pub fn change_sources(&mut self, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
                $(self.$field.change($name, change))&&+
                    && self.to.change("to", change)
                    $(&& self.$key_field.change($key_name, change))+
            }
        }

        impl Sign {
            /// Returns the sign with the keys of `base` that it does not have.
            pub(super) fn keys_or(self, base: Self) -> Self {
                Self {
                    kind: self.kind.or(base.kind),
                    mark: self.mark.or(base.mark),
                    label: self.label.or(base.label),
                    road: self.road.or(base.road),
                    leap: self.leap.or(base.leap),
                    draw: self.draw,
                    $($field: self.$field.or(base.$field),)+
                    to: self.to.or(base.to),
                    $($key_field: self.$key_field.or(base.$key_field),)+
                }
            }

            /// Returns the element with which a mark is drawn.
            pub fn element(&self) -> Element {
                Element {
                    $($field: self.$field.clone(),)+
                    to: self.to.clone(),
                    $($key_field: self.$key_field.clone(),)+
                }
            }
        }
    };
}

element_keys! { table!
    /// Something to draw.
    Element {}
}

element_keys! { table!
    /// What a sign of the map means: a kind of cell (a letter), or a mark upon it. The element keys say
    /// how a mark is drawn, and the fill and line of a kind.
    Sign {
        /// The kind of cell.
        kind: Option<At<String>>,
        /// The name of a mark.
        mark: Option<At<String>>,
        /// The words in the cell.
        label: Option<At<String>>,
        /// A line from middle to middle of the cells that an address names, in its order.
        road: Option<At<Line>>,
        /// The same, whether or not they touch: a straight line from each to the next.
        leap: Option<At<Line>>,
        /// More drawings in the cell.
        draw: Vec<At<Element>>,
    }
}

element_keys! { methods! }

choices! {
    /// What a compass shows.
    Compass {
        /// The names of `[directions]`.
        Directions = "directions",
    }
}
