//! Copies objects from another program's PDF: those that are needed to draw a page.
//!
//! - In: an open file, and the objects that a page names.
//! - Out: objects with known keys only, and a `CopyFindings` with facts about them that matter to
//!   the user.
//! - Not here: which keys are known (`keys`), and operators (`rewrite_contents`).

use std::collections::{HashMap, HashSet};

use super::copy_findings::CopyFindings;
use super::keys::{Keys, ObjectKind};
use super::picture_streams::{inline_picture, push_filters};
use super::rewrite_contents::{Category, Rewriter, UsedNames};
use super::visible::HiddenLayers;
use super::written_values::Text;
use crate::ReadError;
use crate::hayro::{Dict, MaybeRef, Name, Object, ObjectIdentifier, Pdf, Resources, Stream};
use crate::inflate::decode_stream;
use crate::limits::{MAX_CONTENTS_BYTES, MAX_ITEMS};
use crate::structure::dict_name_is;
use hexpress_base::deflate::{THOROUGH, deflate};
use hexpress_base::stored::Stored;
use hexpress_scene::picture::{PdfKey, PdfObject};

/// The deepest allowed nesting of objects. A page with deeper nesting is refused, because the interpreter
/// would not draw the deeper objects.
pub(super) const MAX_OBJECT_DEPTH: usize = 100;

/// Operators that set the graphics state that every page begins with (ISO 32000-1, 8.4.1 and 9.3.1). A page
/// that is copied becomes a form. Without these operators, the form would begin with the state of the sheet.
const INITIAL_STATE: &[u8] = b"0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts\n";

/// Contents with fewer bytes than this are not compressed.
const MIN_COMPRESSED_BYTES: usize = 200;

/// Copies the objects that one page needs from a file.
pub(super) struct Copier<'f> {
    pdf: &'f Pdf,
    layers: &'f HiddenLayers,
    /// The number of the page, for errors.
    pub(super) number: usize,
    pub(super) objects: Vec<PdfObject>,
    known: HashSet<PdfKey>,
    /// For each copied letter: the names of the resources that the letter uses.
    letters: HashMap<PdfKey, UsedNames>,
    /// The names of the resources that at least one letter of the current font uses.
    of_font: UsedNames,
    pub(super) findings: CopyFindings,
    /// The number of values that may still be copied.
    values_left: usize,
    depth: usize,
}

/// The resources that a form, a pattern or a letter uses if it has none of its own. Also the object to which
/// these resources belong.
#[derive(Clone, Copy)]
pub(super) struct InheritedResources<'r, 'f> {
    pub(super) resources: &'r Resources<'f>,
    /// The number of the object to which the resources belong. If the resources belong to a page, this is a
    /// number that no object has.
    pub(super) number: u32,
}

/// The source of an object that is copied: its kind, its key, and the resources that it may use.
struct Source<'r, 'f> {
    kind: ObjectKind,
    key: PdfKey,
    inherited: InheritedResources<'r, 'f>,
}

impl<'f> Copier<'f> {
    pub(super) fn new(pdf: &'f Pdf, layers: &'f HiddenLayers, number: usize) -> Self {
        Self {
            pdf,
            layers,
            number,
            objects: Vec::new(),
            known: HashSet::new(),
            letters: HashMap::new(),
            of_font: UsedNames::default(),
            findings: CopyFindings::default(),
            values_left: MAX_ITEMS,
            depth: 0,
        }
    }

    /// Adds the form of a page to the objects. `head` is the beginning of the form's dictionary,
    /// and `contents` are its operators.
    pub(super) fn page(
        &mut self,
        key: PdfKey,
        head: Text,
        contents: &[u8],
        inherited: InheritedResources<'_, 'f>,
    ) -> Result<(), ReadError> {
        let at = self.reserve(key);
        let object =
            self.content_stream(head, &Source { kind: ObjectKind::Page, key, inherited }, contents)?;
        self.fill_reserved(at, object);
        Ok(())
    }

    /// Turns the first object, which is the form of the page, into a transparency group. Its drawings
    /// then mix with each other, but not with the sheet. `page` may name the colour space in which they
    /// mix.
    pub(super) fn isolate(
        &mut self,
        page: &Dict<'f>,
        inherited: InheritedResources<'_, 'f>,
    ) -> Result<(), ReadError> {
        let mut text = Text::default();
        text.raw("/Group<</Type/Group/S/Transparency/I true");
        let space = page.get::<Dict<'f>>("Group").and_then(|group| group.get_raw::<Object<'f>>("CS"));
        if let Some(space) = space {
            text.raw("/CS");
            self.entry(space, ObjectKind::Space, inherited, &mut text)?;
        }
        text.raw(">>>>");
        if let Some(form) = self.objects.first_mut() {
            form.text.truncate(form.text.len().saturating_sub(b">>".len()));
            text.append_to(form);
        }
        Ok(())
    }

    /// Reserves an entry for an object. The object then comes before the objects that it refers to.
    /// Returns the index of the entry.
    fn reserve(&mut self, key: PdfKey) -> usize {
        self.known.insert(key);
        self.objects.push(Text::default().into_object(key));
        self.objects.len() - 1
    }

    fn fill_reserved(&mut self, at: usize, object: PdfObject) {
        if let Some(place) = self.objects.get_mut(at) {
            *place = object;
        }
    }

    /// Writes a value. If the value is a reference, also copies the object that it refers to.
    pub(super) fn entry(
        &mut self,
        entry: MaybeRef<Object<'f>>,
        kind: ObjectKind,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        self.values_left = self.values_left.checked_sub(1).ok_or(ReadError::TooManyItems)?;
        self.depth += 1;
        if self.depth > MAX_OBJECT_DEPTH {
            return Err(ReadError::TooMuchNesting { what: "objects", most: MAX_OBJECT_DEPTH });
        }
        match entry {
            MaybeRef::NotRef(object) => self.value(&object, kind, inherited, text)?,
            MaybeRef::Ref(reference) => {
                let id = ObjectIdentifier::from(reference);
                match self.pdf.xref().get::<Object<'f>>(id) {
                    Some(object) => self.write_reference(id, &object, kind, inherited, text)?,
                    None => text.raw(" null"),
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Writes a reference to the copy of `object`. If an object of this kind is not copied separately, writes
    /// the object itself.
    fn write_reference(
        &mut self,
        id: ObjectIdentifier,
        object: &Object<'f>,
        kind: ObjectKind,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        let kind = refined(kind, object);
        let is_shared = match object {
            Object::Stream(_) => kind != ObjectKind::Data && kind != ObjectKind::XObject,
            Object::Dict(_) | Object::Array(_) => !matches!(
                kind,
                ObjectKind::Data
                    | ObjectKind::Parameters
                    | ObjectKind::Group
                    | ObjectKind::Spaces
                    | ObjectKind::Letters
            ),
            _ => false,
        };
        if !is_shared {
            return self.value(object, kind, inherited, text);
        }
        // Contents without their own resources use the resources of `lender`, so there is one copy for each
        // lender. The key of the copy therefore contains the number of the lender.
        let borrows = matches!(object, Object::Stream(stream) if kind.has_contents() && !stream.dict().contains_key("Resources"));
        let owner = if borrows { inherited.number } else { u32::MAX };
        let key = PdfKey([id.obj_number, id.gen_number.cast_unsigned(), kind as u32, owner, 0]);
        text.reference(key);
        if !self.known.contains(&key) {
            self.add(Source { kind, key, inherited }, object)?;
        }
        if let Some(used) = self.letters.get(&key) {
            self.of_font.add(used);
        }
        Ok(())
    }

    fn add(&mut self, source: Source<'_, 'f>, object: &Object<'f>) -> Result<(), ReadError> {
        let at = self.reserve(source.key);
        let made = match object {
            Object::Stream(stream) => self.stream(stream, &source)?,
            other => {
                let mut text = Text::default();
                self.value(other, source.kind, source.inherited, &mut text)?;
                text.into_object(source.key)
            }
        };
        self.fill_reserved(at, made);
        Ok(())
    }

    fn value(
        &mut self,
        object: &Object<'f>,
        kind: ObjectKind,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        match object {
            Object::Null(_) | Object::Stream(_) => text.raw(" null"),
            Object::Boolean(value) => text.raw(if *value { " true" } else { " false" }),
            Object::Number(number) => text.number(number.as_f64()),
            Object::String(string) => text.string(string.as_bytes()),
            Object::Name(name) => {
                self.findings.has_cmyk |= kind == ObjectKind::Space && name.as_ref() == b"DeviceCMYK";
                text.name(name);
            }
            Object::Array(array) => {
                if kind == ObjectKind::Space {
                    self.findings.space(array);
                }
                text.raw("[");
                for entry in array.raw_iter() {
                    self.entry(entry, kind, inherited, text)?;
                }
                text.raw("]");
            }
            Object::Dict(dict) => {
                let kind = refined(kind, object);
                text.raw("<<");
                match kind == ObjectKind::Font && dict_name_is(dict, "Subtype", b"Type3") {
                    true => self.drawn_font(dict, inherited, text)?,
                    false => self.entries(dict, kind, inherited, text)?,
                }
                text.raw(">>");
            }
        }
        Ok(())
    }

    /// Writes the known entries of a dictionary.
    pub(super) fn entries(
        &mut self,
        dict: &Dict<'f>,
        kind: ObjectKind,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        self.findings.dict(dict, kind);
        let mut names: Vec<(Name<'f>, ObjectKind)> = match kind.keys() {
            Keys::These(list) => {
                let known = |key: &Name<'f>| list.iter().find(|(name, _)| name.as_bytes() == key.as_ref());
                dict.keys().filter_map(|key| known(&key).map(|(_, kind)| (key, *kind))).collect()
            }
            Keys::All(inner) => dict.keys().map(|key| (key, inner)).collect(),
        };
        // Keys are sorted, because their order in memory is arbitrary.
        names.sort_by(|(one, _), (other, _)| one.as_ref().cmp(other.as_ref()));
        for (name, inner) in names {
            let Some(entry) = dict.get_raw::<Object<'f>>(&*name) else { continue };
            text.name(&name);
            self.entry(entry, inner, inherited, text)?;
        }
        Ok(())
    }

    /// Copies a stream. Returns an error if the data of the stream are in another file, or cannot be
    /// decompressed.
    fn stream(&mut self, stream: &Stream<'f>, source: &Source<'_, 'f>) -> Result<PdfObject, ReadError> {
        let Source { kind, key, inherited } = *source;
        let dict = stream.dict();
        if matches!(dict.get::<Object<'_>>("F"), Some(Object::String(_) | Object::Dict(_))) {
            return Err(ReadError::Contents(self.number));
        }
        let mut text = Text::default();
        text.raw("<<");
        self.entries(dict, kind, inherited, &mut text)?;
        if kind.has_contents() {
            let contents = decode_stream(stream, MAX_CONTENTS_BYTES)
                .map_err(|broken| broken.into_read_error(ReadError::Contents(self.number)))?;
            let resources = dict.get::<Dict<'f>>("Resources").map(Resources::new);
            let own = resources
                .as_ref()
                .map(|resources| InheritedResources { resources, number: stream.obj_id().obj_number });
            let source = Source { kind, key, inherited: own.unwrap_or(inherited) };
            return self.content_stream(text, &source, &contents);
        }
        self.findings.compression(stream);
        if kind == ObjectKind::Space {
            self.findings.profile(stream);
        }
        let bytes = push_filters(stream, &mut text)
            .map_err(|broken| broken.into_read_error(ReadError::Contents(self.number)))?;
        if let Some(unpacked) = bytes {
            return Ok(finished(text, key, unpacked));
        }
        if let Some(parameters) = dict.get_raw::<Object<'f>>("DecodeParms") {
            text.raw("/DecodeParms");
            self.entry(parameters, ObjectKind::Parameters, inherited, &mut text)?;
        }
        Ok(finished(text, key, stream.raw_data().into_owned()))
    }

    /// Rewrites a stream of operators, and finishes its object. The operators use the resources in
    /// `source.inherited`.
    fn content_stream(
        &mut self,
        mut text: Text,
        source: &Source<'_, 'f>,
        contents: &[u8],
    ) -> Result<PdfObject, ReadError> {
        let Source { kind, key, inherited } = *source;
        let rewriter = Rewriter {
            resources: inherited.resources,
            layers: self.layers,
            xref: self.pdf.xref(),
            owner: key.0[0],
        };
        let start = if kind == ObjectKind::Page { INITIAL_STATE } else { b"" };
        let rewritten = rewriter.rewrite(start, contents);
        self.findings.contents(&rewritten, inherited.resources);
        let mut used = rewritten.used;
        for (at, (name, picture)) in (1..).zip(rewritten.pictures) {
            let PdfKey([number, generation, kind, owner, _]) = key;
            let key = PdfKey([number, generation, kind, owner, at]);
            let place = self.reserve(key);
            let made = inline_picture(&picture, inherited, self, key)?;
            self.fill_reserved(place, made);
            used.pictures.insert(name, key);
        }
        match kind {
            // The letters of a font use the resources of the font. So no resources are written for
            // a letter.
            ObjectKind::Letter => drop(self.letters.insert(key, used)),
            _ => self.resources(&used, inherited, &mut text)?,
        }
        if rewritten.bytes.len() < MIN_COMPRESSED_BYTES {
            return Ok(finished(text, key, rewritten.bytes));
        }
        text.raw("/Filter/FlateDecode");
        Ok(finished(text, key, deflate(&THOROUGH, &rewritten.bytes)))
    }

    /// Writes the resources that contents use.
    fn resources(
        &mut self,
        used: &UsedNames,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        text.raw("/Resources<<");
        for category in Category::ALL {
            let names = used.of(category);
            if names.is_empty() {
                continue;
            }
            text.name(category.key().as_bytes());
            text.raw("<<");
            for name in names {
                text.name(name);
                match used.pictures.get(name).filter(|_| category == Category::XObject) {
                    Some(picture) => text.reference(*picture),
                    None => match category.of(inherited.resources).get_raw::<Object<'f>>(name) {
                        Some(entry) => self.entry(entry, category.kind(), inherited, text)?,
                        None => text.raw(" null"),
                    },
                }
            }
            text.raw(">>");
        }
        text.raw(">>");
        Ok(())
    }

    /// Writes the entries of a font whose letters are drawings (Type 3).
    fn drawn_font(
        &mut self,
        font: &Dict<'f>,
        inherited: InheritedResources<'_, 'f>,
        text: &mut Text,
    ) -> Result<(), ReadError> {
        let own_resources = font.get::<Dict<'f>>("Resources").map(Resources::new);
        let number = font.obj_id().map_or(inherited.number, |id| id.obj_number);
        let inherited =
            InheritedResources { resources: own_resources.as_ref().unwrap_or(inherited.resources), number };
        let outer = std::mem::take(&mut self.of_font);
        self.entries(font, ObjectKind::Font, inherited, text)?;
        let used = std::mem::replace(&mut self.of_font, outer);
        self.resources(&used, inherited, text)
    }
}

/// Returns the exact kind of an object. The argument `kind` may be more general, for example
/// [`ObjectKind::XObject`] for a form or an image.
fn refined(kind: ObjectKind, object: &Object<'_>) -> ObjectKind {
    match (kind, object) {
        (ObjectKind::XObject, Object::Stream(stream)) if dict_name_is(stream.dict(), "Subtype", b"Form") => {
            ObjectKind::Form
        }
        (ObjectKind::XObject, Object::Stream(stream)) if dict_name_is(stream.dict(), "Subtype", b"Image") => {
            ObjectKind::Image
        }
        (ObjectKind::Pattern, Object::Stream(_)) => ObjectKind::TilingPattern,
        (ObjectKind::Pattern, Object::Dict(_)) => ObjectKind::ShadingPattern,
        _ => kind,
    }
}

/// Finishes the dictionary of a stream, and returns the object.
pub(super) fn finished(mut text: Text, key: PdfKey, bytes: Vec<u8>) -> PdfObject {
    text.raw("/Length");
    text.number(bytes.len() as f64);
    text.raw(">>");
    PdfObject { stream: Some(Stored::new(bytes)), ..text.into_object(key) }
}
