//! Combines a layout with its theme. The theme provides the values that the layout does not set.
//!
//! - In: a layout and a theme.
//! - Out: the layout with the theme's colours, places, looks and keys of components.
//! - Not here: reading the theme.

use std::collections::BTreeSet;

use super::theme::Theme;
use crate::tables::element::{Element, Sign};
use crate::tables::layout::{Board, Cells, Layout, Outline, Pieces, PlayOn};
use crate::tables::overlay::Overlay;
use crate::values::scalar::Scalar;
use crate::values::spanned::{NameOr, NamedEntries, Spanned};
use crate::values::value::{Extent, Measure, OnSheet};

impl Layout {
    /// Returns this layout. Everything that the layout itself does not set has the value of the theme.
    pub fn with_theme(self, theme: &Theme) -> Self {
        let tables = &theme.tables;
        Self {
            colours: self.colours.or(tables.colours.clone()),
            places: self.places.or(tables.places.clone()),
            look: self.look.or(tables.look.clone()),
            board: over_each(self.board, tables.board.as_ref(), apply_to_board),
            cards: over_each(self.cards, tables.cards.as_ref(), |own_table, base| {
                let base = if is_upright(&own_table) { base } else { with_neutral_looks(base, &tables.look) };
                apply_to_pieces(own_table, base)
            }),
            notes: over_each(self.notes, tables.notes.as_ref(), |own_table, base| {
                let base =
                    if is_landscape(&own_table) { base } else { with_neutral_looks(base, &tables.look) };
                apply_to_pieces(own_table, base)
            }),
            tiles: over_each(self.tiles, tables.tiles.as_ref(), apply_to_pieces),
            counters: over_each(self.counters, tables.counters.as_ref(), apply_to_pieces),
            page: over_each(self.page, tables.page.as_ref(), Overlay::over),
            boxes: over_each(self.boxes, tables.boxes.as_ref(), Overlay::over),
            ..self
        }
    }
}

/// Adds the theme's values for a kind of component, such as cards, to every component of this kind.
fn over_each<T: Clone>(
    own: Vec<Spanned<T>>,
    base: Option<&Spanned<T>>,
    over: impl Fn(T, T) -> T,
) -> Vec<Spanned<T>> {
    let Some(base) = base else { return own };
    own.into_iter()
        .map(|Spanned { value, span }| Spanned { value: over(value, base.value.clone()), span })
        .collect()
}

/// The names of the looks that replace a theme's ground, face and back of cards or notes.
///
/// A theme is made for cards that are upright rectangles, and for notes that are landscape rectangles.
/// For cards or notes with another shape, these looks are used.
const NEUTRAL_LOOKS: [&str; 3] = ["theme-ground", "theme-face", "theme-back"];

/// The smallest height of an upright card, as a multiple of its width.
const MIN_UPRIGHT_RATIO: f64 = 1.25;

/// The largest height of a note in landscape format, as a multiple of its width.
const MAX_LANDSCAPE_RATIO: f64 = 0.7;

/// Replaces the theme's ground, face and back of cards or notes by the looks in [`NEUTRAL_LOOKS`].
///
/// If one of these looks does not exist, the theme's own ground, face or back is kept. If the theme has
/// no back, none is added.
fn with_neutral_looks(base: Pieces, looks: &NamedEntries<Spanned<Vec<Spanned<Element>>>>) -> Pieces {
    let named =
        NEUTRAL_LOOKS.map(|name| looks.get(name).map(|look| look.with(NameOr::Full(look.value.clone()))));
    let [ground, face, back] = named;
    let back = back.filter(|_| base.back.is_some());
    Pieces { ground: ground.or(base.ground), face: face.or(base.face), back: back.or(base.back), ..base }
}

/// Returns whether cards are rectangles that are clearly taller than wide.
///
/// Also returns true for cards without a size, because they get the theme's size.
fn is_upright(own_table: &Pieces) -> bool {
    is_rectangle(own_table) && proportion(own_table).is_none_or(|proportion| proportion >= MIN_UPRIGHT_RATIO)
}

/// Returns whether notes are rectangles that are clearly wider than tall.
///
/// Also returns true for notes without a size, because they get the theme's size.
fn is_landscape(own_table: &Pieces) -> bool {
    is_rectangle(own_table)
        && proportion(own_table).is_none_or(|proportion| proportion <= MAX_LANDSCAPE_RATIO)
}

fn is_rectangle(own_table: &Pieces) -> bool {
    let is_cut = matches!(own_table.sheet.as_ref().map(|sheet| &sheet.value), Some(OnSheet::Named(_)));
    let shape = own_table.shape.as_ref().is_none_or(|shape| shape.value == Outline::Rectangle);
    shape && own_table.outline.is_none() && own_table.across.is_none() && !is_cut
}

/// Returns the height of pieces divided by their width. Returns `None` if the pieces have no size.
/// Returns 1 if their size is a single length or contains percentages.
fn proportion(own_table: &Pieces) -> Option<f64> {
    match own_table.size.as_ref()?.value {
        Extent { width: Measure::Mm(width), height: Some(Measure::Mm(height)) } => Some(height / width),
        _ => Some(1.0),
    }
}

/// The tilings in which all cells have the same outline and orientation.
const ONE_OUTLINE: [Cells; 4] = [Cells::FlatTop, Cells::PointyTop, Cells::Square, Cells::Brick];

/// Adds the theme's values to a board, except those that are not suitable for it.
fn apply_to_board(own_board: Board, mut base: Board) -> Board {
    // The keys `map` and `shape` exclude each other. If the board has either of them, neither is taken
    // from the theme.
    if own_board.map.is_some() || own_board.shape.is_some() {
        (base.map, base.shape) = (None, None);
    }
    // A board has only one of these keys. If it has one, none of them is taken from the theme.
    let has_own_size = own_board.fit.is_some()
        || own_board.size.is_some()
        || own_board.across.is_some()
        || own_board.corner_to_corner.is_some()
        || own_board.side.is_some();
    if has_own_size {
        (base.fit, base.size, base.across, base.corner_to_corner, base.side) = (None, None, None, None, None);
    }
    let cells = own_board.cells.as_ref().or(base.cells.as_ref()).map(|cells| cells.value);
    // Only squares can become rectangles with a width and a height.
    if cells.is_some_and(|cells| cells != Cells::Square) {
        base.size = None;
    }
    let plays_on_points = own_board.play_on.as_ref().is_some_and(|on| on.value == PlayOn::Points);
    let shape = own_board.shape.as_ref().map(|shape| shape.value.as_str());
    // On a board of points, the theme draws nothing in cells. The same applies to tilings with different
    // cells, because the drawings would not look the same in all of them.
    if plays_on_points || own_board.cells.as_ref().is_some_and(|cells| !ONE_OUTLINE.contains(&cells.value)) {
        base.cell =
            base.cell.map(|cell| Spanned { value: Sign { draw: None, ..cell.value }, span: cell.span });
    }
    if plays_on_points {
        // On a board of points, cells have no outlines, so the `line` of the theme is used for the
        // lines between points. The `cell` and the `rim` of the theme are a background for the whole
        // board, so they are used only on a board without gaps.
        base.lines = base.line.take().or(base.lines);
        (base.round, base.cells) = (None, None);
        let is_without_gaps = shape.is_some_and(|shape| !shape.trim_start().starts_with("morris"));
        if !is_without_gaps || own_board.without.is_some() {
            (base.cell, base.rim) = (None, None);
        }
    }
    own_board.over(base)
}

/// Adds the theme's values to pieces, except those that are not suitable for them.
fn apply_to_pieces(own_table: Pieces, mut base: Pieces) -> Pieces {
    if own_table.size.is_some() || own_table.across.is_some() {
        (base.size, base.across) = (None, None);
    }
    let shape = own_table.shape.as_ref().map(|shape| shape.value);
    if shape.is_some() {
        base.shape = None;
    }
    // Only rectangles have rounded corners, and only hexagons can be flat-top or pointy-top.
    if shape.is_some_and(|shape| ![Outline::Rectangle, Outline::Square].contains(&shape)) {
        (base.round, base.size) = (None, None);
    }
    if shape.is_some_and(|shape| shape != Outline::Hexagon) {
        base.cells = None;
    }
    if shape == Some(Outline::Square) {
        base.size = None;
    }
    // If the outline of pieces is a path, this path determines their size. Such pieces have neither
    // rounded corners nor an orientation.
    if own_table.outline.is_some() {
        (base.shape, base.round, base.cells) = (None, None, None);
        (base.size, base.across) = (None, None);
    }
    // A pre-cut sheet determines the size of its pieces.
    if matches!(own_table.sheet.as_ref().map(|sheet| &sheet.value), Some(OnSheet::Named(_))) {
        (base.size, base.across, base.round) = (None, None, None);
    }
    if own_table.face.is_some() {
        base.face = None;
    }
    fit_fields(&mut base, &own_table);
    own_table.over(base)
}

/// Fields that cannot be the headline of a piece, because their meaning is fixed or their value is
/// a colour.
///
/// The headline is the field that a theme prints large, for example `name`. It is the first field
/// of a row that is not in this list.
const NO_HEADLINE: [&str; 7] = ["edge", "edges", "paths", "number", "of", "owner", "colour"];

/// Fields of the game. The templates of every piece can use them, too.
pub(super) const OF_GAME: [&str; 2] = ["title", "author"];

/// The template by which a theme prints all fields of a row except the headline.
///
/// If the theme also uses [`FIGURE`], the field that [`FIGURE`] stands for is left out, too.
const DETAILS: &str = "{{ details }}";

/// The word that stands for the headline in a theme: the first field of a row that can be a headline.
const HEADLINE: &str = "headline";

/// The word that stands for the figure in a theme. After the headline, the figure is the first field
/// with only numbers, for example `cost`.
const FIGURE: &str = "figure";

/// The word that stands for the rank of a piece in a theme. Pieces with the first headline in the rows
/// have rank 0, those with the next different headline have rank 1, and so on. For example, themes
/// choose the colour of a note by its rank.
const RANK: &str = "rank";

/// The fields and expressions that replace `headline`, `figure`, `rank` and `details` in the texts of a
/// theme.
struct FieldNames {
    /// All fields of the rows.
    known: Vec<String>,
    /// The first field that can be a headline.
    headline: Option<String>,
    /// The first field with only numbers after the headline. `None` if the theme does not use
    /// [`FIGURE`].
    figure: Option<String>,
    /// The expression for [`RANK`]. `None` if the theme does not use it, or if there is no headline.
    rank: Option<String>,
    /// The template for [`DETAILS`], which prints each remaining field on a line of its own. `None` if
    /// no field remains.
    details: Option<String>,
}

impl FieldNames {
    fn of_pieces(pieces: &Pieces, shown_by_theme: &BTreeSet<String>) -> Self {
        let known = fields_of_pieces(pieces);
        let mut shown = known.iter().map(String::as_str).filter(|field| !NO_HEADLINE.contains(field));
        let headline = shown.next().map(str::to_owned);
        let shown: Vec<(&str, Content)> =
            shown.map(|field| (field, Content::of_field(pieces, field))).collect();
        let mut figures = shown.iter().filter(|(_, content)| *content == Content::Numbers);
        let figure =
            figures.next().filter(|_| shown_by_theme.contains(FIGURE)).map(|(field, _)| (*field).to_owned());
        let others = shown.iter().filter(|(field, _)| figure.as_deref() != Some(*field));
        let lines: Vec<String> = others.map(|(field, content)| content.line(field)).collect();
        let details =
            (!lines.is_empty()).then(|| format!("{{{{ [{}] | select | join('\\n') }}}}", lines.join(", ")));
        let ranked = headline.as_deref().filter(|_| shown_by_theme.contains(RANK));
        let rank = ranked.map(|field| rank_expression(pieces, field));
        Self { known, headline, figure, rank, details }
    }

    /// Replaces names such as `headline` in a text by fields of the rows. The text is the value of
    /// `key`.
    ///
    /// Returns false if the text uses a field that the rows do not have. `added` contains the fields
    /// that the element itself adds to its row with `set` or `repeat`.
    fn replace_in(&self, key: &str, text: &mut String, added: &[&str]) -> bool {
        if text.contains(DETAILS) {
            let Some(details) = &self.details else { return false };
            *text = text.replace(DETAILS, details);
        }
        if key == "when" || text.contains("{{") {
            for (name, field) in [(RANK, &self.rank), (HEADLINE, &self.headline), (FIGURE, &self.figure)] {
                if words(text).any(|word| word == name) {
                    let Some(field) = field else { return false };
                    *text = replace_word(text, name, field);
                }
            }
        }
        template_fields(text).all(|field| {
            OF_GAME.contains(&field)
                || added.contains(&field)
                || self.known.iter().any(|known| known == field)
        })
    }
}

/// The kind of values in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Numbers,
    Flags,
    Texts,
}

impl Content {
    fn of_field(pieces: &Pieces, field: &str) -> Self {
        let values: Vec<&Scalar> = values(pieces, field).filter(|value| !is_empty(value)).collect();
        if values.is_empty() {
            Self::Texts
        } else if values.iter().all(|value| matches!(value, Scalar::Flag(_))) {
            Self::Flags
        } else if values.iter().all(|value| matches!(value, Scalar::Whole(_) | Scalar::Number(_))) {
            Self::Numbers
        } else {
            Self::Texts
        }
    }

    /// Returns the expression that prints the value of a field on a line of its own. An empty field
    /// is not printed.
    ///
    /// A number is printed after the name of its field, because a number without a name would be
    /// unclear.
    fn line(self, field: &str) -> String {
        let name = field.replace('_', " ");
        let mut letters = name.chars();
        let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        match self {
            Self::Texts => format!("'' ~ {field}"),
            Self::Numbers => format!("'{name} ' ~ {field} if {field} != '' else ''"),
            Self::Flags => format!("'{name}' if {field} else ''"),
        }
    }
}

fn values<'p>(pieces: &'p Pieces, field: &'p str) -> impl Iterator<Item = &'p Scalar> {
    let rows = pieces.rows.iter().flat_map(|rows| &rows.value);
    let own = rows.flat_map(|row| row.value.iter()).chain(pieces.set.iter());
    let own = own.filter(move |(name, _)| name.value == field).map(|(_, value)| &value.value);
    let each = pieces.each.iter().flat_map(|each| each.value.iter());
    let listed = each.filter(move |(name, _)| name.value == field).flat_map(|(_, list)| &list.value);
    own.chain(listed.map(|value| &value.value))
}

/// Returns the expression that computes the number of a value of this field: 0 for the first value in
/// the rows, 1 for the next different one, and so on.
fn rank_expression(pieces: &Pieces, field: &str) -> String {
    let mut known = BTreeSet::new();
    let texts = values(pieces, field).map(Scalar::to_string);
    let texts = texts.filter(|text| !text.contains(['\'', '\\', '{', '}', '\n']));
    let different = texts.filter(|text| known.insert(text.clone()));
    let ranks: Vec<String> = different.enumerate().map(|(rank, text)| format!("'{text}': {rank}")).collect();
    format!("({{{}}}['' ~ {field}] | default(0))", ranks.join(", "))
}

fn is_empty(value: &Scalar) -> bool {
    matches!(value, Scalar::Text(text) if text.is_empty())
}

/// Returns the words of a template. A word consists of letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// Replaces a word of a template by another word.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let parts = text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts
        .map(|part| match part.strip_prefix(word) {
            Some(end) if end.chars().all(|c| !(c.is_alphanumeric() || c == '_')) => format!("{by}{end}"),
            _ => part.to_owned(),
        })
        .collect()
}

/// Replaces names such as `headline` in a face and an alternative text by fields of the rows.
///
/// Removes the elements that would use a field that the rows do not have.
fn fit_fields(base: &mut Pieces, own_table: &Pieces) {
    let mut shown = BTreeSet::new();
    if let Some(Spanned { value: NameOr::Full(elements), .. }) = &mut base.face {
        for element in elements {
            element.value.change_sources(&mut |_, text| {
                shown.extend(words(text).map(str::to_owned));
                true
            });
        }
    }
    let names = FieldNames::of_pieces(own_table, &shown);
    base.alt.take_if(|alt| !names.replace_in("alt", &mut alt.value, &[]));
    if let Some(Spanned { value: NameOr::Full(elements), .. }) = &mut base.face {
        elements.retain_mut(|element| {
            let fields = element.value.added_fields();
            let added: Vec<&str> = fields.iter().map(String::as_str).collect();
            fit_element(&mut element.value, &names, &added)
        });
    }
}

/// Replaces names such as `headline` in an element and its parts. Removes the parts that would use a
/// field that the rows do not have.
///
/// Returns false if the element itself would use such a field, or if none of its parts is left.
fn fit_element(element: &mut Element, names: &FieldNames, added: &[&str]) -> bool {
    let mut lists = [element.parts.take(), element.stack.take()];
    for list in lists.iter_mut().flatten() {
        list.value.retain_mut(|part| fit_element(&mut part.value, names, added));
    }
    let has_parts = lists.iter().flatten().all(|list| !list.value.is_empty());
    let fits = element.change_sources(&mut |key, text| names.replace_in(key, text, added));
    [element.parts, element.stack] = lists;
    has_parts && fits
}

/// Returns the first name in each `{{ … }}` of a text, for example `cost` in `{{ cost + 1 }}`. This
/// name is usually a field.
pub(super) fn template_fields(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| {
        let name = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
        name.filter(|name| !name.is_empty())
    })
}

/// Returns the fields that the rows and the table `set` of all components define. Fields of data files
/// are not included.
pub(super) fn fields_of_layout(layout: &Layout) -> Vec<String> {
    layout
        .pieces()
        .into_iter()
        .flat_map(|(_, list)| list)
        .flat_map(|pieces| fields_of_pieces(&pieces.value))
        .collect()
}

/// Returns the fields in the rows of pieces, in the order of the file.
fn fields_of_pieces(pieces: &Pieces) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for row in pieces.rows.iter().flat_map(|rows| &rows.value) {
        add_fields(&row.value, &mut known);
    }
    if let Some(each) = &pieces.each {
        add_fields(&each.value, &mut known);
    }
    add_fields(&pieces.set, &mut known);
    if let Some(deck) = &pieces.deck {
        let fields = if deck.join.is_some() { &["paths"][..] } else { &["edges", "edge"] };
        known.extend(fields.iter().map(|field| (*field).to_owned()));
    }
    known.extend(["number", "of"].map(str::to_owned));
    known
}

/// Adds the names of a table to `known`, in the order of the file. Skips names that `known` already
/// contains.
fn add_fields<T>(table: &NamedEntries<T>, known: &mut Vec<String>) {
    let mut names: Vec<&Spanned<String>> = table.iter().map(|(name, _)| name).collect();
    names.sort_by_key(|name| name.span.start);
    for name in names {
        let fields: &[&str] = match name.value.as_str() {
            "copies" => &[],
            "edges" => &["edges", "edge"],
            name => &[name],
        };
        for field in fields {
            if known.iter().all(|known| known != field) {
                known.push((*field).to_owned());
            }
        }
    }
}
