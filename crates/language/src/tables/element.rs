//! The elements that are drawn. They have the same keys on the faces of cards, on cells, on boards and
//! on sheets.
//!
//! An element is a flat table. One of its keys says what it draws: `text`, `disc`, `arrow`, and so on.
//! A [`Sign`], which gives a character of a board's map its meaning, has the keys of an element and
//! some more. The macro [`element_keys`] lists the common keys, so that they are declared only once. To
//! add a kind of element, add an entry to `kinds` in this macro.

use super::repeat::{COPY_FIELDS, Repeat, Step};
use super::sources::Templates;
use crate::values::choice::{Along, Correction, FrameStyle, Guilloche, InlineIcons};
use crate::values::per_row::{Numeral, PerRow};
use crate::values::scalar::Scalar;
use crate::values::shares::OfWhole;
use crate::values::spanned::{NameOr, NamedEntries, OneOrMany, Spanned};
use crate::values::style::{Letters, Opacity, Shadow, Tracking};
use crate::values::value::{Align, ColourName, DrawnFor, ElementPlace, Extent, Font, Line, Pair};
use hexpress_base::units::Mm;

/// Passes the keys of an element to the macro `$then`, which makes a table, methods or constants of
/// them.
///
/// The list `kinds` contains the keys that say what to draw. An entry consists of:
///
/// - a constant, the key, its field and the type of the field, as in `DISC "disc" disc: Option<…>`;
/// - the other keys that such an element can have, as a set of constants such as `FIGURE | SIZE`;
/// - its [`Figure`], if the value of the key is the size of a plain figure.
///
/// The list `keys` contains the keys that say how or where to draw. An entry consists of a constant,
/// the key, its field and the type of the field.
#[macro_export]
macro_rules! element_keys {
    ($then:ident! $($args:tt)*) => {
        $then! {
            $($args)*
            kinds {
                /// Prints text.
                /// Example: `text = "{{ name }}"`.
                TEXT "text" text: Option<Spanned<String>>, PLACED | SIZE | COLOUR | FONT | SHRINK | ALIGN | SPACING | SHADOW | HALO | TRACKING | LETTERS | BEND | ALONG | HYPHENATE | HANG | COLUMNS | GUTTER | DROP_CAPITAL | ICONS;
                /// Draws a rectangle of this width and height, with a unit.
                /// Example: `box = "30 x 20mm"`.
                BOX "box" box_: Option<Spanned<PerRow<Extent>>>, FIGURE | ROUND, Box;
                /// Draws a disc of this diameter, with a unit.
                /// Example: `disc = "10mm"`.
                DISC "disc" disc: Option<Spanned<PerRow<Extent>>>, FIGURE, Disc;
                /// Draws an ellipse of this width and height, with a unit.
                /// Example: `ellipse = "30 x 20mm"`.
                ELLIPSE "ellipse" ellipse: Option<Spanned<PerRow<Extent>>>, FIGURE, Ellipse;
                /// Draws a hexagon with a side at the top. The value is the size from flat to flat,
                /// with a unit.
                /// Example: `hexagon = "9mm"`.
                HEXAGON "hexagon" hexagon: Option<Spanned<PerRow<Extent>>>, FIGURE | MARKS, Hexagon;
                /// Draws a five-pointed star. The value is the distance from tip to tip, with a unit.
                /// Example: `star = "30mm"`.
                STAR "star" star: Option<Spanned<PerRow<Extent>>>, FIGURE, Star;
                /// Draws an arrow in a direction. Its `size` is 10 mm unless set.
                /// Example: `arrow = "up"`.
                ARROW "arrow" arrow: Option<Spanned<String>>, FIGURE | SIZE;
                /// Draws a compass with all `[directions]`.
                /// Example: `compass = "directions"`.
                COMPASS "compass" compass: Option<Spanned<Compass>>, (PLACED & !TURN) | SIZE | COLOUR | FONT;
                /// Draws fine woven lines, as on banknotes: a `border`, a `rosette` or a `ground`.
                /// Example: `guilloche = "rosette"`.
                GUILLOCHE "guilloche" guilloche: Option<Spanned<Guilloche>>, PLACED | SIZE | FILL | LINE | SECOND | SWELL | ROUND | DEPTH | WAVES | STRANDS | PETALS | EYE;
                /// Draws an icon by name. Its `size` is 5 mm unless set.
                /// Example: `icon = "star"`.
                ICON "icon" icon: Option<Spanned<String>>, FIGURE | SIZE;
                /// Draws a picture from a PNG, JPEG, WebP, SVG or PDF file next to the layout.
                /// Example: `image = "art/{{ name }}.png"`.
                IMAGE "image" image: Option<Spanned<String>>, PLACED | SIZE | CROP;
                /// Draws a QR code with this text, such as an address. Its `size` is 20 mm unless set,
                /// and includes a quiet zone around the code.
                /// Example: `qr = "https://example.org/{{ name }}"`.
                QR "qr" qr: Option<Box<Spanned<String>>>, PLACED | SIZE | FILL | COLOUR | CORRECTION | QUIET;
                /// Draws a polygon through these points, in mm from the centre of the element. With a
                /// `size`, the points go from -50 to 50 in both directions.
                /// Example: `polygon = "0 -5, 5 4, -5 4"`.
                POLYGON "polygon" polygon: Option<Spanned<String>>, FIGURE | SIZE;
                /// Draws a curve, written as an SVG path, in mm from the centre of the element. With a
                /// `size`, the points go from -50 to 50 in both directions.
                /// Example: `curve = "M -8 0 C -4 -6 4 6 8 0"`.
                CURVE "curve" curve: Option<Spanned<String>>, FIGURE | SIZE;
                /// Draws a straight line from this point to `to`. Both points are relative to the
                /// centre, with a unit.
                /// Example: `from = "-10 0mm"`.
                FROM "from" from: Option<Spanned<PerRow<Pair>>>, PLACED | LINE | COLOUR;
                /// Fills the edge of a tile with a colour. Requires `at = "each edge"`.
                /// Example: `edge-band = "{{ edge }}"`.
                EDGE_BAND "edge-band" edge_band: Option<Spanned<String>>, IN | AT | INSET | WHEN | LINE | DEPTH | ALT;
                /// Draws paths from edge to edge. Edges have numbers; 0 is the centre.
                /// Example: `path = "1-4 red, 2-3 blue"`.
                PATH "path" path: Option<Spanned<String>>, WHEN | WIDTH | COLOUR | LINE | ALT;
                /// Draws a frame along the edge of the piece, or around a `size`.
                /// Example: `frame = "double"`.
                FRAME "frame" frame: Option<Spanned<FrameStyle>>, PLACED | SIZE | FILL | LINE | COLOUR | DEPTH;
                /// Draws a small picture of a board.
                /// Example: `board = "island"`.
                BOARD "board" board: Option<Spanned<String>>, PLACED | SIZE | WALK | LINE | COLOUR;
                /// Draws several elements as one, in a frame. The frame has this `size`, or otherwise
                /// covers the whole piece.
                /// Example: `parts = [{ disc = "9mm", fill = "navy" }, { icon = "star" }]`.
                PARTS "parts" parts: Option<Spanned<Vec<Spanned<Element>>>>, PLACED | SIZE | SHADOW | HALO | SET | CLIP;
                /// Draws the elements of a `[look]` as one, in a frame. The frame has this `size`, or
                /// otherwise covers the whole piece.
                /// Example: `look = "unit"`.
                LOOK "look" look: Option<Spanned<String>>, PLACED | SIZE | SHADOW | HALO | SET | CLIP;
                /// Draws elements one below the other. Each takes its own height.
                /// Example: `stack = [{ text = "{{ name }}", font = "12pt" }, { text = "{{ rule }}",
                /// font = "8pt", size = "50 x 30mm" }]`.
                STACK "stack" stack: Option<Spanned<Vec<Spanned<Element>>>>, PLACED | SIZE | SHADOW | HALO | SET | GAP | ACROSS;
            }
            keys {
                /// A place of `[places]`; keys of the element override those of the place.
                /// Default: none. Example: `in = "title"`.
                IN "in" in_: Option<Spanned<String>>;
                /// The place: one of nine anchors, `each corner`, `each edge`, or an offset from
                /// the centre.
                /// Default: `centre`. Example: `at = "top-left"`.
                AT "at" at: Option<Spanned<OneOrMany<PerRow<ElementPlace>>>>;
                /// The place on a path: the path, and a percentage of its length.
                /// Default: none. Example: `on = "1-4 40%"`.
                ON "on" on: Option<Spanned<String>>;
                /// The distance from the edges that the anchor touches, with a unit.
                /// Default: 0. Example: `inset = "3 8mm"`.
                INSET "inset" inset: Option<Spanned<PerRow<Pair>>>;
                /// The width and height, with a unit or as percentages of the piece.
                /// Default: depends on the element. Example: `size = "30 x 20mm"`.
                SIZE "size" size: Option<Spanned<PerRow<Extent>>>;
                /// The offset to the right and downwards, with a unit.
                /// Default: 0. Example: `shift = "3 5mm"`.
                SHIFT "shift" shift: Option<Spanned<PerRow<Pair>>>;
                /// The rotation, in degrees clockwise.
                /// Default: 0. Example: `turn = 90`.
                TURN "turn" turn: Option<Spanned<PerRow<Numeral<f64>>>>;
                /// Draws the element once for each seat, with text turned towards the player.
                /// Default: once. Example: `for = "each seat"`.
                FOR "for" for_: Option<Spanned<DrawnFor>>;
                /// Draws the element only if the condition is true.
                /// Default: always. Example: `when = "cost > 0"`.
                WHEN "when" when: Option<Spanned<String>>;
                /// The text that screen readers read in place of the element; empty for none.
                /// Default: the text of the element. Example: `alt = "{{ side }} king"`.
                ALT "alt" alt: Option<Spanned<String>>;
                /// The colour of the inside. It may have a pattern or be a gradient.
                /// Default: none. Example: `fill = "wheat"`.
                FILL "fill" fill: Option<Spanned<PerRow<ColourName>>>;
                /// The line around the element: its width, its colour and optionally `dashed`.
                /// Default: none. Example: `line = "0.5mm black"`.
                LINE "line" line: Option<Spanned<PerRow<Line>>>;
                /// The colour of text, icons and arrows.
                /// Default: `black`. Example: `colour = "{{ edge
                /// contrast }}"`.
                COLOUR "colour" colour: Option<Spanned<PerRow<ColourName>>>;
                /// The font: family, weight or style, and size.
                /// Required for text. Example: `font = "bold 9pt"`.
                FONT "font" font: Option<Spanned<PerRow<Font>>>;
                /// The smallest font size for text that is too large for its space, in pt.
                /// Default: text does not shrink. Example: `shrink = "7pt"`.
                SHRINK "shrink" shrink: Option<Spanned<PerRow<Mm>>>;
                /// The horizontal and the vertical alignment of text; `justify` fills the lines of
                /// a box.
                /// Default: the place of the text decides. Example: `align = "left top"`.
                ALIGN "align" align: Option<Spanned<PerRow<Align>>>;
                /// The distance from one line of text to the next, with a unit.
                /// Default: that of the font. Example: `spacing = "12pt"`.
                SPACING "spacing" spacing: Option<Spanned<PerRow<Mm>>>;
                /// The opacity of the element, in percent.
                /// Default: `100%`. Example: `opacity = "40%"`.
                OPACITY "opacity" opacity: Option<Spanned<Opacity>>;
                /// A flat shadow: its offset to the right and downwards, and its colour.
                /// Default: none. Example: `shadow = "0.6 0.8mm silver"`.
                SHADOW "shadow" shadow: Option<Spanned<PerRow<Shadow>>>;
                /// An outline around text, icons and figures, at most 10 mm wide: width and colour.
                /// Default: none. Example: `halo = "0.5mm white"`.
                HALO "halo" halo: Option<Spanned<PerRow<Line>>>;
                /// The additional space between letters, in thousandths of the font size, or with a
                /// unit.
                /// Default: 0. Example: `tracking = 50`.
                TRACKING "tracking" tracking: Option<Spanned<PerRow<Tracking>>>;
                /// The forms of letters and digits, if the font has them.
                /// Default: those of the font. Example: `letters = "small-capitals old-style"`.
                LETTERS "letters" letters: Option<Spanned<PerRow<Letters>>>;
                /// The radius of the circle that text runs along, with a unit. A negative radius
                /// puts the text on the inside of the circle.
                /// Default: a straight line. Example: `bend = "60mm"`.
                BEND "bend" bend: Option<Spanned<PerRow<Mm>>>;
                /// For text with a `size`: whether words may be hyphenated by the rules of the
                /// game's `language`.
                /// Default: `false`. Example: `hyphenate = true`.
                HYPHENATE "hyphenate" hyphenate: Option<Spanned<bool>>;
                /// For text with a `size`: whether punctuation at the edge is partly outside the
                /// box.
                /// Default: `false`. Example: `hang = true`.
                HANG "hang" hang: Option<Spanned<bool>>;
                /// For text with a `size`: the number of columns, from 1 to 6.
                /// Default: 1. Example: `columns = 2`.
                COLUMNS "columns" columns: Option<Spanned<u32>>;
                /// For text with `columns`: the distance between the columns, with a unit.
                /// Default: `4mm`. Example: `gutter = "5mm"`.
                GUTTER "gutter" gutter: Option<Spanned<PerRow<Mm>>>;
                /// For text with a `size`: the height of its first letter, as a number of lines
                /// from 2 to 6.
                /// Default: none. Example: `drop-capital = 2`.
                DROP_CAPITAL "drop-capital" drop_capital: Option<Spanned<u32>>;
                /// The height of icons inside text: that of capitals, or that of the letters around
                /// them.
                /// Default: `cap-height`. Example: `icons = "x-height"`.
                ICONS "icons" icons: Option<Spanned<InlineIcons>>;
                /// Repeats text along the four sides of its `size`.
                /// Default: no. Example: `along = "sides"`.
                ALONG "along" along: Option<Spanned<Along>>;
                /// For a `box` or a guilloche `ground`: the radius of its corners, with a unit.
                /// Default: 0. Example: `round = "3mm"`.
                ROUND "round" round: Option<Spanned<PerRow<Mm>>>;
                /// For an `image`: whether the picture fills its box and is cropped to the box.
                /// Default: `false`. Example: `crop = true`.
                CROP "crop" crop: Option<Spanned<bool>>;
                /// For a `qr`: how much of the code can be damaged, at least, before it becomes
                /// unreadable.
                /// Default: `medium`. Example: `correction = "high"`.
                CORRECTION "correction" correction: Option<Box<Spanned<Correction>>>;
                /// For a `qr`: the width of the quiet zone inside its `size`, in modules (the small
                /// squares of the code).
                /// From 0 to 20. Default: 4. Example: `quiet = 2`.
                QUIET "quiet" quiet: Option<Box<Spanned<u32>>>;
                /// For a `path`: the width of the path, with a unit.
                /// Default: `3mm`. Example: `width = "4mm"`.
                WIDTH "width" width: Option<Spanned<PerRow<Mm>>>;
                /// For a guilloche `border`, a `frame` or an `edge-band`: its depth, with a unit.
                /// Default: `5mm` for an edge band. Example: `depth = "6mm"`.
                DEPTH "depth" depth: Option<Spanned<PerRow<Mm>>>;
                /// For a guilloche `border` or `ground`: the number of waves.
                /// Example: `waves = 40`.
                WAVES "waves" waves: Option<Box<Spanned<PerRow<Numeral<u32>>>>>;
                /// For a guilloche: the number of woven lines.
                /// Example: `strands = 5`.
                STRANDS "strands" strands: Option<Box<Spanned<PerRow<Numeral<u32>>>>>;
                /// For a guilloche: another line for every second strand, such as a line in another
                /// colour.
                /// Default: `line`. Example: `second = "0.13mm firebrick"`.
                SECOND "second" second: Option<Box<Spanned<PerRow<Line>>>>;
                /// For a guilloche: the smallest and the largest width of the woven lines, with a
                /// unit.
                /// Default: the width of the lines themselves. Example: `swell = "0.05 0.25mm"`.
                SWELL "swell" swell: Option<Box<Spanned<PerRow<Pair>>>>;
                /// For a guilloche `rosette`: the number of petals.
                /// Example: `petals = 12`.
                PETALS "petals" petals: Option<Box<Spanned<PerRow<Numeral<u32>>>>>;
                /// For a guilloche `rosette`: the width and height of its clear centre, with a
                /// unit.
                /// Default: two fifths of its size. Example: `eye = "14mm"`.
                EYE "eye" eye: Option<Box<Spanned<PerRow<Extent>>>>;
                /// For a `board`: a route that starts at a cell, with directions and numbers of
                /// steps.
                /// Default: none. Example: `walk = "d4 up 2, upper-right 1"`.
                WALK "walk" walk: Option<Box<Spanned<String>>>;
                /// For a `hexagon`: marks of a board at its corners or sides, by direction.
                /// Default: none. Example: `marks = { up = "start" }`.
                MARKS "marks" marks: NamedEntries<Spanned<String>>;
                /// Sets fields for the templates in `parts`, `look`, `stack` or a cell.
                /// Default: none. Example: `set = { strength = 3 }`.
                #[cfg_attr(test, schemars(with = "NamedEntries<crate::tests::types::SetField>"))]
                SET "set" set: NamedEntries<Spanned<Scalar>>;
                /// For `parts` and `look`: whether the elements inside are cut off at their frame.
                /// Default: `false`. Example: `clip = true`.
                CLIP "clip" clip: Option<Spanned<bool>>;
                /// For an element in a group: the width of the gap between the element and what is
                /// behind it in the group, with a unit.
                /// Default: no gap. Example: `knock-out = "0.8mm"`.
                KNOCK_OUT "knock-out" knock_out: Option<Box<Spanned<PerRow<Mm>>>>;
                /// For a `stack`: the distance from each part to the next, with a unit.
                /// Default: `1mm`. Example: `gap = "2mm"`.
                GAP "gap" gap: Option<Box<Spanned<PerRow<Mm>>>>;
                /// For a `stack`: whether its parts are side by side.
                /// Default: `false`, one below the other. Example: `across = true`.
                ACROSS "across" across: Option<Spanned<bool>>;
                /// The copies of the element: a number, the first and last number, or a table.
                /// Default: one. Example: `repeat = "1..20"`.
                REPEAT "repeat" repeat: Option<Box<Spanned<Repeat>>>;
                /// The distance from each copy to the next, to the right and downwards, with a unit.
                /// Default: 0. Example: `by = "8 0mm"`.
                BY "by" by: Option<Box<Spanned<PerRow<Pair>>>>;
                /// What changes from each copy to the next, such as the rotation about the centre.
                /// Default: nothing. Example: `step = { turn = 60 }`.
                STEP "step" step: Option<Box<Spanned<Step>>>;
            }
        }
    };
}
pub use element_keys;

/// Declares a table that has fields of its own, and then all keys of an element.
macro_rules! table {
    (
        $(#[$meta:meta])* $table:ident { $($(#[$extra:meta])* $own:ident: $own_type:ty,)* }
        kinds { $($(#[$doc:meta])* $bit:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        toml_tables! {
            $(#[$meta])*
            pub struct $table {
                $($(#[$extra])* pub $own: $own_type,)*
                $($(#[$doc])* #[serde(rename = $name)] pub $field: $type,)+
                /// The end of a straight line that starts at `from`, with a unit.
                /// Example: `to = "10 0mm"`.
                pub to: Option<Spanned<PerRow<Pair>>>,
                $($(#[$key_doc])* #[serde(rename = $key_name)] pub $key_field: $key_type,)+
            }
        }
    };
}

/// Implements the methods that need all keys of an element.
macro_rules! methods {
    (
        kinds { $($(#[$doc:meta])* $bit:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        /// A plain figure, such as a disc. The value of its key is its size, as in `disc = "10mm"`.
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
            /// Returns true if the element has a key that says what to draw, such as `text`. `fill` and
            /// `line` only say how to draw.
            pub fn draws_something(&self) -> bool {
                $(self.$field.is_some())||+
            }

            /// Returns the plain figure that the element draws, and the size of the figure. Returns
            /// `None` if the element draws something else.
            pub fn figure(&self) -> Option<(Figure, &Spanned<PerRow<Extent>>)> {
                $($(if let Some(size) = &self.$field {
                    return Some((Figure::$figure, size));
                })?)+
                None
            }
        }

        impl Element {
            /// Calls `change` with the key and the text of every value that may be a template. `change`
            /// may replace the text. If it returns false, stops and returns false.
            pub fn change_sources(&mut self, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
                $(self.$field.change($name, change))&&+
                    && self.to.change("to", change)
                    $(&& self.$key_field.change($key_name, change))+
            }
        }

        impl Sign {
            /// Returns this table, completed by the keys of `base` that this table lacks.
            pub(super) fn keys_over(self, base: Self) -> Self {
                Self {
                    kind: self.kind.or(base.kind),
                    mark: self.mark.or(base.mark),
                    label: self.label.or(base.label),
                    road: self.road.or(base.road),
                    leap: self.leap.or(base.leap),
                    draw: self.draw.or(base.draw),
                    $($field: self.$field.or(base.$field),)+
                    to: self.to.or(base.to),
                    $($key_field: self.$key_field.or(base.$key_field),)+
                }
            }

            /// Returns true if `draw` has elements, or names a look.
            pub fn has_draw(&self) -> bool {
                self.draw.as_ref().is_some_and(|draw| match &draw.value {
                    NameOr::Name(_) => true,
                    NameOr::Full(elements) => !elements.is_empty(),
                })
            }

            /// Returns an element with the element keys of this table. If the table describes a mark,
            /// this element draws the mark.
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
    /// An element that is drawn.
    Element {}
}

impl Element {
    /// Returns the names of the fields that the element and its parts add to the row.
    pub fn added_fields(&self) -> Vec<String> {
        let mut fields: Vec<String> = self.set.names().map(str::to_owned).collect();
        if self.repeat.is_some() {
            fields.extend(COPY_FIELDS.map(str::to_owned));
        }
        let parts = [&self.parts, &self.stack].into_iter().flatten().flat_map(|parts| &parts.value);
        fields.extend(parts.flat_map(|part| part.value.added_fields()));
        fields
    }
}

element_keys! { table!
    /// The meaning of a character of the map: a kind of cell, or a mark in a cell. For a mark, the
    /// element keys set how it is drawn. For a kind, they set its fill and line.
    Sign {
        /// The name of the kind of cell.
        /// Default: the character itself. Example: `kind = "hill"`.
        kind: Option<Spanned<String>>,
        /// Makes the character a mark with this name.
        /// Example: `mark = "start"`.
        mark: Option<Spanned<String>>,
        /// The text in the cell.
        /// Default: none. Example: `label = "Hill"`.
        label: Option<Spanned<String>>,
        /// Lines that join neighbouring cells of the address, from centre to centre: width and
        /// colour.
        /// Default: none. Example: `road = "1mm sienna"`.
        road: Option<Spanned<OfWhole<Line>>>,
        /// Straight lines between the centres of the cells of the address: width and colour.
        /// Default: none. Example: `leap = "1mm sienna"`.
        leap: Option<Spanned<OfWhole<Line>>>,
        /// More elements in the cell, or the name of a `[look]`.
        /// Default: none. Example: `draw = [{ disc = "4mm" }]`.
        draw: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
    }
}

element_keys! { methods! }

choices! {
    /// The directions that a compass shows.
    Compass {
        /// All `[directions]`, with their names.
        Directions = "directions",
    }
}
