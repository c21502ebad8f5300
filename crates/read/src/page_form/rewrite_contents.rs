//! Rewrites the operators of a page, a form, a pattern or a letter.
//!
//! - In: contents that another program wrote, and their resources.
//! - Out: contents with known operators only, and the resources that they use. The new contents
//!   draw the same as the original contents.
//! - Not here: copying the resources.
//!
//! The operators that begin and end marked content are removed, but the drawings in it are kept.
//! Drawings on hidden layers are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::ObjectKind;
use super::visible::HiddenLayers;
use super::written_values::{push_name, push_number, push_string};
use crate::hayro::{Dict, Name, Object, Resources, Stream, UntypedIter, XRef};
use crate::structure::dict_name_is;
use hexpress_scene::picture::PdfKey;

/// A category of named resources, such as fonts or patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    ColorSpace,
    ExtGState,
    Font,
    Pattern,
    Shading,
    XObject,
}

impl Category {
    pub(super) const ALL: [Self; 6] =
        [Self::ColorSpace, Self::ExtGState, Self::Font, Self::Pattern, Self::Shading, Self::XObject];

    /// Returns the key of this category in a dictionary of resources.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::ColorSpace => "ColorSpace",
            Self::ExtGState => "ExtGState",
            Self::Font => "Font",
            Self::Pattern => "Pattern",
            Self::Shading => "Shading",
            Self::XObject => "XObject",
        }
    }

    /// Returns the kind of the objects in this category.
    pub(super) fn kind(self) -> ObjectKind {
        match self {
            Self::ColorSpace => ObjectKind::Space,
            Self::ExtGState => ObjectKind::GraphicsState,
            Self::Font => ObjectKind::Font,
            Self::Pattern => ObjectKind::Pattern,
            Self::Shading => ObjectKind::Shading,
            Self::XObject => ObjectKind::XObject,
        }
    }

    /// Returns the resources of this category.
    pub(super) fn of<'r, 'f>(self, resources: &'r Resources<'f>) -> &'r Dict<'f> {
        match self {
            Self::ColorSpace => &resources.color_spaces,
            Self::ExtGState => &resources.ext_g_states,
            Self::Font => &resources.fonts,
            Self::Pattern => &resources.patterns,
            Self::Shading => &resources.shadings,
            Self::XObject => &resources.x_objects,
        }
    }
}

/// The names of the resources that contents use.
#[derive(Debug, Default)]
pub(super) struct UsedNames {
    names: BTreeSet<(Category, Vec<u8>)>,
    /// The objects that replace the inline images of the contents. The key is the name of the
    /// resource.
    pub(super) pictures: BTreeMap<Vec<u8>, PdfKey>,
}

impl UsedNames {
    /// Returns the sorted names of the resources in a category.
    pub(super) fn of(&self, category: Category) -> Vec<&[u8]> {
        self.names.iter().filter(|(of, _)| *of == category).map(|(_, name)| name.as_slice()).collect()
    }

    /// Adds the resources that other contents use.
    pub(super) fn add(&mut self, other: &Self) {
        self.names.extend(other.names.iter().cloned());
        self.pictures.extend(other.pictures.iter().map(|(name, key)| (name.clone(), *key)));
    }
}

/// Contents that were rewritten.
#[derive(Debug, Default)]
pub(super) struct Rewritten<'c> {
    pub(super) bytes: Vec<u8>,
    pub(super) used: UsedNames,
    /// The inline images in the contents, each with the name of the resource that replaces it.
    pub(super) pictures: Vec<(Vec<u8>, Stream<'c>)>,
    /// Whether the contents set a colour in CMYK.
    pub(super) has_cmyk: bool,
    /// Whether PostScript code was left out. Other programs may draw the result of this code.
    pub(super) has_postscript: bool,
}

/// What an operator does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Changes the graphics state, or adds to the current path.
    State,
    /// Paints the current path.
    Paint,
    /// Shows text.
    Show,
    /// Uses the resource that the operator's last operand names.
    Use(Category),
    /// Draws the resource that the operator's last operand names.
    Draw(Category),
    /// Sets a colour in CMYK.
    Cmyk,
    Save,
    Restore,
    BeginText,
    EndText,
}

/// The value of `operands` for an operator that accepts any number of operands.
const ANY_NUMBER: usize = usize::MAX;

/// An operator that is kept when contents are rewritten.
struct Operator {
    name: &'static [u8],
    operands: usize,
    effect: Effect,
}

const fn known(name: &'static [u8], operands: usize, effect: Effect) -> Operator {
    Operator { name, operands, effect }
}

use Effect::{BeginText, Cmyk, Draw, EndText, Paint, Restore, Save, Show, State, Use};

/// The operators that are kept (ISO 32000-1, annex A).
const OPERATORS: [Operator; 63] = [
    known(b"q", 0, Save),
    known(b"Q", 0, Restore),
    known(b"cm", 6, State),
    known(b"w", 1, State),
    known(b"J", 1, State),
    known(b"j", 1, State),
    known(b"M", 1, State),
    known(b"d", 2, State),
    known(b"i", 1, State),
    known(b"gs", 1, Use(Category::ExtGState)),
    known(b"m", 2, State),
    known(b"l", 2, State),
    known(b"c", 6, State),
    known(b"v", 4, State),
    known(b"y", 4, State),
    known(b"h", 0, State),
    known(b"re", 4, State),
    known(b"S", 0, Paint),
    known(b"s", 0, Paint),
    known(b"f", 0, Paint),
    known(b"F", 0, Paint),
    known(b"f*", 0, Paint),
    known(b"B", 0, Paint),
    known(b"B*", 0, Paint),
    known(b"b", 0, Paint),
    known(b"b*", 0, Paint),
    known(b"n", 0, State),
    known(b"W", 0, State),
    known(b"W*", 0, State),
    known(b"BT", 0, BeginText),
    known(b"ET", 0, EndText),
    known(b"Tc", 1, State),
    known(b"Tw", 1, State),
    known(b"Tz", 1, State),
    known(b"TL", 1, State),
    known(b"Tf", 2, Use(Category::Font)),
    known(b"Tr", 1, State),
    known(b"Ts", 1, State),
    known(b"Td", 2, State),
    known(b"TD", 2, State),
    known(b"Tm", 6, State),
    known(b"T*", 0, State),
    known(b"Tj", 1, Show),
    known(b"TJ", 1, Show),
    known(b"'", 1, Show),
    known(b"\"", 3, Show),
    known(b"d0", 2, State),
    known(b"d1", 6, State),
    known(b"CS", 1, Use(Category::ColorSpace)),
    known(b"cs", 1, Use(Category::ColorSpace)),
    known(b"SC", ANY_NUMBER, State),
    known(b"SCN", ANY_NUMBER, Use(Category::Pattern)),
    known(b"sc", ANY_NUMBER, State),
    known(b"scn", ANY_NUMBER, Use(Category::Pattern)),
    known(b"G", 1, State),
    known(b"g", 1, State),
    known(b"RG", 3, State),
    known(b"rg", 3, State),
    known(b"K", 4, Cmyk),
    known(b"k", 4, Cmyk),
    known(b"sh", 1, Draw(Category::Shading)),
    known(b"Do", 1, Draw(Category::XObject)),
    known(b"BI", 1, Draw(Category::XObject)),
];

/// The names of colour spaces that are not resources.
const DEVICE_SPACES: [&[u8]; 4] = [b"DeviceGray", b"DeviceRGB", b"DeviceCMYK", b"Pattern"];

/// Rewrites the contents of an object.
pub(super) struct Rewriter<'r, 'f> {
    pub(super) resources: &'r Resources<'f>,
    pub(super) layers: &'r HiddenLayers,
    pub(super) xref: &'f XRef,
    /// The number of the object that the contents belong to.
    pub(super) owner: u32,
}

/// What is open at a position in the contents: saved graphics states, a text object and marks.
#[derive(Default)]
struct OpenConstructs {
    /// The number of saved graphics states.
    saved: usize,
    in_text: bool,
    /// For each open mark: whether it hides the drawings in it.
    marks: Vec<bool>,
}

impl<'f> Rewriter<'_, 'f> {
    /// Rewrites contents. The result begins with `start`.
    pub(super) fn rewrite<'c>(&self, start: &[u8], contents: &'c [u8]) -> Rewritten<'c> {
        let mut out = Rewritten { bytes: start.to_vec(), ..Rewritten::default() };
        let mut open = OpenConstructs::default();
        let mut operators = UntypedIter::new(contents);
        while let Some(instruction) = operators.next() {
            let operands: Vec<Object<'c>> = instruction.operands().cloned().collect();
            let operator: &[u8] = instruction.operator.as_ref();
            match operator {
                b"BMC" | b"BDC" => open.marks.push(self.hides_mark(&operands)),
                b"EMC" => drop(open.marks.pop()),
                _ => {
                    if let Some(known) = OPERATORS.iter().find(|known| known.name == operator) {
                        self.operator(known, operands, &mut open, &mut out);
                    }
                }
            }
        }
        if open.in_text {
            out.bytes.extend_from_slice(b"ET\n");
        }
        (0..open.saved).for_each(|_| out.bytes.extend_from_slice(b"Q\n"));
        out
    }

    /// Writes an operator, unless it is hidden or has no effect.
    fn operator<'c>(
        &self,
        operator: &Operator,
        mut operands: Vec<Object<'c>>,
        open: &mut OpenConstructs,
        out: &mut Rewritten<'c>,
    ) {
        if operator.operands != ANY_NUMBER {
            // Programs that draw pages ignore surplus operands. They also ignore operators with too
            // few operands.
            let Some(spare) = operands.len().checked_sub(operator.operands) else { return };
            operands.drain(..spare);
        }
        let is_hidden = open.marks.contains(&true);
        let is_written = match operator.effect {
            State => true,
            Save => {
                open.saved += 1;
                true
            }
            Restore => {
                let is_saved = open.saved > 0;
                open.saved -= usize::from(is_saved);
                is_saved
            }
            BeginText => !std::mem::replace(&mut open.in_text, true),
            EndText => std::mem::replace(&mut open.in_text, false),
            Paint if is_hidden => {
                out.bytes.extend_from_slice(b"n\n");
                false
            }
            Paint => true,
            Show => !is_hidden,
            Cmyk => {
                out.has_cmyk = true;
                true
            }
            Use(category) => self.uses(category, &operands, out),
            Draw(_) if is_hidden => false,
            Draw(category) => match operands.pop() {
                Some(Object::Stream(picture)) => {
                    let name = format!("Inline{}-{}", self.owner, out.pictures.len()).into_bytes();
                    draw(&name, out);
                    out.pictures.push((name, picture));
                    false
                }
                Some(operand) => {
                    operands.push(operand);
                    self.uses(category, &operands, out)
                }
                None => false,
            },
        };
        if is_written && operands.iter().all(is_plain) {
            operands.iter().for_each(|operand| push_operand(operand, &mut out.bytes));
            let name = if operator.name == b"F" { b"f" } else { operator.name };
            out.bytes.extend_from_slice(name);
            out.bytes.push(b'\n');
        }
    }

    /// Records that the resource named by the operands is used. Returns whether the resource exists
    /// and is shown.
    fn uses(&self, category: Category, operands: &[Object<'_>], out: &mut Rewritten<'_>) -> bool {
        let mut names = operands.iter().rev().filter_map(|operand| match operand {
            Object::Name(name) => Some(name),
            _ => None,
        });
        let Some(name) = names.next() else {
            // If no operand of the operator `scn` is a name, the operator sets a colour and uses no pattern.
            return category == Category::Pattern;
        };
        if category == Category::ColorSpace && DEVICE_SPACES.contains(&name.as_ref()) {
            out.has_cmyk |= name.as_ref() == b"DeviceCMYK";
            return true;
        }
        let exists = match category {
            Category::XObject => self.shows_object(name, out),
            _ => category.of(self.resources).contains_key(name),
        };
        if exists {
            out.used.names.insert((category, name.to_vec()));
        }
        exists
    }

    /// Returns whether an external object is a form or a picture that is shown.
    fn shows_object(&self, name: &Name<'_>, out: &mut Rewritten<'_>) -> bool {
        let Some(stream) = self.resources.get_x_object(name) else { return false };
        let dict = stream.dict();
        out.has_postscript |= dict_name_is(dict, "Subtype", b"PS") || dict_name_is(dict, "Subtype2", b"PS");
        (dict_name_is(dict, "Subtype", b"Form") || dict_name_is(dict, "Subtype", b"Image"))
            && !self.layers.hides(dict, b"OC", self.xref)
    }

    /// Returns whether marked content with these operands belongs to a hidden layer.
    fn hides_mark(&self, operands: &[Object<'_>]) -> bool {
        match operands {
            [.., Object::Name(tag), Object::Name(layer)] if tag.as_ref() == b"OC" => {
                self.layers.hides(&self.resources.properties, layer, self.xref)
            }
            _ => false,
        }
    }
}

/// Writes the operator that draws an external object.
fn draw(name: &[u8], out: &mut Rewritten<'_>) {
    push_name(name, &mut out.bytes);
    out.bytes.extend_from_slice(b" Do\n");
    out.used.names.insert((Category::XObject, name.to_vec()));
}

/// Returns whether a value may be the operand of an operator.
fn is_plain(operand: &Object<'_>) -> bool {
    matches!(operand, Object::Number(_) | Object::Name(_) | Object::String(_) | Object::Array(_))
}

/// Appends an operand and a space.
fn push_operand(operand: &Object<'_>, out: &mut Vec<u8>) {
    match operand {
        Object::Number(number) => push_number(number.as_f64(), out),
        Object::Name(name) => push_name(name, out),
        Object::String(string) => push_string(string.as_bytes(), out),
        Object::Array(array) => {
            out.push(b'[');
            // An array in contents holds text or the lengths of dashes. It contains no other array.
            let flat = array
                .iter::<Object<'_>>()
                .filter(|entry| is_plain(entry) && !matches!(entry, Object::Array(_)));
            flat.for_each(|entry| push_operand(&entry, out));
            out.push(b']');
        }
        _ => {}
    }
    out.push(b' ');
}
