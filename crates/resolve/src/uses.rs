//! Names of the layout that nothing uses: looks, places, fonts, fields of `set`, numbers of random decks, and signs of boards.
//!
//! While components are compiled, every use goes into [`Uses`]; a warning for each unused name comes out. Columns and fields of
//! rows are the subject of `doubts`.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Compiler;
use hexpress_base::diag::{Place, codes};
use hexpress_language::values::place::At;
use hexpress_scene::text::{DEFAULT_FAMILY, Style};

/// The names of the layout, and whether a component uses them.
#[derive(Debug, Default)]
pub struct Uses {
    /// The looks that a face or a back names.
    pub looks: BTreeSet<String>,
    /// The named places that an element is in.
    pub places: BTreeSet<String>,
    /// The families of fonts that an element asks for.
    pub fonts: BTreeSet<String>,
    /// The fields of `set` by the places of their names. Components that are `like` others share them.
    set_fields: BTreeMap<Place, SetField>,
    /// The numbers of random decks by the places of their names.
    numbers: BTreeMap<Place, DeckNumber>,
    /// The keys and signs of boards that may show nothing, by their places.
    signs: BTreeMap<Place, Sign>,
    /// The values of `[board.at]` in `signs` that a later line overrides, by their places.
    pub covered: BTreeMap<Place, Covering>,
}

/// A field of `set`.
#[derive(Debug)]
struct SetField {
    name: String,
    usage: SetUse,
}

/// How components use a field of `set`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SetUse {
    /// Whether anything asks for the field.
    pub is_asked: bool,
    /// Whether a row leaves the field out, so that it takes the value of `set`.
    pub is_taken: bool,
}

/// A number of a random deck.
#[derive(Debug)]
struct DeckNumber {
    name: String,
    is_asked: bool,
}

/// A key or a sign of a board that may show nothing.
#[derive(Debug)]
struct Sign {
    /// The message and the hint of the warning, if nothing shows the sign.
    message: String,
    hint: &'static str,
    is_shown: bool,
}

/// A line of `[board.at]` that overrides a value of an earlier one.
#[derive(Debug)]
pub struct Covering {
    /// The place of the key of the later line.
    pub by: Place,
    /// The key of the earlier value, such as `fill`.
    pub key: &'static str,
    /// The address of the earlier line.
    pub line: String,
}

impl Uses {
    /// Notes the use of a field of `set`.
    pub fn note_set_field(&mut self, place: Place, name: &str, usage: SetUse) {
        let field = self
            .set_fields
            .entry(place)
            .or_insert_with(|| SetField { name: name.to_owned(), usage: SetUse::default() });
        field.usage.is_asked |= usage.is_asked;
        field.usage.is_taken |= usage.is_taken;
    }

    /// Notes a number of a random deck.
    pub fn note_number(&mut self, place: Place, name: &str, is_asked: bool) {
        let number = self
            .numbers
            .entry(place)
            .or_insert_with(|| DeckNumber { name: name.to_owned(), is_asked: false });
        number.is_asked |= is_asked;
    }

    /// Notes a key or a sign of a board, with the warning if no board shows it.
    pub fn note_sign(&mut self, place: Place, message: &str, hint: &'static str, is_shown: bool) {
        let sign = self.signs.entry(place).or_insert_with(|| Sign {
            message: message.to_owned(),
            hint,
            is_shown: false,
        });
        sign.is_shown |= is_shown;
    }
}

/// A name that nothing uses, as a warning.
struct Idle {
    place: Place,
    message: String,
    hint: String,
}

/// Warns of every name that nothing uses. Must only be called for a layout without errors, because a use may be missing after one.
pub fn warn(compiler: &mut Compiler<'_>) {
    let uses = std::mem::take(&mut compiler.uses);
    let theme = compiler.theme_place();
    let mut idle = looks(&uses, compiler);
    // An unused look is not compiled, so the places and fonts that it uses are not known.
    if idle.iter().all(|name| Some(name.place) == theme) {
        idle.extend(places(&uses, compiler));
    }
    if idle.iter().all(|name| Some(name.place) == theme) {
        idle.extend(fonts(&uses, compiler));
    }
    idle.extend(set_fields(uses.set_fields));
    idle.extend(numbers(uses.numbers));
    let mut hidden = uses.signs;
    hidden.retain(|_, sign| !sign.is_shown);
    idle.extend(overridden(&mut hidden, &uses.covered));
    idle.extend(hidden.into_iter().map(|(place, Sign { message, hint, .. })| Idle {
        place,
        message,
        hint: hint.to_owned(),
    }));
    for Idle { place, message, hint } in idle.into_iter().filter(|name| Some(name.place) != theme) {
        compiler.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
    }
}

/// Returns the place of a name that the layout defines, or the place of the theme if the theme defines it.
fn definition<T>(name: &At<String>, value: &At<T>, compiler: &Compiler<'_>) -> Place {
    if compiler.is_of_theme(value) { compiler.place(value) } else { compiler.place(name) }
}

/// Returns the looks that no component has.
fn looks(uses: &Uses, compiler: &Compiler<'_>) -> Vec<Idle> {
    let unused = compiler.layout.look.iter().filter(|(name, _)| !uses.looks.contains(&name.value));
    unused
        .map(|(name, look)| Idle {
            place: definition(name, look, compiler),
            message: format!("no component has the look `{}`", name.value),
            hint: format!("face = \"{}\" in a component uses it", name.value),
        })
        .collect()
}

/// Returns the named places that no element is in.
fn places(uses: &Uses, compiler: &Compiler<'_>) -> Vec<Idle> {
    let unused = compiler.layout.places.iter().filter(|(name, _)| !uses.places.contains(&name.value));
    unused
        .map(|(name, given)| Idle {
            place: definition(name, given, compiler),
            message: format!("no element stands in the place `{}`", name.value),
            hint: format!("in = \"{}\" in an element uses it", name.value),
        })
        .collect()
}

/// Returns the families of fonts that no element asks for.
fn fonts(uses: &Uses, compiler: &Compiler<'_>) -> Vec<Idle> {
    let stand_in = postscript_name(compiler, DEFAULT_FAMILY);
    let unused = compiler.layout.fonts.iter().filter(|(name, _)| !uses.fonts.contains(&name.value));
    unused
        // A family has the default font as a stand-in if its file cannot be read, which has been reported.
        .filter(|(name, _)| postscript_name(compiler, &name.value).is_some_and(|own| Some(own) != stand_in))
        .map(|(name, _)| Idle {
            place: compiler.place(name),
            message: format!("no element has the font `{}`", name.value),
            hint: format!("font = \"{} 12pt\" in an element uses it", name.value),
        })
        .collect()
}

/// Returns the PostScript name of the regular font of a family.
fn postscript_name<'c>(compiler: &'c Compiler<'_>, family: &str) -> Option<&'c str> {
    let id = compiler.fonts.find(family, Style::REGULAR)?;
    compiler.fonts.get(id).map(|face| face.postscript_name.as_str())
}

/// Returns the fields of `set` that nothing asks for, and those that every row overrides.
fn set_fields(fields: BTreeMap<Place, SetField>) -> impl Iterator<Item = Idle> {
    const EVERY_ROW: &str = "`set` is for what rows leave out: take it out here, or in the rows or the file";
    fields.into_iter().filter_map(|(place, SetField { name, usage })| match usage {
        SetUse { is_asked: false, .. } => Some(Idle {
            place,
            message: format!("nothing asks for the word `{name}` of `set`"),
            hint: format!("{{{{ {name} }}}} in a text prints it"),
        }),
        SetUse { is_taken: false, .. } => Some(Idle {
            place,
            message: format!("every row has its own `{name}`, so `set` changes none"),
            hint: EVERY_ROW.to_owned(),
        }),
        SetUse { .. } => None,
    })
}

/// Returns the numbers of random decks that nothing asks for.
fn numbers(numbers: BTreeMap<Place, DeckNumber>) -> impl Iterator<Item = Idle> {
    numbers.into_iter().filter(|(_, number)| !number.is_asked).map(|(place, DeckNumber { name, .. })| Idle {
        place,
        message: format!("nothing asks for the number `{name}`"),
        hint: format!("{{{{ {name} }}}} in a text prints it"),
    })
}

/// Removes from `hidden` all values that a line of `[board.at]` overrides, if they are several. Returns one warning for each such
/// line.
fn overridden(hidden: &mut BTreeMap<Place, Sign>, covered: &BTreeMap<Place, Covering>) -> Vec<Idle> {
    let mut groups: BTreeMap<Place, Vec<(Place, &Covering)>> = BTreeMap::new();
    for (place, covering) in covered.iter().filter(|(place, _)| hidden.contains_key(place)) {
        groups.entry(covering.by).or_default().push((*place, covering));
    }
    let mut idle = Vec::new();
    for (by, group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let mut keys: Vec<String> = Vec::new();
        let mut lines: Vec<&str> = Vec::new();
        let mut hint = "";
        for (place, covering) in group {
            let key = format!("`{}`", covering.key);
            if !keys.contains(&key) {
                keys.push(key);
            }
            if !lines.contains(&covering.line.as_str()) {
                lines.push(&covering.line);
            }
            hint = hidden.remove(&place).map_or(hint, |sign| sign.hint);
        }
        let earlier = match lines.as_slice() {
            [line] => format!("`{line}`"),
            lines => format!("{} lines", lines.len()),
        };
        let message =
            format!("no cell shows {} of {earlier} above: this line comes on top", keys.join(" and "));
        idle.push(Idle { place: by, message, hint: hint.to_owned() });
    }
    idle
}
