//! Computes the copies of a repeated element for one row.
//!
//! - In: the repetition of an element, and the row of a piece.
//! - Out: the displacement and the fields of each copy, or errors.
//! - Not here: drawing the copies.

use kurbo::{BezPath, Vec2};

use super::element_settler::ElementSettler;
use super::settler::{PieceContext, Settler};
use hexpress_base::diag::Report;
use hexpress_base::identity::copy_name;
use hexpress_game::Element;
use hexpress_game::path::{self, along::evenly_spaced};
use hexpress_game::repeat::{Copies, Repeat, check_count, copy_numbers, items};
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::value::{Alignment, Anchor, ElementPlace};
use hexpress_template::AddedField;

/// A copy of a repeated element, with its displacement for one row.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledCopy {
    /// The fields that templates may use in this copy: its number `n`, and for some kinds of repetition
    /// `item`, or `column` and `row`.
    pub fields: Vec<AddedField>,
    /// The displacement in mm from the place of the element to this copy.
    pub moved: Vec2,
    /// The clockwise rotation of the copy about the centre of the frame (the area in which the element
    /// is drawn), in degrees.
    pub around: f64,
    /// The clockwise rotation of the copy about its own middle, in degrees.
    pub turn: f64,
}

/// A copy whose displacement is not known yet.
struct Numbered {
    fields: Vec<AddedField>,
    column: f64,
    row: f64,
}

impl SettledCopy {
    /// Returns the name of this copy, such as `track/17`. `name` is the name that all copies share,
    /// such as `track`.
    pub fn called(&self, name: &str) -> String {
        let number = self.fields.iter().find(|field| &*field.name == "n").map(|field| &field.value);
        number.map_or_else(|| name.to_owned(), |number| copy_name(name, number))
    }
}

impl Settler<'_, '_> {
    /// Returns the copies of an element, except those that the key `skip` leaves out. Returns no copies
    /// if the element is not drawn.
    ///
    /// Errors are added to `report`. After an error, no copies are returned.
    pub fn copies(
        &self,
        element: &Element,
        repeat: &Repeat,
        context: PieceContext<'_>,
        report: &mut Report,
    ) -> Vec<SettledCopy> {
        let mut element_settler = ElementSettler::new(*self, element, context, report);
        // A condition that uses a field of the copies, such as `n`, is evaluated later for each copy. Any
        // other condition has the same result for all copies, so it is evaluated once, here.
        let is_of_copy = |need: &str| repeat.fields().contains(&need);
        if !element.when.iter().flat_map(|when| when.needs()).any(is_of_copy)
            && element_settler.is_drawn() != Some(true)
        {
            return Vec::new();
        }
        let copies = element_settler.copies(repeat).unwrap_or_default();
        let is_left_out = |number: usize| repeat.skip.iter().any(|skipped| *skipped as usize == number);
        let numbered = copies.into_iter().enumerate();
        numbered.filter(|(index, _)| !is_left_out(index + 1)).map(|(_, copy)| copy).collect()
    }
}

impl ElementSettler<'_, '_, '_, '_> {
    fn copies(&mut self, repeat: &Repeat) -> Option<Vec<SettledCopy>> {
        let copies = match &repeat.copies {
            Copies::Along { path, count, turned } => {
                let path = self.shared_path(path)?;
                let count = self.computed(count, |text, _| copy_numbers(text))?;
                return Some(copies_along(&path, count, *turned));
            }
            Copies::Numbered(count) => {
                let numbers = self.computed(count, |text, _| copy_numbers(text))?;
                let copies = numbers.enumerate().map(|(index, number)| Numbered {
                    fields: vec![whole_field("n", number)],
                    column: index as f64,
                    row: index as f64,
                });
                copies.collect()
            }
            Copies::Items(over) => {
                let text = self.text(over)?;
                let items: Vec<&str> = items(&text).collect();
                self.reported(check_count(items.len() as u64))?;
                let engine = &self.settler.game.engine;
                let copies = items.iter().enumerate().map(|(index, item)| {
                    let text = Scalar::Text((*item).into());
                    let value = engine.meaning(&text).unwrap_or(text);
                    let fields = vec![number_field(index), AddedField { name: "item".into(), value }];
                    Numbered { fields, column: index as f64, row: index as f64 }
                });
                copies.collect()
            }
            Copies::Grid(grid) => {
                let cells = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (column, row)));
                let copies = cells.enumerate().map(|(index, (column, row))| Numbered {
                    fields: vec![
                        number_field(index),
                        whole_field("column", i64::from(column) + 1),
                        whole_field("row", i64::from(row) + 1),
                    ],
                    column: column.into(),
                    row: row.into(),
                });
                copies.collect::<Vec<_>>()
            }
        };
        let by = self.pair(&repeat.by);
        let turn = self.value(&repeat.turn, |text, _| hexpress_game::numbers::degrees(text));
        let (by, turn) = (by?, turn?);
        let last = copies.last().map_or(Vec2::ZERO, |last| Vec2::new(last.column * by.x, last.row * by.y));
        let start = start_of_row(&self.element.places, last);
        let settled = copies.into_iter().enumerate().map(|(index, copy)| SettledCopy {
            fields: copy.fields,
            moved: start + Vec2::new(copy.column * by.x, copy.row * by.y),
            around: index as f64 * turn,
            turn: 0.0,
        });
        Some(settled.collect())
    }

    fn shared_path(&mut self, path: &hexpress_game::PerRow<BezPath>) -> Option<BezPath> {
        self.value(path, |text, _| path::curve(text))
    }
}

fn whole_field(name: &str, value: i64) -> AddedField {
    AddedField { name: name.into(), value: Scalar::Whole(value) }
}

/// Returns the field `n`: the number of a copy, counted from 1. `index` is counted from 0.
fn number_field(index: usize) -> AddedField {
    whole_field("n", i64::try_from(index + 1).unwrap_or(i64::MAX))
}

/// Returns the displacement from the place of the element to the first copy. `last` is the displacement
/// from the first copy to the last.
///
/// If the place is an anchor such as `top-left`, the row of copies is aligned there like a single
/// element. If the place is an offset, the first copy is at the offset.
fn start_of_row(places: &[hexpress_game::PerRow<ElementPlace>], last: Vec2) -> Vec2 {
    let [place] = places else { return Vec2::ZERO };
    let Some(ElementPlace::Anchor(Anchor { across, down })) = place.fixed() else { return Vec2::ZERO };
    Vec2::new(start(*across, last.x), start(*down, last.y))
}

fn start(alignment: Alignment, last: f64) -> f64 {
    match alignment {
        Alignment::Start => -last.min(0.0),
        Alignment::Middle => -last / 2.0,
        Alignment::End => -last.max(0.0),
    }
}

/// Returns copies at equal distances along a path. If the path is open, a copy is at each end.
fn copies_along(path: &BezPath, numbers: std::ops::RangeInclusive<i64>, turned: bool) -> Vec<SettledCopy> {
    let count = numbers.clone().count();
    evenly_spaced(path, count)
        .into_iter()
        .zip(numbers)
        .map(|(stop, number)| SettledCopy {
            fields: vec![whole_field("n", number)],
            moved: stop.point.to_vec2(),
            around: 0.0,
            turn: if turned { libm::atan2(stop.direction.y, stop.direction.x).to_degrees() } else { 0.0 },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_copies_is_aligned_as_one_element_is() {
        let last = Vec2::new(30.0, -6.0);
        let place =
            |across, down| [hexpress_game::PerRow::Fixed(ElementPlace::Anchor(Anchor::new(across, down)))];
        assert_eq!(start_of_row(&place(Alignment::Middle, Alignment::Start), last), Vec2::new(-15.0, 6.0));
        assert_eq!(start_of_row(&place(Alignment::End, Alignment::End), last), Vec2::new(-30.0, 0.0));
    }
}
