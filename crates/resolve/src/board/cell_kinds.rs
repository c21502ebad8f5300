//! Compiles kinds of cells from the signs of `[board.key]`, the addresses of `[board.at]` and the
//! rows of a data file.
//!
//! - In: signs (entries of `[board.key]` and `[board.at]`), and rows of data.
//! - Out: kinds, and drawings for edges and corners. Cells refer to their kind by an index.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{BoardDraft, addressed};
use super::fields::field_maker::{FieldMaker, named_field};
use super::fields::setting::Setting;
use super::key_marks::KeyMark;
use super::map;
use super::overridden_entries::LineValues;
use super::points::named_points::is_on_points;
use super::signs::{Signs, only_char, sign_char, sign_of_kind};
use crate::context::Resolver;
use crate::elements::keys::{self, SignSpot};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::near::{self, nearest};
use hexpress_base::diag::{MistakeLimit, SourceSpan, codes};
use hexpress_game::address;
use hexpress_game::board::{CellField, ComputedLook, SetValue};
use hexpress_game::cell_lines::CellLine;
use hexpress_game::element::Element;
use hexpress_game::{Cell, CellFields, CellKind, Detail, EdgeOrCorner};
use hexpress_language::tables::element::Sign;
use hexpress_language::tables::layout::Board;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::{NamedEntries, Spanned};
use hexpress_scene::Ink;

/// The kinds of a board. Some are defined in `[board.key]`. The others are copies of these kinds,
/// with changes from `[board.at]` or from a row of data.
pub struct Kinds {
    pub kinds: Vec<CellKind>,
    /// For each sign that stands for a kind, the index of the kind in `kinds`.
    pub(super) kind_signs: HashMap<char, usize>,
    /// For each sign that stands for a mark, the index of the mark among the marks of the board.
    mark_signs: HashMap<char, usize>,
    /// True if `[board.key]` has a sign of several characters, which is an error. An unknown sign
    /// on the map may then be a consequence of this error.
    has_long_sign: bool,
    /// The spaces between the signs of two neighbouring cells in a row of the map, for hints.
    cell_gap: &'static str,
    /// The index in `kinds` of the kind `plain`. `None` until a cell has this kind.
    plain_kind_index: Option<usize>,
    /// The kinds that differ from another kind only in their label. The key is the index of the other
    /// kind, and the label. The value is the index of the copy.
    labelled: HashMap<(usize, Arc<str>), usize>,
    /// The kind of cells without a sign. The key `cell` sets how these cells are drawn.
    plain_kind: CellKind,
}

impl Kinds {
    /// Compiles the kinds of `[board.key]`.
    pub fn new(
        board: &Board,
        marks: &[KeyMark],
        cell_gap: &'static str,
        resolver: &mut Resolver<'_>,
    ) -> Self {
        let has_data = board.data.is_some();
        let of_cell = board.cell.as_ref().map(|cell| KindOverrides::new(cell, resolver));
        let mut kinds = Vec::new();
        let mut kind_signs = HashMap::new();
        let mut taken: Vec<char> = board.key.names().filter_map(only_char).collect();
        for (sign, entry) in board.key.iter().filter(|(_, entry)| entry.mark.is_none()) {
            let letter = match has_data && board.map.is_none() {
                true => sign_of_kind(sign, entry, &mut taken, resolver),
                false => sign_char(sign, resolver),
            };
            // A row of data can name a kind without a sign, so the kind is kept even if its sign is
            // invalid.
            if letter.is_none() && (board.map.is_some() || !has_data) {
                continue;
            }
            kind_signs.extend(letter.map(|c| (c, kinds.len())));
            let mut base = CellKind::plain(&sign.value, resolver.place(entry));
            // Cells of this kind show the drawings of the key `cell`, in addition to the drawings
            // of their own kind.
            if let Some(cell) = &of_cell {
                base.draws = cell.draws.iter().cloned().collect();
                base.computed.set.clone_from(&cell.set);
            }
            kinds.push(KindOverrides::new(entry, resolver).apply(&base));
        }
        let unnamed =
            CellKind::plain(hexpress_game::board::DEFAULT_KIND_NAME, SourceSpan::new(resolver.file, 0..0));
        let plain_kind = of_cell.map_or(unnamed.clone(), |cell| cell.apply(&unnamed));
        Self {
            kinds,
            kind_signs,
            mark_signs: marks.iter().enumerate().map(|(index, mark)| (mark.sign(), index)).collect(),
            has_long_sign: board.key.names().any(|sign| sign.chars().count() > 1),
            cell_gap,
            plain_kind_index: None,
            labelled: HashMap::new(),
            plain_kind,
        }
    }

    /// Returns the index of the kind `plain`, which cells without a sign have.
    pub fn plain_kind_index(&mut self) -> usize {
        let kinds = &mut self.kinds;
        *self.plain_kind_index.get_or_insert_with(|| {
            kinds.push(self.plain_kind.clone());
            kinds.len() - 1
        })
    }

    /// Returns the index of the kind with the name `name`. If no kind has this name, returns the index
    /// of the kind with the sign `name`. Returns `None` if there is no such kind.
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut chars = name.chars();
        let sign = chars.next().filter(|_| chars.next().is_none());
        let by_sign = sign.and_then(|sign| self.kind_signs.get(&sign).copied());
        self.kinds.iter().position(|kind| &*kind.name == name).or(by_sign)
    }

    /// Returns the index of a kind that is equal to `base` except for its label. Adds this kind if
    /// it does not exist yet.
    pub fn labelled(&mut self, base: usize, label: &Arc<str>) -> usize {
        let (kinds, key) = (&mut self.kinds, (base, Arc::clone(label)));
        *self.labelled.entry(key).or_insert_with(|| {
            let kind = kinds.get(base).cloned().map(|kind| CellKind {
                label: Arc::clone(label),
                computed: ComputedLook { label: None, ..kind.computed },
                ..kind
            });
            kinds.extend(kind);
            kinds.len() - 1
        })
    }

    /// Adds a kind that is equal to `base` except for its fields, and returns its index.
    pub fn with_fields(&mut self, base: usize, fields: CellFields) -> usize {
        let kind = self.kinds.get(base).cloned();
        self.kinds.extend(kind.map(|kind| CellKind { fields: Some(Arc::new(fields)), ..kind }));
        self.kinds.len() - 1
    }

    fn signs_of_key(&self) -> Signs<'_> {
        Signs {
            kind_signs: &self.kind_signs,
            marks: &self.mark_signs,
            kinds: &self.kinds,
            cell_gap: self.cell_gap,
        }
    }

    /// Returns the cell that a sign on the map stands for. If the sign is unknown, reports the sign
    /// and returns a cell of the kind `plain`.
    pub fn cell(&mut self, drawn: &map::MapCell, resolver: &mut Resolver<'_>) -> Cell {
        let place = SourceSpan::new(resolver.file, drawn.span.clone());
        let mut kind = None;
        let mut marks = Vec::new();
        for (index, c) in drawn.sign.chars().enumerate() {
            match (self.kind_signs.get(&c), self.mark_signs.get(&c)) {
                (Some(letter), _) if index == 0 => kind = Some(*letter),
                (_, Some(mark)) if index > 0 => marks.push(*mark),
                _ if index == 0 && self.has_long_sign => break,
                _ => {
                    resolver.add_error(self.signs_of_key().unknown(&drawn.sign, index), place);
                    break;
                }
            }
        }
        Cell { address: drawn.address, kind: kind.unwrap_or_else(|| self.plain_kind_index()), marks, place }
    }
}

/// The values that an entry of `[board.at]` or a row of data sets. A cell gets a copy of its kind with
/// these values. An edge or a corner has no kind, and is drawn with these values only.
pub struct KindOverrides {
    name: Option<Arc<str>>,
    label: Setting<Arc<str>>,
    fill: Setting<Ink>,
    line: Setting<CellLine>,
    draws: Vec<Element>,
    set: Vec<SetValue>,
    place: SourceSpan,
}

impl KindOverrides {
    fn new(entry: &Spanned<Sign>, resolver: &mut Resolver<'_>) -> Self {
        let label = entry.label.as_ref();
        Self {
            name: entry.kind.as_ref().map(|name| name.value.as_str().into()),
            fill: Setting::new(entry.fill.as_ref(), |fill, resolver| resolver.fill(fill), resolver),
            line: Setting::of_line(entry.line.as_ref(), resolver),
            label: label.map_or(Setting::Unchanged, |label| Setting::of_label(label, resolver)),
            draws: drawings(entry, SignSpot::Cell, resolver),
            set: set_values(entry, resolver),
            place: resolver.place(entry),
        }
    }

    /// Returns a copy of `base` with the values that this change sets.
    fn apply(&self, base: &CellKind) -> CellKind {
        let had = &base.computed;
        let (label, label_from) = self.label.apply(&Some(Arc::clone(&base.label)), &had.label);
        let (fill, fill_from) = self.fill.apply(&base.fill, &had.fill);
        let (line, line_from) = self.line.apply(&base.line, &had.line);
        let is_set = |name: &str| self.set.iter().any(|value| *value.field.name == *name);
        let kept = had.set.iter().filter(|value| !is_set(&value.field.name));
        let set = kept.chain(&self.set).cloned().collect();
        // The new kind also gets the fields from the file, except those that `[board.at]` sets.
        let fields =
            base.fields.as_ref().map(|fields| match fields.fields.iter().any(|own| is_set(&own.name)) {
                true => Arc::new(fields.without(is_set)),
                false => Arc::clone(fields),
            });
        CellKind {
            name: self.name.as_ref().unwrap_or(&base.name).clone(),
            label: label.unwrap_or_default(),
            computed: ComputedLook { label: label_from, fill: fill_from, line: line_from, set },
            fill,
            line,
            draws: base.draws.iter().chain(&self.draws).cloned().collect(),
            fields,
            place: self.place,
        }
    }
}

impl KindOverrides {
    /// Returns a change that sets no values. It is used for an edge or a corner if its row of data has
    /// only a label or marks.
    pub fn empty(place: SourceSpan) -> Self {
        let (label, fill, line) = (Setting::Unchanged, Setting::Unchanged, Setting::Unchanged);
        Self { name: None, label, fill, line, draws: Vec::new(), set: Vec::new(), place }
    }

    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Returns the name of the kind, or an empty text if the kind has no name.
    pub fn kind_name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// Returns the drawing at an edge or a corner. Its fields come from the file, from `set`, and from
    /// the edge or corner itself.
    pub fn at(
        &self,
        cell: CellAddress,
        spot: EdgeOrCorner,
        file: &CellFields,
        own_fields: Vec<CellField>,
        maker: &mut FieldMaker<'_, '_>,
    ) -> Detail {
        let fields = maker.fields(Some(file), &self.set, own_fields);
        let (label, label_from) = self.label.apply(&None, &None);
        let (line, line_from) = self.line.apply(&None, &None);
        let label = label_from.and_then(|stated| maker.text(&stated, &fields).map(Arc::from)).or(label);
        let line = line_from.and_then(|stated| maker.value(&stated, &fields)).or(line);
        let (draws, place) = (self.draws.clone(), self.place);
        Detail {
            address: cell,
            spot,
            line,
            label: label.unwrap_or_default(),
            draws,
            fields: Some(Arc::new(fields)),
            place,
        }
    }
}

fn set_values(entry: &Spanned<Sign>, resolver: &mut Resolver<'_>) -> Vec<SetValue> {
    let mut values = Vec::new();
    for (name, value) in entry.set.iter() {
        let place = resolver.place(value);
        let template = match &value.value {
            Scalar::Text(text) if text.contains('{') => resolver.template(text, place),
            _ => None,
        };
        let field =
            CellField { name: name.value.as_str().into(), value: value.value.clone(), place: Some(place) };
        values.push(SetValue { field, template });
    }
    values
}

/// Returns the elements that a sign draws. Ignores keys that apply to the cell, edge or corner itself:
/// for example, a `fill` colours the cell and not the element.
fn drawings(entry: &Spanned<Sign>, spot: SignSpot, resolver: &mut Resolver<'_>) -> Vec<Element> {
    let mut own_element = entry.element();
    let mut draws = Vec::new();
    if own_element.parts.is_none() && own_element.look.is_none() && own_element.stack.is_none() {
        // The key `set` is for the cell, and not for its drawings.
        own_element.set = NamedEntries::default();
    }
    if own_element.draws_something() || own_element.to.is_some() {
        if spot == SignSpot::Cell {
            keys::check_cell(&own_element, resolver);
            if entry.label.is_some() {
                keys::check_labelled(&mut own_element, resolver);
            }
            own_element.fill = None;
        }
        if spot != SignSpot::Corner {
            own_element.line = None;
        }
        draws.extend(resolver.element(&entry.with(own_element)));
    } else {
        keys::check_sign(&own_element, spot, entry.label.as_ref(), resolver);
    }
    draws.extend(entry.draw.iter().flat_map(|draw| resolver.face(draw)));
    draws
}

impl BoardDraft<'_> {
    /// Applies the entries of `[board.at]` to their cells. Returns the drawings on edges and corners.
    pub fn apply_addresses(&mut self, resolver: &mut Resolver<'_>) -> Vec<Detail> {
        let mut details = Vec::new();
        if self.table.at.0.is_empty() {
            return details;
        }
        let addresses = self.addresses();
        let names = self.names.clone();
        let board = addressed(self.tiling, &addresses, &names)
            .in_order(self.free.is_some())
            .of_points(is_on_points(self.table));
        let mut line_values = LineValues::default();
        let mut limit = MistakeLimit::default();
        let entries = self.table.at.iter().enumerate().filter(|(_, (_, entry))| !is_only_road(entry));
        for (line, (key, entry)) in entries {
            // The address of an entry may stand for many places. The entry is compiled at most once for
            // cells, once for edges and once for corners.
            let (mut overrides, mut on_edge, mut on_corner, mut mark) = (None, None, None, None);
            let mut known: HashMap<usize, usize> = HashMap::new();
            for found in self.spots(key, &board, resolver) {
                let (cell, spot, known_detail) = match found {
                    address::BoardPlace::Cell(index) => {
                        let added = *mark.get_or_insert_with(|| self.named_mark(entry, resolver));
                        line_values.note(line, entry, index);
                        let Some(cell) = self.cells.get_mut(index) else { continue };
                        let list = &mut self.kinds.kinds;
                        cell.kind = *known.entry(cell.kind).or_insert_with_key(|&base| {
                            let Some(kind) = list.get(base) else { return base };
                            let overrides =
                                overrides.get_or_insert_with(|| KindOverrides::new(entry, resolver));
                            list.push(overrides.apply(kind));
                            list.len() - 1
                        });
                        cell.marks.extend(added);
                        continue;
                    }
                    address::BoardPlace::Edge { cell, edge } => {
                        (cell, EdgeOrCorner::Edge(edge), &mut on_edge)
                    }
                    address::BoardPlace::Corner { cell, corner } => {
                        (cell, EdgeOrCorner::Corner(corner), &mut on_corner)
                    }
                };
                let Some(address) = self.cells.get(cell).map(|c| c.address) else { continue };
                let detail = known_detail.get_or_insert_with(|| {
                    let mut look = self.detail(entry, spot, resolver)?;
                    let added = *mark.get_or_insert_with(|| self.named_mark(entry, resolver));
                    let element = added.and_then(|mark| Some(self.marks.get(mark)?.mark.element.clone()));
                    look.draws.extend(element);
                    Some(look)
                });
                let Some(look) = detail.as_ref() else { continue };
                let of_edge = CellFields { is_edge_or_corner: true, ..CellFields::default() };
                let own_fields = vec![named_field(&board.spot_name(found))];
                let mut maker = FieldMaker { resolver, limit };
                details.push(look.at(address, spot, &of_edge, own_fields, &mut maker));
                limit = maker.limit;
            }
        }
        line_values.note_uses(self.table, resolver);
        details
    }

    /// Returns what an entry of `[board.at]` draws on an edge or a corner. The mark of the entry is not
    /// included. Returns `None` after an error.
    pub fn detail(
        &self,
        entry: &Spanned<Sign>,
        spot: EdgeOrCorner,
        resolver: &mut Resolver<'_>,
    ) -> Option<KindOverrides> {
        const EDGE_TAKES: &str = "give the edge a line, a label, a mark, or a drawing such as disc = \"5mm\"";
        const CORNER_TAKES: &str = "give the corner a label, a mark, or a drawing such as disc = \"5mm\"";
        let (what, takes, given_line, on) = match spot {
            EdgeOrCorner::Edge(_) => ("an edge", EDGE_TAKES, entry.line.as_ref(), SignSpot::Edge),
            EdgeOrCorner::Corner(_) => ("a corner", CORNER_TAKES, None, SignSpot::Corner),
        };
        if let Some(kind) = &entry.kind {
            let near = nearest(kind, self.marks.iter().map(|key| &*key.mark.name));
            let hint =
                near.map_or_else(|| takes.to_owned(), |near| format!("did you mean mark = \"{near}\"?"));
            let message = format!("{what} cannot have a kind: only cells can");
            return resolver.error_with_hint(codes::BAD_VALUE, kind, message, hint).none();
        }
        let has_drawing = entry.element().draws_something() || entry.has_draw();
        if !(has_drawing || given_line.is_some() || entry.mark.is_some() || entry.label.is_some()) {
            let idle = match (&entry.fill, &entry.line) {
                (Some(_), _) => "`fill`",
                (None, Some(_)) => "`line`",
                (None, None) => "this entry",
            };
            let diagnostic = codes::BAD_ELEMENT.error(format!("{idle} draws nothing on {what}"));
            return resolver.add_error(diagnostic.hint(takes), entry).none();
        }
        let label = entry.label.as_ref();
        Some(KindOverrides {
            name: None,
            label: label.map_or(Setting::Unchanged, |label| Setting::of_label(label, resolver)),
            fill: Setting::Unchanged,
            line: Setting::of_line(given_line, resolver),
            draws: drawings(entry, on, resolver),
            set: set_values(entry, resolver),
            place: resolver.place(entry),
        })
    }

    /// Returns the index of the mark in the key `mark` of an entry. Reports a mark that the board does
    /// not have. Returns `None` if the entry has no mark, or after an error.
    fn named_mark(&self, entry: &Sign, resolver: &mut Resolver<'_>) -> Option<usize> {
        let mark = entry.mark.as_ref()?;
        let names: Vec<&str> = self.marks.iter().map(|key| &*key.mark.name).collect();
        let found = names.iter().position(|name| *name == mark.value);
        // A mark whose sign in `[board.key]` is invalid is missing in `names`. The sign has already been
        // reported, so the mark is not reported as unknown.
        let mut known = self.table.key.iter().filter_map(|(_, sign)| sign.mark.as_ref());
        if found.is_none() && !known.any(|known| known.value == mark.value) {
            let hint = if names.is_empty() {
                format!("add it to [board.key]: \"*\" = {{ mark = \"{}\", disc = \"5mm\" }}", mark.value)
                    .into()
            } else {
                near::among(&mark.value, &names, "choose one of:")
            };
            let message = format!("unknown mark `{}`", mark.value);
            resolver.error_with_hint(codes::UNKNOWN_NAME, mark, message, hint);
        }
        found
    }
}

/// Returns whether an entry has a road but no other key.
fn is_only_road(entry: &Spanned<Sign>) -> bool {
    let said = entry.kind.is_some() || entry.mark.is_some() || entry.label.is_some() || entry.has_draw();
    let element = entry.element();
    let drawn =
        element.draws_something() || element.to.is_some() || element.fill.is_some() || element.line.is_some();
    (entry.road.is_some() || entry.leap.is_some()) && !said && !drawn
}

#[cfg(test)]
mod tests {
    use crate::LayoutInput;
    use hexpress_base::diag::Sources;
    use hexpress_base::files::Files;
    use hexpress_game::{Body, Shape};
    use hexpress_scene::text::Fonts;

    #[test]
    fn fill_and_line_belong_to_the_drawing_that_takes_them() {
        let mut sources = Sources::default();
        let text = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\nnames = \"lines\"\n\
            [board.at]\n\"b2\" = { icon = \"star\", fill = \"red\", line = \"1mm blue\" }\n\
            \"a1|b2\" = { disc = \"5mm\", fill = \"red\", line = \"1mm blue\" }\n\
            \"a1|b2|a2\" = { disc = \"5mm\", fill = \"red\", line = \"1mm blue\" }\n\
            \"c3\" = { edge-band = \"red\", at = \"each edge\" }\n";
        let file = sources.add("a.toml", text);
        let layout = hexpress_language::read(file, &sources).unwrap();
        let (fonts, files) = (Fonts::bundled(), Files::default());
        let input =
            LayoutInput { id: "a", layout: &layout, file, sources: &sources, fonts: &fonts, files: &files };
        let game = crate::game(input).unwrap();
        let Body::Board(board) = &game.components[0].body else { unreachable!() };
        let [edge, corner] = &board.details[..] else { unreachable!() };
        assert!(edge.line.is_some() && edge.draws[0].fill.is_some() && edge.draws[0].line.is_none());
        assert!(corner.line.is_none() && corner.draws[0].fill.is_some() && corner.draws[0].line.is_some());
        let drawn: Vec<_> = board.kinds.iter().filter(|k| !k.draws.is_empty()).collect();
        assert!(drawn[0].fill.is_some() && drawn[0].line.is_some() && drawn[0].draws[0].fill.is_none());
        assert!(matches!(drawn[1].draws[0].shape, Shape::EdgeBand { .. }));
    }
}
