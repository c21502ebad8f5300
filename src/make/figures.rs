//! What a designer asks of random tiles: where they come from, each of them, and figures of the deck.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::model::{Body, Component, DrawnDeck};
use crate::spec::values::scalar::Scalar;
use crate::tiles::statistics::{Statistics, correlation, statistics};
use crate::tiles::{Alike, Tile, certificate};

/// The random deck of a component, and whose it is.
pub fn drawn(component: &Component) -> Option<(&Component, &DrawnDeck)> {
    let Body::Deck(deck) = &component.body else { return None };
    Some((component, deck.drawn.as_deref()?))
}

/// Where a deck comes from, in a line: `60 of 19677 different tiles, seed 2013, deck 0123abcd`.
pub fn origin(drawn: &DrawnDeck) -> String {
    let plural = if drawn.classes == 1 { "tile" } else { "different tiles" };
    let (count, of) = (drawn.tiles.len(), drawn.classes);
    let seed = drawn.seed.map_or_else(String::new, |seed| format!("seed {seed}, "));
    format!("{count} of {of} {plural}, {seed}deck {}", drawn.short_hash())
}

/// A deck and what there is to know of it.
pub struct Figures<'a> {
    component: &'a str,
    drawn: &'a DrawnDeck,
    statistics: Statistics,
    /// Two tiles that are alike, by their numbers.
    two_alike: Option<(Scalar, Scalar)>,
}

impl<'a> Figures<'a> {
    /// Of the deck of a component.
    pub fn of(component: &'a str, drawn: &'a DrawnDeck) -> Self {
        let statistics = statistics(&drawn.tiles, drawn.colours.len());
        let two_alike = certificate::two_alike(&drawn.tiles, drawn.alike.unwrap_or_default());
        let two_alike = two_alike.map(|(a, b)| (drawn.number(a), drawn.number(b)));
        Self { component, drawn, statistics, two_alike }
    }

    fn edges(&self) -> usize {
        self.drawn.tiles.first().map_or(0, Tile::edges)
    }

    /// How many edges match on average beside 1, 2, … neighbours.
    fn expected(&self) -> Vec<f64> {
        let chance = self.statistics.match_chance;
        (1..=self.edges()).filter_map(|neighbours| Some(chance? * neighbours as f64)).collect()
    }

    /// How each number hangs together with what tiles are worth.
    fn against_worth(&self) -> Vec<(&str, Option<f64>)> {
        let value = |scalar: &Scalar| match scalar {
            Scalar::Whole(n) => *n as f64,
            Scalar::Number(x) => *x,
            Scalar::Text(_) | Scalar::Flag(_) => 0.0,
        };
        let against = |values: &[Scalar]| {
            correlation(&values.iter().map(value).collect::<Vec<_>>(), &self.statistics.worth)
        };
        self.drawn.numbers.iter().map(|n| (n.name.as_ref(), against(&n.values))).collect()
    }

    /// Tiles by how many different colours they have, where there are any.
    fn distinct(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.statistics.distinct.iter().copied().enumerate().filter(|(_, tiles)| *tiles > 0)
    }

    fn certificate(&self) -> String {
        let count = self.drawn.tiles.len();
        let ways = match self.drawn.alike {
            Some(Alike::TurnedOrFlipped) => "however they are turned or flipped",
            _ => "however they are turned",
        };
        let held = "(each held against the others, written twice in a row)";
        match &self.two_alike {
            None if count == 1 => "1 tile".to_owned(),
            None => format!("{count} tiles, no two alike {ways} {held}"),
            Some((a, b)) => format!("{count} tiles, of which {a} and {b} are alike {held}"),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let drawn = self.drawn;
        let mut text = format!("{}: {}\n\n", self.component, origin(drawn));
        self.table(&mut text);
        text.push('\n');
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "  {name:<22} {value}");
        };
        if let Some(seed) = drawn.seed {
            line("seed", seed.to_string());
        }
        line("SHA-256", drawn.hash.clone());
        line("certificate", self.certificate());
        let edges = drawn.colours.iter().zip(&self.statistics.edges);
        let mut edges: Vec<_> = edges.map(|(colour, edges)| format!("{colour} {edges}")).collect();
        edges.extend((self.statistics.blank > 0).then(|| format!("blank {}", self.statistics.blank)));
        line("edges of each colour", edges.join(", "));
        let distinct = self.distinct().map(|(colours, tiles)| format!("{colours}: {tiles}"));
        line("tiles by colours", distinct.collect::<Vec<_>>().join(", "));
        if let Some(chance) = self.statistics.match_chance {
            line("two edges match", format!("{:.1} % of the time", chance * 100.0));
            let expected = self.expected();
            let expected = (1..).zip(&expected).map(|(beside, edges)| format!("{beside}: {edges:.2}"));
            line("edges that match beside", expected.collect::<Vec<_>>().join(", "));
        }
        for (name, correlation) in self.against_worth() {
            let told = match correlation {
                None => "nothing to compare: one of the two is the same for all".to_owned(),
                Some(c) => format!("{c:+.2} (from -1 to 1)"),
            };
            line(&format!("{name} against worth"), told);
        }
        text
    }

    /// The tiles in columns. Worth is how many edges match, on average, if each lies against an edge of another tile.
    fn table(&self, text: &mut String) {
        let drawn = self.drawn;
        let mut rows = vec![self.header()];
        for (index, tile) in drawn.tiles.iter().enumerate() {
            let mut words = String::new();
            drawn.write(tile, "\n", &mut words);
            let numbers =
                drawn.numbers.iter().map(|n| n.values.get(index).map(Scalar::to_string).unwrap_or_default());
            let worth = self.statistics.worth.get(index).copied().unwrap_or_default();
            let mut row = vec![drawn.number(index).to_string()];
            row.extend(words.split('\n').map(str::to_owned).chain(numbers).chain([format!("{worth:.2}")]));
            rows.push(row);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let words = widths.len() - drawn.numbers.len() - 1;
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Numbers stand to the right, words to the left.
                let _ = match column > 0 && column < words {
                    true => write!(line, "  {cell:<width$}"),
                    false => write!(line, "  {cell:>width$}"),
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    fn header(&self) -> Vec<String> {
        let mut header = vec!["tile".to_owned()];
        if self.drawn.paths {
            header.push("paths".to_owned());
        } else {
            header.extend((1..=self.edges()).map(|edge| format!("edge {edge}")));
        }
        header.extend(self.drawn.numbers.iter().map(|number| number.name.to_string()));
        header.push("worth".to_owned());
        header
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let drawn = self.drawn;
        let tiles = drawn.tiles.iter().enumerate().map(|(index, tile)| {
            let mut words = String::new();
            drawn.write(tile, " ", &mut words);
            let mut value = Map::new();
            value.insert("number".to_owned(), scalar(&drawn.number(index)));
            let edges = || words.split(' ').map(|word| (word != "-").then_some(word)).collect::<Vec<_>>();
            let (key, bears) = if drawn.paths { ("paths", json!(words)) } else { ("edges", json!(edges())) };
            value.insert(key.to_owned(), bears);
            for number in &drawn.numbers {
                value.insert(number.name.to_string(), number.values.get(index).map_or(Value::Null, scalar));
            }
            value.insert("worth".to_owned(), json!(self.statistics.worth.get(index)));
            Value::Object(value)
        });
        let edges = drawn.colours.iter().zip(&self.statistics.edges);
        let edges: Map<_, _> = edges.map(|(colour, n)| (colour.to_string(), json!(n))).collect();
        let distinct: Map<_, _> = self.distinct().map(|(n, tiles)| (n.to_string(), json!(tiles))).collect();
        let against = self.against_worth().into_iter();
        let against: Map<_, _> = against.map(|(name, c)| (name.to_owned(), json!(c))).collect();
        json!({
            "component": self.component,
            "seed": drawn.seed,
            "count": drawn.tiles.len(),
            "of": drawn.classes,
            "sha256": drawn.hash,
            "no-two-alike": self.two_alike.is_none(),
            "edges-of-each-colour": edges,
            "blank-edges": self.statistics.blank,
            "tiles-by-colours": distinct,
            "two-edges-match": self.statistics.match_chance,
            "edges-that-match-beside": self.expected(),
            "against-worth": against,
            "tiles": tiles.collect::<Vec<_>>(),
        })
    }
}

fn scalar(value: &Scalar) -> Value {
    match value {
        Scalar::Text(text) => json!(&**text),
        Scalar::Whole(n) => json!(n),
        Scalar::Number(x) => json!(x),
        Scalar::Flag(b) => json!(b),
    }
}
