//! Writes the drawings of a sheet as SVG elements.
//!
//! - In: drawings.
//! - Out: the text of the elements. The first element is `<defs>`, which contains everything that
//!   is used more than once.
//!
//! Letters are outlines, so that they look the same in every program. A file defines each glyph only once,
//! and contains the words of a text in `aria-label`. On a web page, all letters of a text are a single path,
//! which browsers draw several times as fast as separate glyphs.

mod word_layer;

use hexpress_base::sorted_map::SortedMap;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Size};
use svg::node::element::{self, Element};
use svg::node::{Node, Value};

pub use word_layer::words_of;

use super::embedded_image::data_url;
use super::name::{Ids, words};
use super::path::{data, font_data, length, number, relative_font_data, transform};
use hexpress_base::diag::Result;
use hexpress_base::identity::Identity;
use hexpress_scene::text::{Faces, FontId};
use hexpress_scene::{
    Blend, Drawing, FillRule, Group, Image, Ink, LinkRole, LinkTarget, Mask, MaskKind, Role, Shared, Sheet,
    Stroke, Text, leaves,
};

/// The number of decimals of the scale from font units to mm. With nine decimals, the rounding error at the
/// end of a line of 100 em is less than 0.1 µm.
const SCALE_PLACES: u32 = 9;

/// A picture, and the size of its largest copy on the sheet, in mm.
struct PlacedImage {
    image: Arc<Image>,
    size: Size,
}

/// How the letters of a text are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lettering {
    /// Each letter is a reference to a glyph that is defined once. The words are in `aria-label`.
    Glyphs,
    /// Each text is one path. The words are not written.
    Paths,
}

/// Returns the elements of a sheet as text. Every `id` begins with `prefix`.
///
/// # Errors
/// A picture that was stored cannot be read again.
pub fn body(sheet: &Sheet, prefix: &str, lettering: Lettering, outlines: &Faces<'_>) -> Result<String> {
    let mut drawing = SheetElements {
        outlines,
        lettering,
        letters: HashMap::new(),
        ids: Ids::new(prefix),
        uses: HashMap::new(),
        shared: HashMap::new(),
        clips: 0,
        masks: 0,
        shades: HashMap::new(),
        glyphs: BTreeSet::new(),
        images: SortedMap::new(),
        definitions: Vec::new(),
        is_defining: false,
    };
    drawing.count_uses(&sheet.drawings);
    let mut drawn = String::new();
    drawing.write(&sheet.drawings, &mut drawn);
    let mut definitions = Element::new("defs");
    for (font, glyph) in std::mem::take(&mut drawing.glyphs) {
        if let Some(outline) = outlines.outline(font, glyph) {
            let id = drawing.ids.shared(&glyph_name(font, glyph));
            definitions.append(element::Path::new().set("id", id).set("d", font_data(&outline)));
        }
    }
    for (name, image) in std::mem::take(&mut drawing.images) {
        let element = element::Image::new()
            .set("id", drawing.ids.shared(&image_name(&name)))
            .set("width", 1)
            .set("height", 1)
            .set("preserveAspectRatio", "none")
            .set("xlink:href", data_url(&image.image, image.size)?);
        definitions.append(element);
    }
    for definition in drawing.definitions {
        definitions.append(definition);
    }
    if !definitions.get_children().is_empty() {
        drawn.insert_str(0, &format!("{definitions}\n"));
    }
    // The last element must not end with a line break.
    drawn.pop();
    Ok(drawn)
}

/// Creates the SVG elements of a sheet.
struct SheetElements<'d, 'f> {
    outlines: &'d Faces<'f>,
    lettering: Lettering,
    /// The path of each glyph, relative to the origin of the glyph. Empty for [`Lettering::Glyphs`], because
    /// letters are then references to definitions.
    letters: HashMap<(FontId, u16), String>,
    ids: Ids,
    /// How many times each shared drawing is used. A drawing used only once needs no definition.
    uses: HashMap<*const Shared, usize>,
    /// The `id` of each shared drawing that has been defined.
    shared: HashMap<*const Shared, String>,
    /// The number of clips that have been defined.
    clips: usize,
    /// The number of masks that have been defined.
    masks: usize,
    /// The `id` of each gradient defined so far. The key is the text of the gradient's element.
    shades: HashMap<String, String>,
    /// The glyphs that must be written as definitions.
    glyphs: BTreeSet<(FontId, u16)>,
    /// The pictures that must be written as definitions. The key is the name.
    images: SortedMap<String, PlacedImage>,
    /// The definitions of clips, masks, gradients and shared drawings.
    definitions: Vec<Element>,
    /// Whether a definition is being written. Groups in a definition get no `id`, because several
    /// pieces may use the definition.
    is_defining: bool,
}

impl SheetElements<'_, '_> {
    /// Counts how often shared drawings are used. If a shared drawing contains other shared drawings, these
    /// are counted only at the first use of the outer one.
    fn count_uses(&mut self, drawings: &[Drawing]) {
        for leaf in leaves(drawings, Affine::IDENTITY) {
            if let Drawing::Cells(cells) = leaf.draw {
                cells.groups().for_each(|group| self.count_uses(&group.drawings));
            }
            let Drawing::Use { shared, .. } = leaf.draw else { continue };
            let count = self.uses.entry(Arc::as_ptr(shared)).or_insert(0);
            *count += 1;
            if *count == 1 {
                self.count_uses(&shared.drawings);
            }
        }
    }

    /// Writes drawings as text, with each element on a line of its own.
    ///
    /// The drawings of cells are converted to elements one by one. A tree of all cells would take
    /// twenty times as much memory.
    fn write(&mut self, drawings: &[Drawing], out: &mut String) {
        for drawing in drawings {
            if let Drawing::Cells(cells) = drawing {
                cells.groups().for_each(|group| self.write(&[Drawing::Group(group)], out));
                continue;
            }
            for element in self.draws(std::slice::from_ref(drawing)) {
                // The result is ignored, because writing to a `String` cannot fail.
                let _ = writeln!(out, "{element}");
            }
        }
    }

    fn draws(&mut self, drawings: &[Drawing]) -> Vec<Element> {
        let mut elements = Vec::with_capacity(drawings.len());
        for drawing in drawings {
            match drawing {
                Drawing::Path { path, fill, stroke } => {
                    let area = painted(path, fill.as_ref(), stroke.as_ref());
                    elements.extend(area.map(|area| self.shaded(area, path, fill.as_ref())));
                }
                Drawing::EvenOdd { path, fill } => {
                    let even_odd =
                        painted(path, Some(fill), None).map(|area| set(area, "fill-rule", "evenodd"));
                    elements.extend(even_odd.map(|area| self.shaded(area, path, Some(fill))));
                }
                Drawing::Text(text) => elements.extend(self.text(text)),
                Drawing::Image { image, transform } => elements.push(self.image(image, *transform)),
                Drawing::Group(group) => self.group(group, &mut elements),
                Drawing::Cells(cells) => cells.groups().for_each(|group| self.group(&group, &mut elements)),
                Drawing::Use { shared, transform } => self.used(shared, *transform, &mut elements),
            }
        }
        elements
    }

    /// Adds a group, or only the elements inside it if the group needs no attributes.
    fn group(&mut self, group: &Group, elements: &mut Vec<Element>) {
        let address = address(group);
        let mut element = Element::new(if address.is_some() { "a" } else { "g" });
        if let Some(address) = address {
            element.assign("href", words(address));
        }
        if let Some(id) = group.id.as_ref().filter(|_| !self.is_defining) {
            let identity = id.to_string();
            element.assign("id", self.ids.of(&identity));
            element.assign("data-piece", words(&identity));
        }
        let class = match (group.role, &group.id) {
            (Role::Cut(_), _) => Some("cut"),
            (Role::PrinterMark | Role::Heading, _) => Some("furniture"),
            (Role::Art, Some(Identity::Of(..))) => Some("piece"),
            (Role::Art | Role::Decoration, _) => None,
        };
        if let Some(class) = class {
            element.assign("class", class);
        }
        if let Some(copy) = &group.copy {
            element.assign("data-copy", words(copy));
        }
        element = placed(element, group.transform);
        if let Some(clip) = &group.clip {
            element.assign("clip-path", format!("url(#{})", self.clip(clip, group.clip_rule)));
        }
        if group.opacity < 1.0 {
            element.assign("opacity", number(group.opacity, 3));
        }
        if let Some(mask) = &group.mask {
            element.assign("mask", format!("url(#{})", self.mask(mask)));
        }
        match group.blend {
            Some(Blend::Normal) => element.assign("style", "isolation:isolate"),
            Some(blend) => element.assign("style", format!("mix-blend-mode:{}", blend.svg_name())),
            None => {}
        }
        let is_plain = element.get_attributes().is_empty();
        let inside = self.draws(&group.drawings);
        if is_plain {
            elements.extend(inside);
        } else {
            elements.push(with_children(element, inside));
        }
    }

    /// If the ink of an area has a gradient, returns the area filled with the gradient. Otherwise, returns
    /// the area unchanged.
    ///
    /// Programs that do not support gradients show the mean colour.
    fn shaded(&mut self, area: Element, path: &BezPath, fill: Option<&Ink>) -> Element {
        let Some((shade, mean)) = fill.and_then(|ink| Some((ink.shade.as_ref()?, ink))) else { return area };
        let (frame, from) = shade.frame_on(path);
        let mut gradient = Element::new(if shade.radial { "radialGradient" } else { "linearGradient" });
        gradient.assign("gradientUnits", "userSpaceOnUse");
        gradient = placed(gradient, frame);
        if let Some(moved) = gradient.get_attributes().get("transform").cloned() {
            gradient.get_attributes_mut().remove("transform");
            gradient.assign("gradientTransform", moved);
        }
        let ends: &[_] = match shade.radial {
            true => &[("cx", 0.0), ("cy", 0.0), ("r", 1.0), ("fx", from.x), ("fy", from.y)],
            false => &[("x1", 0.0), ("y1", 0.0), ("x2", 1.0), ("y2", 0.0)],
        };
        ends.iter().for_each(|(key, value)| gradient.assign(*key, number(*value, 4)));
        if shade.radial && shade.start_radius > 0.0 {
            gradient.assign("fr", number(shade.start_radius, 4));
        }
        for (at, rgb) in &shade.stops {
            let stop = set(Element::new("stop"), "offset", number(*at, 4));
            gradient.append(set(stop, "stop-color", colour(&Ink::from_rgb(*rgb))));
        }
        let next_name = format!("s{}", self.shades.len() + 1);
        let known = self.shades.entry(gradient.to_string());
        let id = known.or_insert_with(|| {
            let new_id = self.ids.shared(&next_name);
            self.definitions.push(set(gradient, "id", new_id.as_str()));
            new_id
        });
        set(area, "fill", format!("url(#{id}) {}", colour(mean)))
    }

    /// Defines a clip, and returns its `id`.
    fn clip(&mut self, clip: &BezPath, rule: FillRule) -> String {
        self.clips += 1;
        let id = self.ids.shared(&format!("c{}", self.clips));
        let mut path = element::Path::new().set("d", data(clip));
        if rule == FillRule::EvenOdd {
            path = path.set("clip-rule", "evenodd");
        }
        self.definitions.push(element::ClipPath::new().set("id", id.as_str()).add(path).into());
        id
    }

    /// Defines a mask, and returns its `id`.
    fn mask(&mut self, mask: &Mask) -> String {
        self.masks += 1;
        let id = self.ids.shared(&format!("m{}", self.masks));
        let outer = std::mem::replace(&mut self.is_defining, true);
        let inside = self.draws(&mask.drawings);
        self.is_defining = outer;
        let Rect { x0, y0, .. } = mask.bounds;
        let mut element = Element::new("mask");
        element.assign("id", id.as_str());
        element.assign("maskUnits", "userSpaceOnUse");
        let sides = [("x", x0), ("y", y0), ("width", mask.bounds.width()), ("height", mask.bounds.height())];
        sides.iter().for_each(|(key, value)| element.assign(*key, length(*value)));
        if mask.kind == MaskKind::Alpha {
            element.assign("style", "mask-type:alpha");
        }
        self.definitions.push(with_children(element, inside));
        id
    }

    /// Adds a shared drawing to `elements`. If it is used only once, adds the elements of the
    /// drawing. Otherwise, adds a reference to its definition.
    fn used(&mut self, shared: &Arc<Shared>, place: Affine, elements: &mut Vec<Element>) {
        let key = Arc::as_ptr(shared);
        if self.uses.get(&key).copied().unwrap_or(0) < 2 {
            let inside = self.draws(&shared.drawings);
            match transform(place) {
                None => elements.extend(inside),
                Some(moved) => {
                    elements.push(set(with_children(Element::new("g"), inside), "transform", moved))
                }
            }
            return;
        }
        let id = match self.shared.get(&key) {
            Some(id) => id.clone(),
            None => self.define(shared),
        };
        elements.push(placed(used(&id), place));
    }

    /// Defines a shared drawing, and returns its `id`.
    fn define(&mut self, shared: &Arc<Shared>) -> String {
        let outer = std::mem::replace(&mut self.is_defining, true);
        let inside = self.draws(&shared.drawings);
        self.is_defining = outer;
        let id = self.ids.shared(&format!("d{}", self.shared.len() + 1));
        // If there is only one element, it needs no group around it.
        let element = match <[Element; 1]>::try_from(inside) {
            Ok([only]) if !only.get_attributes().contains_key("id") => only,
            Ok([only]) => with_children(Element::new("g"), vec![only]),
            Err(several) => with_children(Element::new("g"), several),
        };
        self.definitions.push(set(element, "id", id.as_str()));
        self.shared.insert(Arc::as_ptr(shared), id.clone());
        id
    }

    /// Returns a reference to a picture. `place` maps the unit square to the area of the picture.
    fn image(&mut self, image: &Arc<Image>, place: Affine) -> Element {
        let [a, b, c, d, ..] = place.as_coeffs();
        let size = Size::new(a.hypot(b), c.hypot(d));
        let known = self
            .images
            .entry(image.name.clone())
            .or_insert_with(|| PlacedImage { image: Arc::clone(image), size });
        known.size = Size::new(known.size.width.max(size.width), known.size.height.max(size.height));
        placed(used(&self.ids.shared(&image_name(&image.name))), place)
    }

    /// Returns an element with the letters of a text. Returns `None` if no glyph has an outline.
    fn text(&mut self, text: &Text) -> Option<Element> {
        let units = self.outlines.units_per_em(text.font);
        let element = match self.lettering {
            Lettering::Glyphs => self.glyphs(text, units),
            Lettering::Paths => self.letters(text, units),
        }?;
        let (x, y) = (number(text.origin.x, 4), number(text.origin.y, 4));
        let scale = number(text.size / units, SCALE_PLACES);
        let element = set(element, "fill", colour(&text.ink));
        Some(set(element, "transform", format!("translate({x} {y})scale({scale})")))
    }

    /// Returns a group with a text's glyphs, in font units. Returns `None` if no glyph is visible.
    fn glyphs(&mut self, text: &Text, units: f64) -> Option<Element> {
        let mut element = Element::new("g");
        element.assign("aria-label", words(&text.string));
        element.assign("role", "img");
        // The outlines are in font units, so the font size is the number of font units in an em.
        element.assign("font-size", number(units, 3));
        for (glyph, [x, y]) in placed_glyphs(text, units) {
            if self.outlines.outline(text.font, glyph).is_none() {
                continue;
            }
            self.glyphs.insert((text.font, glyph));
            let mut used = used(&self.ids.shared(&glyph_name(text.font, glyph)));
            for (axis, position) in [("x", x), ("y", y)] {
                if position != "0" {
                    used.assign(axis, position);
                }
            }
            element.append(used);
        }
        (!element.get_children().is_empty()).then_some(element)
    }

    /// Returns a text's letters as one path, in font units. Returns `None` if no letter is visible.
    fn letters(&mut self, text: &Text, units: f64) -> Option<Element> {
        let mut path = String::new();
        for (glyph, [x, y]) in placed_glyphs(text, units) {
            let letter = self.letters.entry((text.font, glyph)).or_insert_with(|| {
                let outline = self.outlines.outline(text.font, glyph);
                outline.map(|outline| relative_font_data(&outline)).unwrap_or_default()
            });
            if !letter.is_empty() {
                path.extend(["M", &x, " ", &y, letter]);
            }
        }
        (!path.is_empty()).then(|| element::Path::new().set("d", path).into())
    }
}

/// Returns the glyphs of a text, each with its position in font units.
fn placed_glyphs(text: &Text, units: f64) -> impl Iterator<Item = (u16, [String; 2])> {
    // The position of the next glyph, in thousandths of an em.
    let mut pen = 0.0;
    text.glyphs.iter().map(move |glyph| {
        let place = [pen + glyph.offset.0, -glyph.offset.1];
        pen += glyph.advance;
        (glyph.id, place.map(|thousandths| number(thousandths * units / 1000.0, 2)))
    })
}

/// Returns a `use` element that refers to the definition with this `id`.
fn used(id: &str) -> Element {
    element::Use::new().set("xlink:href", format!("#{id}")).into()
}

fn set(mut element: Element, name: &str, value: impl Into<Value>) -> Element {
    element.assign(name, value);
    element
}

/// Adds a transform to an element. Adds nothing if the transform is the identity.
fn placed(element: Element, place: Affine) -> Element {
    match transform(place) {
        Some(moved) => set(element, "transform", moved),
        None => element,
    }
}

fn with_children(mut element: Element, children: Vec<Element>) -> Element {
    for child in children {
        element.append(child);
    }
    element
}

/// Returns the `id` of the definition of a picture.
fn image_name(name: &str) -> String {
    format!("i-{}", super::name::name(name))
}

/// Returns the `id` of the definition of a glyph.
fn glyph_name(font: FontId, glyph: u16) -> String {
    format!("g{}-{glyph}", font.0)
}

/// Returns the element of a path. Returns `None` if nothing of the path is visible.
fn painted(path: &BezPath, fill: Option<&Ink>, given_stroke: Option<&Stroke>) -> Option<Element> {
    let stroke = given_stroke.filter(|stroke| stroke.width > 0.0);
    if fill.is_none() && stroke.is_none() {
        return None;
    }
    let mut element = Element::new("path");
    element.assign("d", data(path));
    element.assign("fill", fill.map_or_else(|| Value::from("none"), colour));
    if let Some(stroke) = stroke {
        element.assign("stroke", colour(&stroke.ink));
        element.assign("stroke-width", length(stroke.width));
        if stroke.round {
            element.assign("stroke-linecap", "round");
            element.assign("stroke-linejoin", "round");
        }
        if !stroke.dash.is_empty() {
            let dash: Vec<_> = stroke.dash.iter().map(|d| length(*d)).collect();
            element.assign("stroke-dasharray", dash.join(" "));
            if stroke.phase != 0.0 {
                element.assign("stroke-dashoffset", length(stroke.phase));
            }
        }
    }
    Some(element)
}

/// Returns a colour as `#rrggbb`. If the short form `#rgb` is exact, returns this form.
fn colour(ink: &Ink) -> Value {
    let [r, g, b] = ink.rgb;
    if ink.rgb.iter().all(|c| c >> 4 == c & 15) {
        return format!("#{:x}{:x}{:x}", r & 15, g & 15, b & 15).into();
    }
    format!("#{r:02x}{g:02x}{b:02x}").into()
}

/// Returns the web address, if a group is a link to one. Returns `None` for links to headings, because each
/// page is a separate file.
fn address(group: &Group) -> Option<&str> {
    match &group.tag.as_ref()?.spot.as_ref()?.role {
        LinkRole::Link(LinkTarget::Address(address)) => Some(address),
        LinkRole::Link(LinkTarget::Heading(_)) | LinkRole::Heading(_) => None,
    }
}

#[cfg(test)]
mod drawing_tests;
