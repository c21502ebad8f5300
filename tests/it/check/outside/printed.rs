//! Changes a PDF so that a raster for screens shows what is printed on paper.
//!
//! - In: the bytes of a file.
//! - Out: the same file, with everything drawn that at least one common program prints. If only one of these
//!   programs prints a change, the checker must still report it.
//!
//! Programs differ in three ways:
//!
//! - If an annotation has no appearance of its own, each viewer draws it differently. This module
//!   draws the box of the annotation.
//! - An annotation on a layer that is off is printed by ghostscript and pdfium, but not by poppler
//!   and mupdf.
//! - A layer can be off on the screen and on in print (ISO 32000-1, 8.11.4.4). A picture can have another
//!   version for print (8.9.5.4). Acrobat supports both.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// The flags of annotations (ISO 32000-1, table 165).
const HIDDEN: i64 = 1 << 1;
const PRINT: i64 = 1 << 2;
const NO_VIEW: i64 = 1 << 5;
/// Keys that can make print differ from the screen. A file without any of them is left unchanged.
const SWITCHES: [&[u8]; 4] = [b"/Annots", b"/Usage", b"/VE", b"/Alternates"];

pub fn printed(bytes: &[u8]) -> Vec<u8> {
    let has = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
    if !SWITCHES.iter().any(|word| has(word)) {
        return bytes.to_vec();
    }
    let mut file = Document::load_mem(bytes).unwrap();
    for page in file.get_pages().into_values() {
        annotations(&mut file, page);
    }
    layers(&mut file);
    alternates(&mut file);
    let mut out = Vec::new();
    file.save_to(&mut out).unwrap();
    out
}

fn resolved<T>(file: &Document, object: &Object, read: impl Fn(&Object) -> Option<T>) -> Option<T> {
    read(file.dereference(object).ok()?.1)
}

fn dict(file: &Document, object: &Object) -> Option<Dictionary> {
    resolved(file, object, |object| object.as_dict().ok().cloned())
}

fn list(file: &Document, dict: &Dictionary, key: &[u8]) -> Vec<Object> {
    let all = dict.get(key).ok().and_then(|all| resolved(file, all, |all| all.as_array().ok().cloned()));
    all.unwrap_or_default()
}

fn numbers(file: &Document, dict: &Dictionary, key: &[u8]) -> Vec<f32> {
    list(file, dict, key).iter().filter_map(|number| number.as_float().ok()).collect()
}

/// Draws the annotations of a page, except those that no program prints.
fn annotations(file: &mut Document, page: ObjectId) {
    let own_dictionary = file.get_dictionary(page).unwrap().clone();
    let mut drawn: Vec<Object> = Vec::new();
    for one in list(file, &own_dictionary, b"Annots") {
        let Some(mut annotation) = dict(file, &one) else { continue };
        let flags = annotation.get(b"F").and_then(Object::as_i64).unwrap_or(0);
        if flags & PRINT == 0 || flags & HIDDEN != 0 {
            continue;
        }
        annotation.set("F", flags & !NO_VIEW);
        annotation.remove(b"OC");
        if !annotation.has(b"AP") {
            let Some(form) = appearance(file, &annotation) else { continue };
            let form = file.add_object(form);
            annotation.set("AP", dictionary! { "N" => form });
        }
        drawn.push(file.add_object(annotation).into());
    }
    file.get_dictionary_mut(page).unwrap().set("Annots", drawn);
}

/// Returns the background and border of an annotation without an appearance. Returns `None` if no
/// program draws it.
fn appearance(file: &Document, annotation: &Dictionary) -> Option<Stream> {
    let look = annotation.get(b"MK").ok().and_then(|look| dict(file, look));
    let style = annotation.get(b"BS").ok().and_then(|style| dict(file, style));
    let width = style.and_then(|style| style.get(b"W").and_then(Object::as_float).ok());
    let width = width.or_else(|| numbers(file, annotation, b"Border").get(2).copied());
    match annotation.get(b"Subtype").and_then(Object::as_name).ok()? {
        b"Popup" => return None,
        b"Link" if width.unwrap_or(0.0) == 0.0 => return None,
        b"Widget" if look.is_none() => return None,
        _ => {}
    }
    let [x0, y0, x1, y1] = numbers(file, annotation, b"Rect")[..] else { return None };
    let colour = |key: &[u8], operator: &str| match numbers(file, annotation, key)[..] {
        [r, g, b] => format!("{r} {g} {b} {operator} "),
        _ => String::new(),
    };
    let ground = look.map_or_else(|| numbers(file, annotation, b"IC"), |look| numbers(file, &look, b"BG"));
    let (ground, paint) = match ground[..] {
        [r, g, b] => (format!("{r} {g} {b} rg "), "B"),
        _ => (String::new(), "S"),
    };
    let line = format!("{}{} w", colour(b"C", "RG"), width.unwrap_or(1.0));
    let drawing = format!("{ground}{line} {x0} {y0} {} {} re {paint}", x1 - x0, y1 - y0);
    let rect = annotation.get(b"Rect").ok()?.clone();
    let head = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => rect };
    Some(Stream::new(head, drawing.into_bytes()))
}

/// Turns each layer on or off, as it is in print.
fn layers(file: &mut Document) {
    let catalog = file.catalog().unwrap().clone();
    let Some(mut all) = catalog.get(b"OCProperties").ok().and_then(|all| dict(file, all)) else { return };
    let mut state = all.get(b"D").ok().and_then(|state| dict(file, state)).unwrap_or_default();
    let mut off = list(file, &state, b"OFF");
    let objects: Vec<(ObjectId, Dictionary)> =
        file.objects.iter().filter_map(|(id, object)| Some((*id, object.as_dict().ok()?.clone()))).collect();
    for (id, layer) in objects.iter().filter(|(_, layer)| layer.has_type(b"OCG")) {
        let usage = layer.get(b"Usage").ok().and_then(|usage| dict(file, usage));
        let print = usage.and_then(|usage| dict(file, usage.get(b"Print").ok()?));
        match print
            .and_then(|print| print.get(b"PrintState").and_then(Object::as_name).ok().map(<[u8]>::to_vec))
        {
            Some(condition) if condition == b"OFF" => off.push((*id).into()),
            Some(_) => off.retain(|layer| *layer != Object::from(*id)),
            None => {}
        }
    }
    let mut groups = list(file, &all, b"OCGs");
    for (id, condition) in objects.iter().filter(|(_, layer)| layer.has_type(b"OCMD")) {
        let Ok(condition) = condition.get(b"VE") else { continue };
        let is_shown = is_condition_met(file, condition, &off);
        // The condition is replaced by a layer that is on or off.
        file.objects
            .insert(*id, dictionary! { "Type" => "OCG", "Name" => Object::string_literal("VE") }.into());
        groups.push((*id).into());
        if !is_shown {
            off.push((*id).into());
        }
    }
    state.set("OFF", off);
    all.set("D", state);
    all.set("OCGs", groups);
    file.catalog_mut().unwrap().set("OCProperties", all);
}

/// Returns true if a condition on layers is met (ISO 32000-1, 8.11.2.2).
fn is_condition_met(file: &Document, condition: &Object, off: &[Object]) -> bool {
    let Some(all) = resolved(file, condition, |condition| condition.as_array().ok().cloned()) else {
        return !off.contains(condition);
    };
    let mut rest = all.iter().skip(1).map(|one| is_condition_met(file, one, off));
    match all.first().and_then(|name| name.as_name().ok()) {
        Some(b"Not") => !rest.next().unwrap_or(false),
        Some(b"Or") => rest.any(|one| one),
        _ => rest.all(|one| one),
    }
}

/// Replaces each picture by its alternate for print, if it has one.
fn alternates(file: &mut Document) {
    let mut instead = Vec::new();
    for (id, object) in &file.objects {
        let Ok(image) = object.as_stream() else { continue };
        let printed = list(file, &image.dict, b"Alternates").into_iter().find_map(|one| {
            let one = dict(file, &one)?;
            let is_printed = one.get(b"DefaultForPrinting").and_then(Object::as_bool).unwrap_or(false);
            one.get(b"Image").ok().filter(|_| is_printed)?.as_reference().ok()
        });
        instead.extend(printed.and_then(|printed| Some((*id, file.get_object(printed).ok()?.clone()))));
    }
    file.objects.extend(instead);
}
