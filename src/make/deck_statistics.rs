//! Describes random decks: where the tiles are from, every tile, and statistics of the deck.
//!
//! - In: a random deck.
//! - Out: a text for people, or JSON for programs.
//! - Not here: drawing tiles; `crates/tiles` does.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use hexpress_game::{Body, Component, RandomTiles};
use hexpress_language::values::scalar::Scalar;
use hexpress_tiles::statistics::{Statistics, correlation, statistics};
use hexpress_tiles::{Tile, TileEquality, certificate};

/// Returns the component together with its random deck. Returns `None` if the component has no
/// random deck.
pub fn random_deck(component: &Component) -> Option<(&Component, &RandomTiles)> {
    let Body::Pieces(deck) = &component.body else { return None };
    Some((component, deck.random_tiles.as_deref()?))
}

/// Returns a text that says where the tiles of a random deck are from, such as `60 of 19677 different
/// tiles, seed 2013, deck 0123abcd`.
pub fn deck_origin(deck: &RandomTiles) -> String {
    let plural = if deck.possible_tile_count == 1 { "tile" } else { "different tiles" };
    let (count, of) = (deck.tiles.len(), deck.possible_tile_count);
    let seed = deck.seed.map_or_else(String::new, |seed| format!("seed {seed}, "));
    format!("{count} of {of} {plural}, {seed}deck {}", deck.short_hash())
}

/// A random deck and its statistics.
pub struct DeckStatistics<'a> {
    component: &'a str,
    deck: &'a RandomTiles,
    statistics: Statistics,
    /// The numbers of two tiles that look the same. `None` if all tiles differ.
    two_alike: Option<(Scalar, Scalar)>,
}

impl<'a> DeckStatistics<'a> {
    /// Computes the statistics of the deck of a component.
    pub fn new(component: &'a str, deck: &'a RandomTiles) -> Self {
        let statistics = statistics(&deck.tiles, deck.colours.len());
        let two_alike = certificate::two_alike(&deck.tiles, deck.equality.unwrap_or_default())
            .map(|(first, second)| (deck.number(first), deck.number(second)));
        Self { component, deck, statistics, two_alike }
    }

    fn edges(&self) -> usize {
        self.deck.tiles.first().map_or(0, Tile::edges)
    }

    /// Returns how many edges of a tile match the edges of its neighbours, on average. The first item
    /// is for a tile with one neighbour, the second for a tile with two, and so on.
    fn expected(&self) -> Vec<f64> {
        let chance = self.statistics.match_chance;
        (1..=self.edges()).filter_map(|neighbours| Some(chance? * neighbours as f64)).collect()
    }

    /// Returns the name of each numeric field, and the correlation of its values with the worth of the
    /// tiles (from -1 to 1). For the worth of a tile, see `add_table`.
    ///
    /// The correlation is `None` if all values of the field, or all worths, are the same.
    fn against_worth(&self) -> Vec<(&str, Option<f64>)> {
        self.deck
            .numbers
            .iter()
            .map(|number| {
                let values: Vec<f64> = number.values.iter().map(as_number).collect();
                (number.name.as_ref(), correlation(&values, &self.statistics.worth))
            })
            .collect()
    }

    /// Returns how many tiles have 1, 2, 3 … different colours. Each pair is a number of colours and
    /// the number of tiles that have this number. Pairs without tiles are left out.
    fn distinct(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.statistics.distinct.iter().copied().enumerate().filter(|(_, tiles)| *tiles > 0)
    }

    /// Returns a text that says which properties of the deck were verified.
    fn certificate(&self) -> String {
        let count = self.deck.tiles.len();
        let ways = match self.deck.equality {
            Some(TileEquality::TurnedOrFlipped) => "however they are turned or flipped",
            _ => "however they are turned",
        };
        let held = "(every tile was compared with every other)";
        match &self.two_alike {
            None if count == 1 => "1 tile".to_owned(),
            None => format!("{count} tiles, no two alike {ways} {held}"),
            Some((a, b)) => format!("{count} tiles, of which {a} and {b} are alike {held}"),
        }
    }

    /// Returns the table of tiles, followed by the statistics, as text.
    pub fn text(&self) -> String {
        let deck = self.deck;
        let mut text = format!("{}: {}\n\n", self.component, deck_origin(deck));
        self.add_table(&mut text);
        text.push('\n');
        for Line { name, value } in self.lines() {
            let _ = writeln!(text, "  {name:<22} {value}");
        }
        text
    }

    /// Returns the statistics, line by line.
    fn lines(&self) -> Vec<Line> {
        let deck = self.deck;
        let mut lines = Vec::new();
        if let Some(seed) = deck.seed {
            lines.push(Line::new("seed", seed.to_string()));
        }
        lines.push(Line::new("SHA-256", deck.hash.clone()));
        lines.push(Line::new("certificate", self.certificate()));
        let coloured = deck.colours.iter().zip(&self.statistics.edges);
        let mut edges: Vec<_> = coloured.map(|(colour, edges)| format!("{colour} {edges}")).collect();
        edges.extend((self.statistics.blank > 0).then(|| format!("blank {}", self.statistics.blank)));
        lines.push(Line::new("edges of each colour", edges.join(", ")));
        let by_colours: Vec<_> =
            self.distinct().map(|(colours, tiles)| format!("{colours}: {tiles}")).collect();
        lines.push(Line::new("tiles by colours", by_colours.join(", ")));
        if let Some(chance) = self.statistics.match_chance {
            lines.push(Line::new("two edges match", format!("{:.1} % of the time", chance * 100.0)));
            let expected: Vec<_> = (1..)
                .zip(self.expected())
                .map(|(neighbours, edges)| format!("{neighbours}: {edges:.2}"))
                .collect();
            lines.push(Line::new("expected matching edges", expected.join(", ")));
        }
        for (name, correlation) in self.against_worth() {
            let value = match correlation {
                None => "nothing to compare: one of the two values is the same for all tiles".to_owned(),
                Some(c) => format!("{c:+.2} (from -1 to 1)"),
            };
            lines.push(Line::new(&format!("{name} against {}", self.worth_name()), value));
        }
        lines
    }

    /// Adds a table of all tiles.
    ///
    /// The worth of a tile is how many of its edges match, on average, if a random other tile is next
    /// to each of them.
    fn add_table(&self, text: &mut String) {
        let deck = self.deck;
        let mut rows = vec![self.header()];
        for (index, tile) in deck.tiles.iter().enumerate() {
            let mut edges = String::new();
            deck.write(tile, "\n", &mut edges);
            let numbers =
                deck.numbers.iter().map(|n| n.values.get(index).map(Scalar::to_string).unwrap_or_default());
            let worth = self.statistics.worth.get(index).copied().unwrap_or_default();
            let mut row = vec![deck.number(index).to_string()];
            row.extend(edges.split('\n').map(str::to_owned).chain(numbers).chain([format!("{worth:.2}")]));
            rows.push(row);
        }
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let first_number = widths.len() - deck.numbers.len() - 1;
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Numbers are aligned to the right, and text to the left.
                let _ = match column > 0 && column < first_number {
                    true => write!(line, "  {cell:<width$}"),
                    false => write!(line, "  {cell:>width$}"),
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    /// Returns the header of the table.
    fn header(&self) -> Vec<String> {
        let mut header = vec!["tile".to_owned()];
        if self.deck.has_paths {
            header.push("paths".to_owned());
        } else {
            header.extend((1..=self.edges()).map(|edge| format!("edge {edge}")));
        }
        header.extend(self.deck.numbers.iter().map(|number| number.name.to_string()));
        header.push(self.worth_name().to_owned());
        header
    }

    /// Returns the header of the column with the worth of the tiles. This is `worth`, unless a field of
    /// the tiles already has this name.
    fn worth_name(&self) -> &'static str {
        if self.deck.numbers.iter().any(|number| *number.name == *"worth") { "edge-worth" } else { "worth" }
    }

    /// Returns the tiles and the statistics as JSON.
    pub fn to_json(&self) -> Value {
        let deck = self.deck;
        let tiles: Vec<Value> =
            deck.tiles.iter().enumerate().map(|(index, tile)| self.tile_to_json(index, tile)).collect();
        let coloured = deck.colours.iter().zip(&self.statistics.edges);
        let edges: Map<_, _> = coloured.map(|(colour, n)| (colour.to_string(), json!(n))).collect();
        let distinct: Map<_, _> = self.distinct().map(|(n, tiles)| (n.to_string(), json!(tiles))).collect();
        let correlations = self.against_worth().into_iter();
        let against: Map<_, _> = correlations.map(|(name, c)| (name.to_owned(), json!(c))).collect();
        json!({
            "component": self.component,
            "seed": deck.seed,
            "count": deck.tiles.len(),
            "of": deck.possible_tile_count,
            "sha256": deck.hash,
            "no-two-alike": self.two_alike.is_none(),
            "edges-of-each-colour": edges,
            "blank-edges": self.statistics.blank,
            "tiles-by-colours": distinct,
            "two-edges-match": self.statistics.match_chance,
            "edges-that-match-beside": self.expected(),
            "against-worth": against,
            "tiles": tiles,
        })
    }

    fn tile_to_json(&self, index: usize, tile: &Tile) -> Value {
        let deck = self.deck;
        let mut words = String::new();
        deck.write(tile, " ", &mut words);
        let mut value = Map::new();
        value.insert("number".to_owned(), scalar_to_json(&deck.number(index)));
        if deck.has_paths {
            value.insert("paths".to_owned(), json!(words));
        } else {
            let edges: Vec<_> = words.split(' ').map(|word| (word != "-").then_some(word)).collect();
            value.insert("edges".to_owned(), json!(edges));
        }
        for number in &deck.numbers {
            let scalar = number.values.get(index).map_or(Value::Null, scalar_to_json);
            value.insert(number.name.to_string(), scalar);
        }
        value.insert(self.worth_name().to_owned(), json!(self.statistics.worth.get(index)));
        Value::Object(value)
    }
}

/// A line of the statistics.
struct Line {
    name: String,
    value: String,
}

impl Line {
    fn new(name: &str, value: String) -> Self {
        Self { name: name.to_owned(), value }
    }
}

/// Returns the value of a field as a number. Text and flags count as 0.
fn as_number(scalar: &Scalar) -> f64 {
    match scalar {
        Scalar::Whole(n) => *n as f64,
        Scalar::Number(x) => *x,
        Scalar::Text(_) | Scalar::Flag(_) | Scalar::Table(_) => 0.0,
    }
}

fn scalar_to_json(value: &Scalar) -> Value {
    match value {
        Scalar::Text(text) => json!(&**text),
        Scalar::Whole(n) => json!(n),
        Scalar::Number(x) => json!(x),
        Scalar::Flag(b) => json!(b),
        Scalar::Table(_) => json!(value.to_string()),
    }
}
