//! For each column of a table, chooses the part of a card that shows the column.
//!
//! - In: a table, and the names of the pictures in its folder.
//! - Out: [`Columns`], which says e.g. which column is the headline, and which is the text.
//! - Not here: where these parts are placed on a card.

use std::collections::BTreeSet;

use super::is_picture;
use hexpress_base::units::capital;
use hexpress_language::data::{Table, is_column_name};
use hexpress_language::values::parse_field::Spelling;
use hexpress_language::values::scalar::Scalar;

/// The columns of a table, grouped by the part of a card that shows them.
#[derive(Debug, Default, PartialEq)]
pub struct Columns {
    pub headline: Option<String>,
    pub text: Option<Column>,
    /// The columns with numbers that are printed in the corners of a card. At most two columns are
    /// printed there.
    pub figures: Vec<String>,
    pub group: Option<Group>,
    pub copies: Option<Column>,
    pub picture: Option<Picture>,
    /// The remaining columns that still fit on a card. They are printed in small letters.
    pub small: Vec<Column>,
    pub left_out: Vec<LeftOut>,
    /// The names of all columns of the table. Names that the layout adds must differ from these names.
    pub names: Vec<String>,
}

/// A column that divides the cards into groups, because it has few different values.
#[derive(Debug, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    /// The different values, in the order of the table.
    pub values: Vec<String>,
}

/// Where the picture of a card comes from.
#[derive(Debug, PartialEq, Eq)]
pub enum Picture {
    /// The column in which every row names its own picture.
    Column(String),
    /// The same picture for all cards.
    File(String),
}

/// A column that the cards do not show.
#[derive(Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub name: String,
    pub why: SkipReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    Empty,
    /// The column contains the author's notes, which are not printed.
    Noted,
    /// The column names pictures that are not in the folder.
    NoPicture,
    /// The cards have no space left for the column.
    NoRoom,
    /// Templates cannot use the name of the column.
    Reserved,
}

/// A column, and properties of its values, such as their lengths.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub name: String,
    kind: ColumnKind,
    /// The length of the longest value, in characters.
    pub longest: usize,
    /// The mean length of the values, in characters.
    mean: usize,
    /// The first different values, in the order of the table. At most [`MAX_GROUPS`] + 1 values are
    /// stored.
    values: Vec<String>,
    /// The number of different values.
    different: usize,
    /// The number of rows that have a value in this column.
    filled: usize,
    /// Whether any row has no value in this column.
    pub has_gaps: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Empty,
    /// Every value is a whole number that is at least 0.
    Count,
    Number,
    Picture,
    Text,
}

/// If a column has more different values than this, it does not divide the cards into groups.
const MAX_GROUPS: usize = 6;
/// If a column has a value with more characters than this, it does not divide the cards into groups.
const MAX_GROUP_LENGTH: usize = 24;
/// The largest length of a headline, in characters.
const MAX_HEADLINE_LENGTH: usize = 60;
/// The largest number of characters of the small text, which contains the columns in `small`.
const MAX_SMALL_CHARACTERS: usize = 420;

/// The usual names of a column with the headline, in English, German, French, Spanish and Italian.
const HEADLINES: &str = "name title card card_name headline titel karte kartenname nom titre carte nombre título \
    titulo carta nome titolo";
/// The usual names of a column with an important number, in the languages of `HEADLINES`.
const FIGURES: &str = "cost costs price points value worth vp level power strength kosten preis punkte wert stärke \
    coût cout prix valeur niveau coste costo precio puntos valor prezzo punti valore";
/// Words of the template language. They cannot be names of fields.
const RESERVED: &str = "and else false if in is loop none not or self true";

fn is_listed(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|one| one == name)
}

impl Column {
    fn of_table(table: &Table, index: usize) -> Self {
        let cells = (0..table.len()).filter_map(|row| table.row(row).get(index));
        let filled: Vec<(&Scalar, String)> = cells
            .map(|cell| (cell, cell.to_string()))
            .filter(|(_, shown)| !shown.trim().is_empty())
            .collect();
        let lengths = || filled.iter().map(|(_, shown)| shown.chars().count());
        let mut values: Vec<String> = Vec::new();
        let mut known = BTreeSet::new();
        for (_, shown) in &filled {
            if known.insert(shown.as_str()) && values.len() <= MAX_GROUPS {
                values.push(shown.clone());
            }
        }
        Self {
            name: table.columns[index].to_string(),
            kind: kind(&filled),
            longest: lengths().max().unwrap_or(0),
            mean: lengths().sum::<usize>() / filled.len().max(1),
            different: known.len(),
            values,
            filled: filled.len(),
            has_gaps: filled.len() < table.len(),
        }
    }

    fn is_number(&self) -> bool {
        matches!(self.kind, ColumnKind::Count | ColumnKind::Number)
    }

    /// Returns whether the values divide the cards into groups. This requires at least two groups, at
    /// most [`MAX_GROUPS`] groups, fewer groups than cards, and short values.
    fn is_group(&self) -> bool {
        self.kind == ColumnKind::Text
            && (2..=MAX_GROUPS).contains(&self.different)
            && self.different < self.filled
            && self.longest <= MAX_GROUP_LENGTH
    }

    /// Returns whether the values are short, and at least four fifths of them are different.
    fn is_headline(&self) -> bool {
        self.kind == ColumnKind::Text
            && self.longest <= MAX_HEADLINE_LENGTH
            && self.mean <= MAX_HEADLINE_LENGTH / 2
            && self.different * 5 >= self.filled * 4
    }

    /// Returns the name of the column as it is printed on cards.
    pub fn label(&self) -> String {
        capital(self.name.trim_matches('_').replace('_', " ").as_str())
    }

    /// Returns whether the name of the column is printed before its values. A number or a very short
    /// text would be unclear without this name.
    pub fn needs_label(&self) -> bool {
        self.is_number() || self.longest <= 3
    }
}

fn kind(filled: &[(&Scalar, String)]) -> ColumnKind {
    let is_count = |(cell, _): &(&Scalar, String)| matches!(cell, Scalar::Whole(number) if *number >= 0);
    let is_number = |(cell, shown): &(&Scalar, String)| match cell {
        Scalar::Whole(_) | Scalar::Number(_) => true,
        Scalar::Text(_) => Spelling::default().number(shown).is_some(),
        _ => false,
    };
    match filled {
        [] => ColumnKind::Empty,
        _ if filled.iter().all(is_count) => ColumnKind::Count,
        _ if filled.iter().all(is_number) => ColumnKind::Number,
        _ if filled.iter().all(|(_, shown)| is_picture(shown)) => ColumnKind::Picture,
        _ => ColumnKind::Text,
    }
}

impl Columns {
    /// For each column, chooses the part of a card that shows the column. `pictures` are the names of
    /// the pictures in the folder.
    pub fn of_table(table: &Table, pictures: &[String]) -> Self {
        let all: Vec<Column> = (0..table.columns.len()).map(|index| Column::of_table(table, index)).collect();
        let mut columns =
            Self { names: all.iter().map(|column| column.name.clone()).collect(), ..Self::default() };
        let mut free = columns.set_aside(all);
        // The program uses a column `copies` automatically, so the layout needs no key for it.
        if !columns.names.iter().any(|name| name == "copies") {
            columns.copies = take_copies(&mut free);
        }
        columns.take_picture(&mut free, pictures);
        columns.take_headline(&mut free);
        let longest = longest_text(&free);
        columns.text = take(&mut free, longest);
        columns.take_group(&mut free);
        columns.take_figures(&mut free);
        columns.take_small(free);
        columns
    }

    /// Records the columns that cards cannot show in `left_out`. Returns the other columns.
    fn set_aside(&mut self, all: Vec<Column>) -> Vec<Column> {
        let is_noted = |column: &Column| hexpress_resolve::is_noted(&column.name);
        let has_other = all.iter().any(|column| column.kind != ColumnKind::Empty && !is_noted(column));
        let mut free = Vec::new();
        for column in all {
            let why = match column.kind {
                ColumnKind::Empty => SkipReason::Empty,
                _ if is_listed(RESERVED, &column.name) || !is_column_name(&column.name) => {
                    SkipReason::Reserved
                }
                _ if is_noted(&column) && has_other => SkipReason::Noted,
                _ if column.name == "copies" => continue,
                _ => {
                    free.push(column);
                    continue;
                }
            };
            self.left_out.push(LeftOut { name: column.name, why });
        }
        free
    }

    fn take_picture(&mut self, free: &mut Vec<Column>, pictures: &[String]) {
        let is_there = |value: &String| pictures.contains(value);
        while let Some(at) = free.iter().position(|column| column.kind == ColumnKind::Picture) {
            let Column { name, values, .. } = free.remove(at);
            // `values` contains only the first different values, so only these are checked. If a later
            // value names a missing file, the build reports it.
            if self.picture.is_none() && values.iter().all(is_there) {
                self.picture = Some(Picture::Column(name));
            } else {
                self.left_out.push(LeftOut { name, why: SkipReason::NoPicture });
            }
        }
        if let (None, [only]) = (&self.picture, pictures) {
            self.picture = Some(Picture::File(only.clone()));
        }
    }

    fn take_headline(&mut self, free: &mut Vec<Column>) {
        let fits = |column: &Column| column.longest <= MAX_HEADLINE_LENGTH;
        let named = free.iter().position(|column| is_listed(HEADLINES, &column.name) && fits(column));
        let own = || free.iter().position(Column::is_headline);
        let short = || free.iter().position(|column| column.kind == ColumnKind::Text && fits(column));
        let any = || free.iter().position(fits);
        let at = named.or_else(own).or_else(short).or_else(any);
        self.headline = take(free, at).map(|column| column.name);
    }

    fn take_group(&mut self, free: &mut Vec<Column>) {
        let at = free.iter().position(Column::is_group);
        self.group = take(free, at).map(|Column { name, values, .. }| Group { name, values });
    }

    fn take_figures(&mut self, free: &mut Vec<Column>) {
        let fits = |column: &Column| column.is_number() && column.longest <= 6;
        while self.figures.len() < 2 {
            let named = free.iter().position(|column| fits(column) && is_listed(FIGURES, &column.name));
            let Some(column) = take(free, named.or_else(|| free.iter().position(fits))) else { break };
            self.figures.push(column.name);
        }
    }

    fn take_small(&mut self, free: Vec<Column>) {
        let mut room = MAX_SMALL_CHARACTERS;
        for column in free {
            // In the small text, three characters separate two columns, and a space follows each label.
            let length =
                column.longest + if column.needs_label() { column.label().chars().count() + 4 } else { 3 };
            match room.checked_sub(length) {
                Some(rest) => {
                    room = rest;
                    self.small.push(column);
                }
                None => self.left_out.push(LeftOut { name: column.name, why: SkipReason::NoRoom }),
            }
        }
    }
}

fn take(free: &mut Vec<Column>, at: Option<usize>) -> Option<Column> {
    at.map(|at| free.remove(at))
}

/// Removes the column with the number of copies from `free`, and returns it. Returns `None` if there is
/// no such column, or if it is the only column.
fn take_copies(free: &mut Vec<Column>) -> Option<Column> {
    let at = free
        .iter()
        .position(|column| column.kind == ColumnKind::Count && hexpress_resolve::is_count(&column.name));
    // If the table has only this column, the column stays, because the cards would otherwise show
    // nothing.
    take(free, at.filter(|_| free.len() > 1))
}

/// Returns the index of the text column with the largest mean length. Columns that divide the cards
/// into groups are ignored. Returns `None` if there is no such column.
fn longest_text(free: &[Column]) -> Option<usize> {
    let texts =
        free.iter().enumerate().filter(|(_, column)| column.kind == ColumnKind::Text && !column.is_group());
    // If several columns have the same mean length, the first one is returned.
    texts.max_by_key(|(index, column)| (column.mean, usize::MAX - index)).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_groups_if_some_cards_share_a_value() {
        let is_group = |different: usize| {
            let column = Column {
                name: "kind".to_owned(),
                kind: ColumnKind::Text,
                longest: 9,
                mean: 5,
                values: Vec::new(),
                different,
                filled: 5,
                has_gaps: false,
            };
            column.is_group()
        };
        assert_eq!([1, 2, 4, 5].map(is_group), [false, true, true, false]);
    }
}
