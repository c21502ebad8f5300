//! What a layout names and nothing uses: looks, places, fonts, words of `set`.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Compiler;
use crate::diag::{Place, codes};
use crate::text::{DEFAULT_FAMILY, Style};

/// What the components ask for.
#[derive(Debug, Default)]
pub struct Uses {
    pub looks: BTreeSet<String>,
    pub places: BTreeSet<String>,
    /// The families of fonts.
    pub fonts: BTreeSet<String>,
    /// The words of `set` by where they stand, whether anything asks for them, and whether a row takes them: components
    /// that are `like` others share them.
    pub words: BTreeMap<Place, (String, bool, bool)>,
    /// The numbers of random decks by where they stand, and whether anything asks for them.
    pub numbers: BTreeMap<Place, (String, bool)>,
    /// The same of the signs of boards: the sign, why nothing shows it, and whether anything does.
    pub signs: BTreeMap<Place, (String, &'static str, bool)>,
    /// What comes on top of the values of [board.at] that are among these signs.
    pub covered: BTreeMap<Place, Covering>,
}

/// A line of [board.at] that comes on top of a value of another one.
#[derive(Debug)]
pub struct Covering {
    /// The place of the key of the upper line.
    pub by: Place,
    /// The key of the value below, such as `fill`.
    pub key: &'static str,
    /// The address of the line below.
    pub line: String,
}

impl Uses {
    /// Notes a word of `set`.
    pub fn word(&mut self, place: Place, name: &str, asked: bool, taken: bool) {
        let word = self.words.entry(place).or_insert_with(|| (name.to_owned(), false, false));
        (word.1, word.2) = (word.1 | asked, word.2 | taken);
    }

    /// Notes a number of a random deck.
    pub fn number(&mut self, place: Place, name: &str, asked: bool) {
        self.numbers.entry(place).or_insert_with(|| (name.to_owned(), false)).1 |= asked;
    }

    /// Notes a sign of a board.
    pub fn sign(&mut self, place: Place, name: &str, why: &'static str, shown: bool) {
        self.signs.entry(place).or_insert_with(|| (name.to_owned(), why, false)).2 |= shown;
    }
}

/// Takes the values out that one line of [board.at] covers together with others, and returns a message for each such line.
fn covered(
    hidden: &mut BTreeMap<Place, (String, &'static str, bool)>,
    covered: &BTreeMap<Place, Covering>,
) -> Vec<(Place, String, &'static str)> {
    let mut groups: BTreeMap<Place, Vec<(Place, &Covering)>> = BTreeMap::new();
    for (place, covering) in covered.iter().filter(|(place, _)| hidden.contains_key(place)) {
        groups.entry(covering.by).or_default().push((*place, covering));
    }
    let mut messages = Vec::new();
    for (by, group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let mut keys: Vec<String> = Vec::new();
        let mut lines: Vec<&str> = Vec::new();
        let mut why = "";
        for (place, covering) in group {
            let key = format!("`{}`", covering.key);
            if !keys.contains(&key) {
                keys.push(key);
            }
            if !lines.contains(&covering.line.as_str()) {
                lines.push(&covering.line);
            }
            why = hidden.remove(&place).map_or(why, |(_, why, _)| why);
        }
        let of = match lines.as_slice() {
            [line] => format!("`{line}`"),
            lines => format!("{} lines", lines.len()),
        };
        let message = format!("no cell shows {} of {of} above: this line comes on top", keys.join(" and "));
        messages.push((by, message, why));
    }
    messages
}

/// What the file of a family of fonts calls it.
fn name_in_file<'c>(compiler: &'c Compiler<'_>, family: &str) -> Option<&'c str> {
    let id = compiler.fonts.find(family, Style::REGULAR)?;
    compiler.fonts.get(id).map(|face| face.postscript_name.as_str())
}

/// Warns of what nothing uses. Where there are mistakes, they may be the reason.
pub fn warn(compiler: &mut Compiler<'_>) {
    let uses = std::mem::take(&mut compiler.uses);
    let layout = compiler.layout;
    let theme = layout.game.as_ref().and_then(|about| about.theme.as_ref());
    let theme = theme.map(|theme| compiler.place(theme));
    let mut idle: Vec<(Place, String, String)> = Vec::new();
    let looks = layout.look.iter().filter(|(name, _)| !uses.looks.contains(&name.value));
    idle.extend(looks.map(|(name, look)| {
        let place = compiler.place(name);
        let hint = format!("face = \"{}\" in a component uses it", name.value);
        (
            if Some(compiler.place(look)) == theme { compiler.place(look) } else { place },
            format!("no component has the look `{}`", name.value),
            hint,
        )
    }));
    // What stands in a look that nothing has is not looked at.
    if idle.iter().all(|(place, ..)| Some(*place) == theme) {
        let places = layout.places.iter().filter(|(name, _)| !uses.places.contains(&name.value));
        idle.extend(places.map(|(name, given)| {
            let place = if Some(compiler.place(given)) == theme {
                compiler.place(given)
            } else {
                compiler.place(name)
            };
            let hint = format!("in = \"{}\" in an element uses it", name.value);
            (place, format!("no element stands in the place `{}`", name.value), hint)
        }));
    }
    if idle.iter().all(|(place, ..)| Some(*place) == theme) {
        let stand_in = name_in_file(compiler, DEFAULT_FAMILY);
        // Of a file that cannot be read another mistake is reported.
        let is_read = |name: &str| name_in_file(compiler, name).is_some_and(|own| Some(own) != stand_in);
        let fonts = layout.fonts.iter().filter(|(name, _)| !uses.fonts.contains(&name.value));
        let fonts = fonts.filter(|(name, _)| is_read(&name.value));
        idle.extend(fonts.map(|(name, _)| {
            let hint = format!("font = \"{} 12pt\" in an element uses it", name.value);
            (compiler.place(name), format!("no element has the font `{}`", name.value), hint)
        }));
    }
    for (place, (name, asked, taken)) in uses.words {
        if !asked {
            let hint = format!("{{{{ {name} }}}} in a text prints it");
            idle.push((place, format!("nothing asks for the word `{name}` of `set`"), hint));
        } else if !taken {
            let hint = "`set` is for what rows leave out: take it out here, or in the rows or the file";
            idle.push((
                place,
                format!("every row has its own `{name}`, so `set` changes none"),
                hint.to_owned(),
            ));
        }
    }
    for (place, (name, _)) in uses.numbers.into_iter().filter(|(_, (_, asked))| !asked) {
        let hint = format!("{{{{ {name} }}}} in a text prints it");
        idle.push((place, format!("nothing asks for the number `{name}`"), hint));
    }
    let mut hidden = uses.signs;
    hidden.retain(|_, (.., shown)| !*shown);
    for (by, message, hint) in covered(&mut hidden, &uses.covered) {
        idle.push((by, message, hint.to_owned()));
    }
    for (place, (message, hint, _)) in hidden {
        idle.push((place, message, hint.to_owned()));
    }
    for (place, message, hint) in idle.into_iter().filter(|(place, ..)| Some(*place) != theme) {
        compiler.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
    }
}
