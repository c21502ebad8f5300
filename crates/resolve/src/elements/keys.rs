//! Keys of elements that have no effect on what the element draws.
//!
//! An element goes in; the report gets an error for each such key. The table of kinds and keys is in `hexpress-language`.

use std::ops::Range;

use crate::context::Compiler;
use hexpress_base::diag::codes;
use hexpress_language::tables::element::{Element, Figure, element_keys};
use hexpress_language::values::per_row::PerRow;
use hexpress_language::values::place::{At, Named};
use hexpress_language::values::value::{Anchor, Where};

/// A key that may be given.
trait Given {
    /// Returns the bytes in the file of the value, or of the first key of a table.
    fn span(&self) -> Option<Range<usize>>;
    /// Whether the layout has the key.
    fn is_given(&self) -> bool;
}

impl<T> Given for Option<At<T>> {
    fn span(&self) -> Option<Range<usize>> {
        self.as_ref().map(|at| at.span.clone())
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T> Given for Named<T> {
    fn span(&self) -> Option<Range<usize>> {
        self.0.first().map(|(key, _)| key.span.clone())
    }

    fn is_given(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Defines a bit for every key of an element. `KINDS` are the keys that say what an element draws, with the other keys that such an
/// element takes; `KEYS` are those other keys.
macro_rules! tables {
    (
        kinds { $($(#[$doc:meta])* $bit:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        mod number {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            pub enum Kind { $($bit),+ }
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            pub enum Key { $($key),+ }
        }

        $(const $bit: u64 = 1 << number::Kind::$bit as u64;)+
        $(const $key: u64 = 1 << number::Key::$key as u64;)+
        const KINDS: &[(u64, &str, u64)] = &[$(($bit, $name, $takes)),+];
        const KEYS: &[(u64, &str)] = &[$(($key, $key_name)),+];
        /// The kinds that are plain figures.
        const FIGURES: u64 = 0 $($(| bit_of(Figure::$figure, $bit))?)+;

        fn drawn(e: &Element) -> u64 {
            0 $(| if e.$field.is_given() { $bit } else { 0 })+
        }

        fn given(e: &Element) -> u64 {
            0 $(| if e.$key_field.is_given() { $key } else { 0 })+
        }

        fn span(e: &Element, key: u64) -> Option<Range<usize>> {
            match key {
                $($key => e.$key_field.span(),)+
                _ => None,
            }
        }
    };
}

/// The keys of all elements that have a place.
const PLACED: u64 = IN | AT | ON | INSET | SHIFT | TURN | FOR | WHEN | OPACITY | ALT;
/// The keys of plain figures, lines and curves.
const FIGURE: u64 = PLACED | FILL | LINE | COLOUR | SHADOW | HALO;

/// Returns `bit`. Lets the table of keys name the figure that a bit is for.
const fn bit_of(_: Figure, bit: u64) -> u64 {
    bit
}

element_keys! { tables! }

/// An element by what it draws, and the keys that it takes.
#[derive(Debug, Clone, Copy)]
struct Taker {
    /// The bit of the kind, or 0 for an element that is only a fill.
    kind: u64,
    name: &'static str,
    keys: u64,
}

/// Returns what can be drawn, with its keys. The three guilloches are separate entries, and the last one is an element that is only
/// a fill.
fn takers() -> impl Iterator<Item = Taker> {
    const FILL_ONLY: Taker = Taker { kind: 0, name: "fill", keys: WHEN | FILL | LINE | ALT };
    KINDS
        .iter()
        .flat_map(|&(kind, name, keys)| {
            let guilloches = [
                Taker { kind, name: "guilloche = \"border\"", keys: keys & !(PETALS | EYE) },
                Taker { kind, name: "guilloche = \"ground\"", keys: keys & !(DEPTH | PETALS | EYE) },
                Taker { kind, name: "guilloche = \"rosette\"", keys: keys & !(DEPTH | WAVES) },
            ];
            let other = (kind != GUILLOCHE).then_some(Taker { kind, name, keys });
            other.into_iter().chain(guilloches.into_iter().filter(move |_| kind == GUILLOCHE))
        })
        .chain([FILL_ONLY])
}

/// Returns all keys that elements of some kinds take.
fn keys_of(kinds: u64) -> u64 {
    takers().filter(|taker| taker.kind & kinds != 0).fold(0, |keys, taker| keys | taker.keys)
}

/// The set of things that an element draws.
#[derive(Debug, Clone, Copy)]
pub struct Kinds(u64);

impl Kinds {
    /// Returns everything that an element draws, which should be one thing.
    pub fn of(e: &Element) -> Self {
        Self(drawn(e) | if e.to.is_some() { FROM } else { 0 })
    }

    /// Returns the number of things.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the keys that name the things.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        KINDS.iter().filter(move |(bit, ..)| self.0 & bit != 0).map(|(_, name, _)| *name)
    }

    /// Everything that can be drawn.
    pub fn all() -> Self {
        Self(u64::MAX)
    }
}

const AWAY_FROM_EDGES: &str =
    "it is how far in from the edges that `at` touches: at = \"top\"; `shift` moves what stands elsewhere";
const ARROW_FOR_ALL: &str =
    "only words are turned to face their readers: an arrow points one way across the board for all";
const LINE_WIDTH: &str = "leave it out, or give its line a width: line = \"0.3mm navy\"";

/// Reports every key of an element that has no effect. The element draws one thing, or is only a fill.
pub fn check(e: &Element, kinds: Kinds, compiler: &mut Compiler<'_>) {
    let given = given(e);
    let woven = e.guilloche.as_ref().map(|guilloche| guilloche.value.word());
    let taker =
        takers().find(|taker| taker.kind == kinds.0 && woven.is_none_or(|word| taker.name.contains(word)));
    let Some(Taker { kind, name, keys: understood }) = taker else { return };
    let stray = given & !understood;
    if stray != 0 {
        for (key, key_name) in KEYS.iter().filter(|(key, _)| stray & key != 0) {
            let hint = instead(kind, *key).unwrap_or_else(|| taker_names(*key));
            report(e, *key, format!("`{key_name}` does nothing on `{name}`"), hint, compiler);
        }
    }
    let shrinks = kind & TEXT != 0 && given & SHRINK != 0;
    if given & understood & INSET != 0
        && given & IN == 0
        && kind & (GUILLOCHE | FRAME) == 0
        && !shrinks
        && is_away_from_edges(e)
    {
        report(e, INSET, "`inset` does nothing away from the edges", AWAY_FROM_EDGES, compiler);
    }
    if kind & ARROW != 0 && given & FOR != 0 && given & (IN | SHIFT) == 0 && is_in_centre(e) {
        report(e, FOR, "`for` does nothing on an arrow in the middle", ARROW_FOR_ALL, compiler);
    }
    if kind & (FROM | GUILLOCHE) != 0
        && let Some(At { value: PerRow::Fixed(line), .. }) = &e.line
        && line.width == 0.0
    {
        report(e, LINE, format!("without a line, `{name}` draws nothing"), LINE_WIDTH, compiler);
    }
    if given & understood & COLOUR != 0 && kind & (TEXT | COMPASS | PATH) == 0 {
        let lined = if kind & (ARROW | ICON) == 0 { LINE } else { 0 };
        let other = if given & FILL != 0 { FILL } else { given & lined };
        if let Some((_, other)) = KEYS.iter().find(|(key, _)| *key == other) {
            let one = format!("leave one out: {name} takes its colour from `{other}`");
            report(e, COLOUR, format!("`colour` does nothing beside `{other}`"), one, compiler);
        }
    }
}

/// Whether no place of an element is at an edge of its piece.
fn is_away_from_edges(e: &Element) -> bool {
    e.at.as_ref().is_none_or(|at| {
        at.value.0.iter().all(|place| match place {
            PerRow::Fixed(Where::Anchor(anchor)) => *anchor == Anchor::CENTRE,
            PerRow::Fixed(Where::Offset(_)) => true,
            PerRow::Fixed(Where::EachCorner | Where::EachEdge) | PerRow::Each(_) => false,
        })
    })
}

/// Whether an element is only in the centre.
fn is_in_centre(e: &Element) -> bool {
    e.at.as_ref().is_none_or(|at| at.value.0.iter().all(|place| *place == PerRow::Fixed(Where::CENTRE)))
}

/// The place that a sign of `[board.key]` or `[board.at]` changes if it has no drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// On a cell, which takes a fill and a line.
    Cell,
    /// On an edge, which takes a line.
    Edge,
    /// On a corner.
    Corner,
}

/// Reports every key of a sign that draws nothing, except those that the place itself takes.
pub fn check_sign(e: &Element, spot: Spot, labelled: bool, compiler: &mut Compiler<'_>) {
    let (name, taken) = match spot {
        Spot::Cell => ("a cell", FILL | LINE),
        Spot::Edge => ("an edge", LINE),
        Spot::Corner => ("a corner", 0),
    };
    let stray = given(e) & !taken;
    for (key, key_name) in KEYS.iter().filter(|(key, _)| stray & key != 0) {
        let of_labels = AT | INSET | FONT | SHRINK | COLOUR | FOR;
        let (message, hint) = if labelled && spot == Spot::Cell && key & of_labels != 0 {
            let message = format!("`{key_name}` does nothing beside `label`");
            (
                message,
                "[board.labels] says how labels stand; a text of its own is draw = [{ text = … }]".to_owned(),
            )
        } else {
            let hint = match key & (PLACED | SIZE) {
                _ if *key == COLOUR => colour_hint(spot, e, compiler),
                0 => taker_names(*key),
                _ => "it needs something to draw: icon = \"star\", disc = \"5mm\"".to_owned(),
            };
            (format!("`{key_name}` does nothing on {name} without a drawing"), hint)
        };
        report(e, *key, message, hint, compiler);
    }
}

/// Returns the key to type instead of `colour` where nothing is drawn.
fn colour_hint(spot: Spot, e: &Element, compiler: &Compiler<'_>) -> String {
    let typed = span(e, COLOUR).and_then(|span| compiler.text.get(span));
    let name = typed.map_or("tan", |typed| typed.trim_matches('"'));
    match spot {
        Spot::Cell => format!("the colour of a cell is its `fill`: fill = \"{name}\""),
        Spot::Edge => format!("the colour of an edge is part of its `line`: line = \"1mm {name}\""),
        Spot::Corner => format!("a corner needs a drawing: disc = \"5mm\", fill = \"{name}\""),
    }
}

/// Reports keys for the label of a cell that its drawing does not take, and removes them.
pub fn check_labelled(e: &mut Element, compiler: &mut Compiler<'_>) {
    let kinds = Kinds::of(e);
    let stray = given(e) & !keys_of(kinds.0);
    for key in [FONT, SHRINK].into_iter().filter(|key| stray & key != 0) {
        let name = if key == FONT { "font" } else { "shrink" };
        let typed = span(e, key).and_then(|span| compiler.text.get(span)).unwrap_or("\"…\"");
        let message = format!("`{name}` does nothing beside `label`");
        let hint = format!(
            "[board.labels] says how all labels look: {name} = {typed}; for this cell only, draw a text of its own: draw = [{{ text = … }}]"
        );
        report(e, key, message, hint, compiler);
        match key {
            FONT => e.font = None,
            _ => e.shrink = None,
        }
    }
}

/// Reports a `fill` or a `line` that can be meant for the cell or for its drawing. With a `colour`, it is the one of the cell.
/// Icons and arrows always have a `colour`, which is black by default.
pub fn check_cell(e: &Element, compiler: &mut Compiler<'_>) {
    let (kinds, given) = (Kinds::of(e), given(e));
    let taken = keys_of(kinds.0 & !(ICON | ARROW));
    let shared = given & taken & (FILL | LINE);
    if shared == 0 || given & taken & COLOUR != 0 {
        return;
    }
    let kind = kinds.names().next().unwrap_or_default();
    let keys: Vec<&str> = KEYS.iter().filter(|(bit, _)| bit & shared != 0).map(|(_, name)| *name).collect();
    let message =
        format!("`{}` beside `{kind}` can be meant for the cell or for the drawing", keys.join("` and `"));
    let own: String = keys.iter().map(|key| format!(", {key} = …")).collect();
    let colour = if taken & COLOUR != 0 { ", or a `colour` for the drawing" } else { "" };
    let hint = format!(
        "for the drawing: draw = [{{ {kind} = …{own} }}]; for the cell: draw = [{{ {kind} = … }}] beside it{colour}"
    );
    if let Some(span) = span(e, if shared & FILL != 0 { FILL } else { LINE }) {
        compiler.error_with_hint(codes::BAD_ELEMENT, compiler.key_place(&span), message, hint);
    }
}

/// Reports a key of an element, if it is given.
fn report(
    e: &Element,
    key: u64,
    message: impl Into<String>,
    hint: impl Into<String>,
    compiler: &mut Compiler<'_>,
) {
    let Some(span) = span(e, key) else { return };
    let place = compiler.key_place(&span);
    compiler.error_with_hint(codes::IDLE_KEY, place, message, hint);
}

/// Returns a hint with the elements that take a key.
fn taker_names(key: u64) -> String {
    let names: Vec<_> = takers().filter(|taker| taker.keys & key != 0).map(|taker| taker.name).collect();
    match names.as_slice() {
        [one] => format!("it belongs to: {one}"),
        _ => format!("it belongs to one of: {}", names.join(", ")),
    }
}

/// Returns what to write instead of a key, for common errors.
fn instead(kind: u64, key: u64) -> Option<String> {
    let name = KINDS.iter().find(|(bit, ..)| *bit == kind).map_or("fill", |(_, name, _)| *name);
    Some(match key {
        FILL if kind & (TEXT | COMPASS) != 0 => "words have a `colour`".to_owned(),
        FILL | COLOUR if kind & (FROM | GUILLOCHE) != 0 => {
            "its colour stands in its line: line = \"0.3mm navy\"".to_owned()
        }
        SIZE if kind & FIGURES != 0 => {
            format!("its size stands in `{name}` itself: {name} = \"10mm\"")
        }
        WIDTH if kind == TEXT => "words that break into lines have a box: size = \"30 x 20mm\"".to_owned(),
        WIDTH if kind & (ICON | IMAGE | ARROW | BOARD | FRAME) != 0 => {
            "its `size` says how wide and how high it is: size = \"30 x 20mm\"".to_owned()
        }
        WIDTH if kind & (FROM | CURVE | POLYGON | FIGURES) != 0 => {
            "a line's width stands in it: line = \"0.3mm navy\"".to_owned()
        }
        FILL if kind == EDGE_BAND => "its colour stands in it: edge-band = \"{{ edge }}\"".to_owned(),
        FILL if kind == PATH => "its colours stand in it: path = \"1-4 red\"".to_owned(),
        AT | IN | INSET | SHIFT | SIZE | TURN | FOR if kind == 0 => {
            "a fill alone covers the whole piece: draw a figure, box = \"20 x 10mm\" or disc = \"5mm\""
                .to_owned()
        }
        AT | IN | INSET | SHIFT | TURN | FOR if kind == PATH => {
            "ways run from edge to edge of the whole piece".to_owned()
        }
        SHIFT | TURN | FOR if kind == EDGE_BAND => {
            "a band fills its edge; `inset` says how far in it begins, `depth` how deep it is".to_owned()
        }
        _ => return None,
    })
}
