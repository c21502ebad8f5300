//! Computes the numbers on the tiles of a random deck.
//!
//! A number is fixed, is chosen at random from a range or by weights, or is computed by a formula.
//!
//! - In: the tables of the layout, which [`planned`] checks.
//! - Out: a value for every tile, from [`draw_numbers`].

use std::sync::Arc;

use crate::context::Resolver;
use hexpress_base::diag::{Result, SourceSpan, codes};
use hexpress_game::NumberField;
use hexpress_game::values::whole_value;
use hexpress_language::data::is_column_name;
use hexpress_language::tables::deck::Number;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::{NamedEntries, Spanned};
use hexpress_template::edge_number;
use hexpress_template::{Row, Template};
use hexpress_tiles::{Stream, Tile};

/// The largest absolute value of the ends of a range, and the largest weight.
const MAX_RANGE_END: i64 = 1_000_000_000;

/// The part of a hint that explains weights with an example.
const WEIGHTS_HINT: &str = "a weight for each value, such as { 0 = 2, 1 = 4, 2 = 3 }: then the value 1 comes twice as often as the value 0";

/// A number on the tiles of a deck. Its table in the layout is already checked, but its value on each
/// tile is chosen later.
pub struct Planned {
    name: Arc<str>,
    source: NumberSource,
}

/// How the values of a number are determined.
enum NumberSource {
    Fixed(i64),
    Range { from: i64, count: u64 },
    Weights { values: Vec<Weighted>, sum: u64 },
    Formula(Template, SourceSpan),
}

/// A value and its weight. The weight determines how often the value is chosen.
struct Weighted {
    value: i64,
    weight: u64,
}

/// Checks the numbers of a deck. Returns `None` after an error.
pub fn planned(
    own_table: &NamedEntries<Spanned<Number>>,
    resolver: &mut Resolver<'_>,
) -> Option<Vec<Planned>> {
    let mut planned = Vec::with_capacity(own_table.0.len());
    for (key, number) in own_table.iter() {
        let name = key.value.as_str();
        check_name(key, resolver);
        let source = match &number.value {
            Number::Fixed(n) => Some(NumberSource::Fixed(*n)),
            Number::Formula(source) => formula(name, source, number, resolver),
            Number::Table(table) if table.get("from").or(table.get("to")).is_some() => {
                range(table, number, resolver)
            }
            Number::Table(table) => weights(table, number, resolver),
        };
        planned.extend(source.map(|source| Planned { name: name.into(), source }));
    }
    (planned.len() == own_table.0.len()).then_some(planned)
}

/// Compiles the formula for a number. Reports dice such as `2d6`, because a formula contains nothing
/// random. Returns `None` after an error.
fn formula(
    name: &str,
    source: &str,
    number: &Spanned<Number>,
    resolver: &mut Resolver<'_>,
) -> Option<NumberSource> {
    if let Some(table) = dice_or_range(source) {
        let message = format!("expected a number, or a formula in {{{{ }}}}, found `{source}`");
        let hint = match table.contains("from") {
            true => format!("write {name} = {table}"),
            false => format!("write how often the dice give each sum: {name} = {table}"),
        };
        return resolver.error_with_hint(codes::BAD_VALUE, number, message, hint).none();
    }
    let place = resolver.place(number);
    resolver.template(source, place).map(|template| NumberSource::Formula(template, place))
}

/// Returns the table that the user should write instead of a text such as `2d6` or `2-12`. For several
/// dice, the table has a weight for each sum. For a range, a single die, and dice with more than 25
/// possible sums, it has `from` and `to`. Returns `None` for any other text.
fn dice_or_range(typed: &str) -> Option<String> {
    const MAX_VALUES: i64 = 25;
    let text = typed.trim().to_ascii_lowercase();
    if let Some((dice, sides)) = text.split_once(['d', 'w']) {
        let dice = if dice.trim().is_empty() { 1 } else { small_number(dice)? };
        let sides = small_number(sides).filter(|sides| *sides >= 2 && (1..=MAX_VALUES).contains(&dice))?;
        if dice == 1 || dice * (sides - 1) >= MAX_VALUES {
            return Some(range_table(dice, dice * sides));
        }
        let throws = throws_by_sum(dice as usize, sides as usize);
        let weights = throws.iter().zip(dice..).map(|(throws, sum)| format!("{sum} = {throws}"));
        return Some(format!("{{ {} }}", weights.collect::<Vec<_>>().join(", ")));
    }
    let separators = ["..=", "..", "–", "-", " to ", ":", ","];
    let (from, to) = separators.iter().find_map(|sign| text.split_once(sign))?;
    let (from, to) = (small_number(from)?, small_number(to)?);
    Some(range_table(from.min(to), from.max(to)))
}

/// Parses a whole number from 0 to 100,000. Returns `None` for any other text.
fn small_number(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|n| (0..=100_000).contains(n))
}

fn range_table(from: i64, to: i64) -> String {
    format!("{{ from = {from}, to = {to} }}")
}

/// Returns, for each possible sum of several dice, the number of throws with this sum. The first entry is
/// for the smallest sum: every die shows 1.
fn throws_by_sum(dice: usize, sides: usize) -> Vec<u64> {
    let mut throws = vec![1_u64];
    for _ in 0..dice {
        let mut next = vec![0_u64; throws.len() + sides - 1];
        for (sum, count) in throws.iter().enumerate() {
            for total in &mut next[sum..sum + sides] {
                *total = total.saturating_add(*count);
            }
        }
        throws = next;
    }
    throws
}

/// Reports a name of a number if every tile already has a field with this name, or if templates cannot
/// contain the name.
fn check_name(key: &Spanned<String>, resolver: &mut Resolver<'_>) {
    let name = key.value.as_str();
    if edge_number(name).is_some()
        || ["number", "of", "edge", "edges", "paths", "colours", "copies"].contains(&name)
    {
        let message = format!("every tile already has a field `{name}`");
        resolver.error_with_hint(codes::SAME_NAME, key, message, format!("rename `{name}` in `numbers`"));
    } else if !is_column_name(name) {
        let diagnostic = codes::BAD_VALUE.error(format!("`{name}` cannot be the name of a number"));
        let hint = "use only lower-case letters, digits and _, as in {{ hit_points }}";
        resolver.add_error(diagnostic.hint(hint), key);
    }
}

/// Checks a table with the keys `from` and `to`. Returns `None` after an error.
fn range(
    table: &NamedEntries<Spanned<i64>>,
    number: &Spanned<Number>,
    resolver: &mut Resolver<'_>,
) -> Option<NumberSource> {
    let (Some(from), Some(to), 2) = (table.get("from"), table.get("to"), table.0.len()) else {
        let message = "a range must have `from` and `to`, and no other keys";
        return resolver
            .error_with_hint(codes::BAD_VALUE, number, message, "for example, write { from = 2, to = 12 }")
            .none();
    };
    for end in [from, to] {
        if !(-MAX_RANGE_END..=MAX_RANGE_END).contains(&end.value) {
            let too_large = format!("the ends of a range must be -{MAX_RANGE_END} to {MAX_RANGE_END}");
            return resolver.error(codes::BAD_COUNT, end, too_large).none();
        }
    }
    if from.value > to.value {
        let backwards = format!("this range runs backwards: from {} to {}", from.value, to.value);
        let hint = format!("write {}", range_table(to.value, from.value));
        return resolver.error_with_hint(codes::BAD_COUNT, number, backwards, hint).none();
    }
    Some(NumberSource::Range { from: from.value, count: from.value.abs_diff(to.value) + 1 })
}

/// Checks a table with a weight for each value. Returns `None` after an error.
fn weights(
    table: &NamedEntries<Spanned<i64>>,
    number: &Spanned<Number>,
    resolver: &mut Resolver<'_>,
) -> Option<NumberSource> {
    // If no key of the table is a number, the user probably means a range, as in
    // `{ min = 2, max = 12 }`.
    if !table.0.is_empty() && table.names().all(|name| name.parse::<i64>().is_err()) {
        let ends: Vec<i64> = table.iter().map(|(_, end)| end.value).collect();
        let from = ends.iter().copied().min().filter(|_| ends.len() > 1).unwrap_or(1);
        let to = ends.iter().copied().max().unwrap_or(from).max(from);
        let message = "expected `from` and `to`, or a weight for each value";
        let hint = format!("write {}, or {WEIGHTS_HINT}", range_table(from, to));
        return resolver.error_with_hint(codes::BAD_VALUE, number, message, hint).none();
    }
    let values = resolver.without_errors(|resolver| each_weight(table, resolver))?;
    let sum = values.iter().map(|value| value.weight).sum();
    if sum == 0 {
        let no_value = "these weights add up to 0, so no value can be drawn";
        return resolver
            .error_with_hint(codes::BAD_COUNT, number, no_value, format!("write {WEIGHTS_HINT}"))
            .none();
    }
    Some(NumberSource::Weights { values, sum })
}

/// Reads a table with a weight for each value. Reports values that are not whole numbers, and
/// weights that are too large.
fn each_weight(table: &NamedEntries<Spanned<i64>>, resolver: &mut Resolver<'_>) -> Vec<Weighted> {
    let mut weights = Vec::with_capacity(table.0.len());
    for (key, weight) in table.iter() {
        let value = key.value.parse::<i64>().ok().filter(|n| n.to_string() == key.value);
        if value.is_none() {
            let message = format!(
                "each value that has a weight must be a whole number without leading zeros, found `{}`",
                key.value
            );
            resolver.error_with_hint(codes::BAD_VALUE, key, message, format!("write {WEIGHTS_HINT}"));
        }
        if !(0..=MAX_RANGE_END).contains(&weight.value) {
            resolver.error(codes::BAD_COUNT, weight, format!("a weight must be 0 to {MAX_RANGE_END}"));
        }
        weights.push(Weighted { value: value.unwrap_or_default(), weight: weight.value.unsigned_abs() });
    }
    weights
}

/// Chooses or computes all numbers on every tile. Each number has its own stream of random values,
/// which depends on the name of the number. Returns `None` after an error.
pub fn draw_numbers(
    planned: &[Planned],
    tiles: &[Tile],
    seed: u64,
    component: &str,
    resolver: &mut Resolver<'_>,
) -> Option<Vec<NumberField>> {
    let mut drawn: Vec<NumberField> = Vec::with_capacity(planned.len());
    for Planned { name, source } in planned {
        let mut stream = Stream::new(seed, component, &format!("number {name}"));
        let values = match source {
            NumberSource::Fixed(n) => vec![Scalar::Whole(*n); tiles.len()],
            NumberSource::Range { from, count } => tiles
                .iter()
                .map(|_| Scalar::Whole(from.saturating_add_unsigned(stream.below(*count))))
                .collect(),
            NumberSource::Weights { values, sum } => {
                tiles.iter().map(|_| Scalar::Whole(weighted_value(values, stream.below(*sum)))).collect()
            }
            NumberSource::Formula(template, place) => {
                let computed = tiles.iter().enumerate().map(|(index, tile)| {
                    let value = computed(template, index, tile, &drawn, resolver);
                    value.map_err(|diagnostic| diagnostic.prefixed(&format!("tile {}: ", index + 1)))
                });
                match computed.collect::<Result<Vec<_>>>() {
                    Ok(values) => values,
                    Err(diagnostic) => return resolver.add_error(diagnostic, *place).none(),
                }
            }
        };
        drawn.push(NumberField { name: Arc::clone(name), values });
    }
    Some(drawn)
}

/// Returns the value for a random number, which must be less than the sum of all weights. A value with
/// weight 3 is returned for three of these numbers.
fn weighted_value(values: &[Weighted], mut number: u64) -> i64 {
    for Weighted { value, weight } in values {
        if number < *weight {
            return *value;
        }
        number -= weight;
    }
    0
}

/// The fields that a formula can use for a tile. They are the number of the tile, the number of its
/// colours, and the numbers defined before the formula.
struct Values<'a> {
    index: usize,
    number: Scalar,
    colours: Scalar,
    earlier: &'a [NumberField],
}

impl Row for Values<'_> {
    fn value(&self, name: &str) -> Option<&Scalar> {
        match name {
            "number" => Some(&self.number),
            "colours" => Some(&self.colours),
            _ => self.earlier.iter().find(|n| n.name.as_ref() == name)?.values.get(self.index),
        }
    }

    fn names(&self) -> Vec<&str> {
        ["colours", "number"].into_iter().chain(self.earlier.iter().map(|n| n.name.as_ref())).collect()
    }
}

/// Evaluates a formula for one tile. If the result is not a number, returns an error.
fn computed(
    template: &Template,
    index: usize,
    tile: &Tile,
    earlier: &[NumberField],
    resolver: &Resolver<'_>,
) -> Result<Scalar> {
    let values =
        Values { index, number: whole_value(index + 1), colours: whole_value(tile.distinct()), earlier };
    let rendered = resolver.engine.render(template, &values)?;
    let text = rendered.trim();
    if let Ok(n) = text.parse() {
        return Ok(Scalar::Whole(n));
    }
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(Scalar::Number(x)),
        _ => Err(codes::BAD_TEMPLATE.error(format!("expected a number, but the formula gives `{text}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Weighted, dice_or_range, throws_by_sum, weighted_value};

    #[test]
    fn dice_become_a_range_or_weights() {
        assert_eq!(dice_or_range("d6").as_deref(), Some("{ from = 1, to = 6 }"));
        assert_eq!(dice_or_range("12-2").as_deref(), Some("{ from = 2, to = 12 }"));
        assert_eq!(dice_or_range("2d3").as_deref(), Some("{ 2 = 1, 3 = 2, 4 = 3, 5 = 2, 6 = 1 }"));
        assert_eq!(dice_or_range("2d13").as_deref().map(|table| table.contains("25 = ")), Some(true));
        assert_eq!(dice_or_range("2d14").as_deref(), Some("{ from = 2, to = 28 }"));
        assert_eq!(dice_or_range("{{ number }}"), None);
    }

    #[test]
    fn throws_of_two_dice_are_counted() {
        assert_eq!(throws_by_sum(2, 6), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    }

    #[test]
    fn a_value_is_selected_as_often_as_its_weight() {
        let values = [(5, 2), (6, 0), (7, 1)].map(|(value, weight)| Weighted { value, weight });
        assert_eq!([0, 1, 2].map(|number| weighted_value(&values, number)), [5, 5, 7]);
    }
}
