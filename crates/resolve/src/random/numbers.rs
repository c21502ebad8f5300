//! The numbers of drawn tiles: from a range, by weights, or worked out.

use std::sync::Arc;

use crate::diag::{Result, codes};
use crate::model::Numbers;
use crate::model::edges::edge_number;
use crate::model::template::{Row, Template};
use crate::model::values::whole;
use crate::resolve::context::Compiler;
use crate::spec::data::is_column_name;
use crate::spec::tables::deck::Number;
use crate::spec::values::place::{At, Named};
use crate::spec::values::scalar::Scalar;
use crate::tiles::{Stream, Tile};

/// How far from zero the ends of a range lie, and how large a weight is, at most.
const LARGEST: i64 = 1_000_000_000;

/// A number that is to be drawn, checked.
pub struct Planned {
    name: Arc<str>,
    way: Way,
}

enum Way {
    Fixed(i64),
    /// From, and how many different ones.
    Range(i64, u64),
    /// Values and their weights; the sum of these.
    Weights(Vec<(i64, u64)>, u64),
    Formula(Template, crate::diag::Place),
}

/// Checks the numbers of a deck.
pub fn planned(given: &Named<At<Number>>, compiler: &mut Compiler<'_>) -> Option<Vec<Planned>> {
    let mut planned = Vec::with_capacity(given.0.len());
    for (key, number) in given.iter() {
        let name = key.value.as_str();
        name_is_well(key, compiler);
        let way = match &number.value {
            Number::Fixed(n) => Some(Way::Fixed(*n)),
            Number::Formula(source) if dice_or_range(source).is_some() => {
                let message = format!("`{source}` is neither a number nor a text that is worked out");
                let hint = format!("write {name} = {}", dice_or_range(source).unwrap_or_default());
                compiler.hinted(codes::BAD_VALUE, number, message, hint).none()
            }
            Number::Formula(source) => {
                let place = compiler.place(number);
                compiler.template(source, place).map(|template| Way::Formula(template, place))
            }
            Number::Table(table) if table.get("from").or(table.get("to")).is_some() => {
                range(table, number, compiler)
            }
            Number::Table(table) => weights(table, number, compiler),
        };
        planned.extend(way.map(|way| Planned { name: name.into(), way }));
    }
    (planned.len() == given.0.len()).then_some(planned)
}

/// What to write for `2d6` and for `2-12`: a range, or the values with their weights.
fn dice_or_range(typed: &str) -> Option<String> {
    const MOST_VALUES: i64 = 25;
    let text = typed.trim().to_ascii_lowercase();
    let number = |part: &str| part.trim().parse::<i64>().ok().filter(|n| (0..=100_000).contains(n));
    let range = |from: i64, to: i64| format!("{{ from = {from}, to = {to} }}");
    if let Some((dice, sides)) = text.split_once(['d', 'w']) {
        let dice = if dice.trim().is_empty() { 1 } else { number(dice)? };
        let sides = number(sides).filter(|sides| *sides >= 2 && (1..=MOST_VALUES).contains(&dice))?;
        if dice == 1 || dice * (sides - 1) >= MOST_VALUES {
            return Some(range(dice, dice * sides));
        }
        // How many throws give each sum.
        let mut ways = vec![1_u64];
        for _ in 0..dice {
            let mut next = vec![0_u64; ways.len() + sides as usize - 1];
            for (at, many) in ways.iter().enumerate() {
                (0..sides as usize).for_each(|side| next[at + side] = next[at + side].saturating_add(*many));
            }
            ways = next;
        }
        let weights = ways.iter().zip(dice..).map(|(many, value)| format!("{value} = {many}"));
        return Some(format!("{{ {} }}", weights.collect::<Vec<_>>().join(", ")));
    }
    let apart = ["..=", "..", "–", "-", " to ", ":", ","];
    let (from, to) = apart.iter().find_map(|sign| text.split_once(sign))?;
    let (from, to) = (number(from)?, number(to)?);
    Some(range(from.min(to), from.max(to)))
}

fn name_is_well(key: &At<String>, compiler: &mut Compiler<'_>) {
    let name = key.value.as_str();
    if edge_number(name).is_some()
        || ["number", "of", "edge", "edges", "paths", "colours", "copies"].contains(&name)
    {
        let message = format!("`{name}` has a meaning of its own for every tile");
        compiler.hinted(codes::SAME_NAME, key, message, "give the number another name");
    } else if !is_column_name(name) {
        let message = format!("`{name}` cannot be asked for in a text");
        let hint = "names of numbers are small letters, digits and _, as in {{ hit_points }}";
        compiler.hinted(codes::BAD_VALUE, key, message, hint);
    }
}

fn range(table: &Named<At<i64>>, number: &At<Number>, compiler: &mut Compiler<'_>) -> Option<Way> {
    let (Some(from), Some(to), 2) = (table.get("from"), table.get("to"), table.0.len()) else {
        let message = "a range has `from` and `to`, and nothing else";
        return compiler.hinted(codes::BAD_VALUE, number, message, "{ from = 2, to = 12 }").none();
    };
    for end in [from, to] {
        if !(-LARGEST..=LARGEST).contains(&end.value) {
            let message = format!("a range lies between -{LARGEST} and {LARGEST}");
            return compiler.error(codes::BAD_COUNT, end, message).none();
        }
    }
    if from.value > to.value {
        let message = format!("this range runs backwards: from {} to {}", from.value, to.value);
        let hint = format!("{{ from = {}, to = {} }}", to.value, from.value);
        return compiler.hinted(codes::BAD_COUNT, number, message, hint).none();
    }
    Some(Way::Range(from.value, from.value.abs_diff(to.value) + 1))
}

fn weights(table: &Named<At<i64>>, number: &At<Number>, compiler: &mut Compiler<'_>) -> Option<Way> {
    // `{ min = 2, max = 12 }`: no key is a value that a weight belongs to.
    if !table.0.is_empty() && table.names().all(|name| name.parse::<i64>().is_err()) {
        let ends = || table.iter().map(|(_, end)| end.value);
        let from = ends().min().filter(|_| table.0.len() > 1).unwrap_or(1);
        let to = ends().max().unwrap_or(from).max(from);
        let message = "a range has `from` and `to`; weights stand behind whole numbers";
        let hint =
            format!("write {{ from = {from}, to = {to} }}, or value = weight: {{ 0 = 2, 1 = 4, 2 = 3 }}");
        return compiler.hinted(codes::BAD_VALUE, number, message, hint).none();
    }
    let weights = compiler.whole(|compiler| each_weight(table, compiler))?;
    let sum = weights.iter().map(|(_, weight)| weight).sum();
    if sum == 0 {
        let message = "these weights sum to nothing, so no value can be drawn";
        let hint = "value = weight: { 0 = 2, 1 = 4, 2 = 3 }";
        return compiler.hinted(codes::BAD_COUNT, number, message, hint).none();
    }
    Some(Way::Weights(weights, sum))
}

/// Values and their weights.
fn each_weight(table: &Named<At<i64>>, compiler: &mut Compiler<'_>) -> Vec<(i64, u64)> {
    let mut weights = Vec::with_capacity(table.0.len());
    for (key, weight) in table.iter() {
        let value = key.value.parse::<i64>().ok().filter(|n| n.to_string() == key.value);
        if value.is_none() {
            let message = format!("`{}` is not a whole number, and weights stand behind such", key.value);
            compiler.hinted(codes::BAD_VALUE, key, message, "value = weight: { 0 = 2, 1 = 4, 2 = 3 }");
        }
        if !(0..=LARGEST).contains(&weight.value) {
            compiler.error(codes::BAD_COUNT, weight, format!("a weight lies between 0 and {LARGEST}"));
        }
        weights.push((value.unwrap_or_default(), weight.value.unsigned_abs()));
    }
    weights
}

/// The numbers of every tile, each drawn from a stream of its own.
pub fn numbers(
    planned: &[Planned],
    tiles: &[Tile],
    seed: u64,
    component: &str,
    compiler: &mut Compiler<'_>,
) -> Option<Vec<Numbers>> {
    let mut found: Vec<Numbers> = Vec::with_capacity(planned.len());
    for Planned { name, way } in planned {
        let mut stream = Stream::new(seed, component, &format!("number {name}"));
        let values = match way {
            Way::Fixed(n) => vec![Scalar::Whole(*n); tiles.len()],
            Way::Range(from, many) => tiles
                .iter()
                .map(|_| Scalar::Whole(from.saturating_add_unsigned(stream.below(*many))))
                .collect(),
            Way::Weights(weights, sum) => {
                tiles.iter().map(|_| Scalar::Whole(weighed(weights, stream.below(*sum)))).collect()
            }
            Way::Formula(template, place) => {
                let mut values = Vec::with_capacity(tiles.len());
                for (index, tile) in tiles.iter().enumerate() {
                    match worked_out(template, index, tile, &found, compiler) {
                        Ok(value) => values.push(value),
                        Err(wrong) => {
                            return compiler
                                .wrong(wrong.prefixed(&format!("for tile {}: ", index + 1)), *place)
                                .none();
                        }
                    }
                }
                values
            }
        };
        found.push(Numbers { name: Arc::clone(name), values });
    }
    Some(found)
}

/// The value to which a number below the sum of all weights falls.
fn weighed(weights: &[(i64, u64)], mut at: u64) -> i64 {
    for (value, weight) in weights {
        if at < *weight {
            return *value;
        }
        at -= weight;
    }
    0
}

/// What a formula can ask of a tile: its number, its colours, and the numbers before this one.
struct Values<'a> {
    index: usize,
    number: Scalar,
    colours: Scalar,
    earlier: &'a [Numbers],
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

fn worked_out(
    template: &Template,
    index: usize,
    tile: &Tile,
    earlier: &[Numbers],
    compiler: &Compiler<'_>,
) -> Result<Scalar> {
    let values = Values { index, number: whole(index + 1), colours: whole(tile.distinct()), earlier };
    let text = compiler.engine.render(template, &values)?;
    let text = text.trim();
    let number = || text.parse::<f64>().ok().filter(|x| x.is_finite()).map(Scalar::Number);
    let value = text.parse().ok().map(Scalar::Whole).or_else(number);
    let wrong = format!("this gives `{text}`, and a number is meant");
    value.ok_or_else(|| codes::BAD_TEMPLATE.error(wrong))
}
