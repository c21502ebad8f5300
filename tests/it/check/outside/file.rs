//! Edits that a row of `rows/*.txt` makes to the parts of a PDF that are not drawings.
//!
//! | edit | effect |
//! |---|---|
//! | `set WHERE KEY VALUE`, `del WHERE KEY` | sets or deletes a key. WHERE is `catalog`, `pages`, `info` or a page number. VALUE is written as in a PDF |
//! | `box N KEY X0 Y0 X1 Y1` | sets a page box, in mm from the lower left corner |
//! | `twice WHERE KEY VALUE` | adds a key a second time, before the first one, with another value. Must be the last edit |
//! | `resource N KIND NAME VALUE` | adds a resource that a page may use |
//! | `layer P USAGE` | puts a drawing on a layer. USAGE is the dictionary `/Usage` of the layer: for example, whether it is printed |
//! | `condition P` | hides a drawing: its layer is visible only if another layer is off, but that layer is on |
//! | `image-printed P K` | gives the K-th picture of a piece a black alternate, which is printed in its place |
//! | `order N,N,…` | reorders the pages. Some may be left out, and some may occur twice |
//! | `annot N <<…>>` | adds an annotation without an appearance |
//! | `font-swap A B` | swaps the names of two fonts |
//! | `font-set F KEY VALUE`, `font-file F G` | sets a key of a font, or uses the outlines of another font |
//! | `font-widths F FACTOR`, `font-letters F A B` | changes the widths of a font, or what its letters mean |
//! | `image-invert P K` | inverts the pixels of the K-th picture of a piece |
//! | `attached-out NAME`, `attached-name NAME NEW`, `attached-more NAME TEXT` | removes, renames or adds an attached file |
//! | `attached-text NAME OLD NEW`, `attached-is NAME TEXT` | changes the text of an attached file, in part or as a whole |
//! | `bookmarks`, `metadata`, `empty-layer`, `names-away` | adds bookmarks, metadata or an empty layer, or removes `/Names`. Nothing visible changes |
//! | `resave`, `inflated`, `deflated`, `renumbered` | rewrites the file without changing it |
//! | `layer-off NAME`, `layers-off-but NAME` | turns off this layer, or all layers except this one, when the file is opened |
//! | `sealed` | computes the seal of the file again. Must be the last edit |
//! | `tool NAME ARGUMENTS… [then NAME ARGUMENTS…]` | runs other programs one after another. They read `in.pdf` and write `out.pdf` |

use std::collections::BTreeMap;
use std::process::Command;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::edit::{Pdf, number, replaced};
use crate::check::bench::pt;
use crate::support::run::Folder;

/// A font: its name among the resources, its object, and the glyph of each letter.
pub struct Font {
    pub name: String,
    id: ObjectId,
    glyphs: BTreeMap<char, String>,
}

/// Returns the dictionary of an object. The object can be a dictionary, a stream, or a reference to one of
/// them.
fn dictionary<'d>(file: &'d Document, object: &'d Object) -> &'d Dictionary {
    match file.dereference(object).unwrap().1 {
        Object::Dictionary(dictionary) => dictionary,
        Object::Stream(stream) => &stream.dict,
        other => panic!("{other:?} is no dictionary"),
    }
}

/// Returns the resources that all pages share.
fn shared(file: &Document) -> Dictionary {
    let pages = dictionary(file, file.catalog().unwrap().get(b"Pages").unwrap());
    match pages.get(b"Resources") {
        Ok(resources) => dictionary(file, resources).clone(),
        Err(_) => {
            let (_, page) = file.get_pages().into_iter().next().unwrap();
            dictionary(file, file.get_dictionary(page).unwrap().get(b"Resources").unwrap()).clone()
        }
    }
}

/// Returns the names and objects of one kind of resource.
pub fn resources(file: &Document, kind: &str) -> Vec<(String, ObjectId)> {
    let shared = shared(file);
    let Ok(all) = shared.get(kind.as_bytes()) else { return Vec::new() };
    let all = dictionary(file, all).iter();
    all.filter_map(|(name, object)| {
        Some((String::from_utf8_lossy(name).into_owned(), object.as_reference().ok()?))
    })
    .collect()
}

/// Returns the resources of a page, including those that all pages share.
pub fn all_resources(file: &Document, page: usize) -> Dictionary {
    let id = file.get_pages()[&u32::try_from(page).unwrap()];
    match file.get_dictionary(id).unwrap().get(b"Resources") {
        Ok(own) => dictionary(file, own).clone(),
        Err(_) => shared(file),
    }
}

/// Adds a resource to a page, in addition to those that all pages share.
pub fn resource(file: &mut Document, page: usize, kind: &str, name: &str, object: Object) {
    let id = file.get_pages()[&u32::try_from(page).unwrap()];
    let mut own_dictionary = all_resources(file, page);
    let mut known =
        own_dictionary.get(kind.as_bytes()).map(|known| dictionary(file, known).clone()).unwrap_or_default();
    known.set(name, object);
    own_dictionary.set(kind, known);
    file.get_dictionary_mut(id).unwrap().set("Resources", own_dictionary);
}

/// Parses the lines of a map from glyphs to letters. Returns the glyph of each letter.
fn glyphs(map: &str) -> BTreeMap<char, String> {
    let mut all = BTreeMap::new();
    let mut add = |glyph: u32, letter: u32| {
        all.insert(char::from_u32(letter).unwrap(), format!("{glyph:04x}"));
    };
    let hex = |word: &str| u32::from_str_radix(word, 16).unwrap_or_default();
    for line in map.lines() {
        let words: Vec<&str> = line.split(['<', '>', ' ']).filter(|word| !word.is_empty()).collect();
        let is_hex = words.iter().all(|word| word.chars().all(|c| c.is_ascii_hexdigit()));
        match words[..] {
            [glyph, letter] if is_hex && letter.len() == 4 && glyph.len() == 4 => {
                add(hex(glyph), hex(letter))
            }
            [from, to, letter] if is_hex && letter.len() == 4 && from != "0000" => {
                for n in 0..=hex(to) - hex(from) {
                    add(hex(from) + n, hex(letter) + n);
                }
            }
            _ => {}
        }
    }
    all
}

pub fn fonts(file: &Document) -> Vec<Font> {
    let font = |(name, id): (String, ObjectId)| {
        let map = file.get_dictionary(id).unwrap().get(b"ToUnicode").unwrap().as_reference().unwrap();
        let map = file.get_object(map).unwrap().as_stream().unwrap().get_plain_content().unwrap();
        Font { name, id, glyphs: glyphs(&String::from_utf8_lossy(&map)) }
    };
    resources(file, "Font").into_iter().map(font).collect()
}

/// Finds the first font that has all letters of a text. Returns the font's name, and the text as glyphs.
pub fn find_font_for(fonts: &[Font], words: &str) -> (String, String) {
    let of = |font: &Font| words.chars().map(|c| font.glyphs.get(&c).cloned()).collect::<Option<String>>();
    let found = fonts.iter().find_map(|font| Some((font.name.clone(), of(font)?)));
    found.unwrap_or_else(|| panic!("no font has all letters of {words}"))
}

/// Returns a drawing with the text `old` replaced by `new`. The new text has the font of the old text.
pub fn with_word(drawing: &str, fonts: &[Font], old: &str, new: &str, which: Option<&str>) -> Option<String> {
    let wanted: Option<usize> = match which {
        Some("all") => None,
        which => Some(which.map_or(0, |which| which.parse().unwrap())),
    };
    let mut seen = 0;
    let mut changed = false;
    let lines: Vec<String> = drawing
        .split_inclusive('\n')
        .map(|line| {
            let Some((head, rest)) = line.split_once('[').filter(|_| line.contains(" Tf ")) else {
                return line.to_owned();
            };
            let (shown, end) = rest.split_once(']').unwrap();
            let name = head.split('/').nth(1).unwrap().split(' ').next().unwrap();
            let font = fonts.iter().find(|font| font.name == name).unwrap();
            let hex: String = shown.split('<').skip(1).map(|part| part.split('>').next().unwrap()).collect();
            let letter = |glyph: &str| {
                let found = font.glyphs.iter().find(|(_, known)| known.eq_ignore_ascii_case(glyph));
                found.map_or('?', |(letter, _)| *letter)
            };
            let output: String = (0..hex.len() / 4).map(|i| letter(&hex[i * 4..i * 4 + 4])).collect();
            if !output.contains(old) {
                return line.to_owned();
            }
            seen += 1;
            if wanted.is_some_and(|wanted| wanted + 1 != seen) {
                return line.to_owned();
            }
            changed = true;
            let glyph = |c: char| {
                font.glyphs.get(&c).unwrap_or_else(|| panic!("the font of {output} has no {c}")).clone()
            };
            let glyphs: String = output.replace(old, new).chars().map(glyph).collect();
            format!("{head}[<{glyphs}>]{end}")
        })
        .collect();
    changed.then(|| lines.concat())
}

/// Parses a value that is written as in a PDF.
fn value(text: &str) -> Object {
    let content = Content::decode(format!("{text} do").as_bytes()).unwrap();
    content.operations[0].operands[0].clone()
}

/// Returns the dictionary that an edit names: `catalog`, `pages`, `info` or a page number.
fn place<'p>(pdf: &'p mut Pdf<'_>, place: &str) -> &'p mut Dictionary {
    match place {
        "catalog" => pdf.file.catalog_mut().unwrap(),
        "pages" => {
            let id = pdf.file.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
            pdf.file.get_dictionary_mut(id).unwrap()
        }
        "info" => {
            let id = pdf.file.trailer.get(b"Info").unwrap().as_reference().unwrap();
            pdf.file.get_dictionary_mut(id).unwrap()
        }
        page => {
            let id = pdf.page_id(page.parse().unwrap());
            pdf.file.get_dictionary_mut(id).unwrap()
        }
    }
}

/// Applies an edit. Returns false if the edit is not one of this module, and an error if a tool is
/// not installed.
pub fn apply_edit(pdf: &mut Pdf<'_>, words: &[&str]) -> Result<bool, String> {
    match *words {
        ["set", at, key, text] => place(pdf, at).set(key, value(text)),
        ["del", at, key] => assert!(place(pdf, at).remove(key.as_bytes()).is_some(), "{at} has no {key}"),
        ["box", page, key, x0, y0, x1, y1] => {
            let corners = [x0, y0, x1, y1].map(|v| Object::Real(pt(number(v)) as f32)).to_vec();
            place(pdf, page).set(key, corners);
        }
        ["resource", page, kind, name, text] => {
            resource(&mut pdf.file, page.parse().unwrap(), kind, name, value(text));
        }
        ["layer", piece, usage] => {
            let layer = dictionary! { "Type" => "OCG", "Name" => Object::string_literal("L"), "Usage" => value(usage) };
            let layer = pdf.file.add_object(layer);
            let event = dictionary! { "Event" => "Print", "Category" => vec!["Print".into()], "OCGs" => vec![layer.into()] };
            let all = dictionary! { "OCGs" => vec![layer.into()], "D" => dictionary! { "AS" => vec![event.into()] } };
            pdf.file.catalog_mut().unwrap().set("OCProperties", all);
            resource(&mut pdf.file, pdf.base.spot(piece).0, "Properties", "Layer", layer.into());
            pdf.edit_drawing(piece, |drawing| format!("/OC /Layer BDC\n{drawing}EMC\n"));
        }
        ["condition", piece] => {
            let layer = dictionary! { "Type" => "OCG", "Name" => Object::string_literal("L") };
            let layer = pdf.file.add_object(layer);
            let condition =
                dictionary! { "Type" => "OCMD", "VE" => Object::Array(vec!["Not".into(), layer.into()]) };
            let condition = pdf.file.add_object(condition);
            let all = dictionary! { "OCGs" => vec![layer.into()], "D" => Dictionary::new() };
            pdf.file.catalog_mut().unwrap().set("OCProperties", all);
            resource(&mut pdf.file, pdf.base.spot(piece).0, "Properties", "Layer", condition.into());
            pdf.edit_drawing(piece, |drawing| format!("/OC /Layer BDC\n{drawing}EMC\n"));
        }
        ["image-printed", piece, which] => {
            let id = pdf.form(piece, which.parse().unwrap());
            let head = dictionary! {
                "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1,
                "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
            };
            let black = pdf.file.add_object(Stream::new(head, vec![0]));
            let other = dictionary! { "DefaultForPrinting" => true, "Image" => black };
            let image = pdf.file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
            image.dict.set("Alternates", vec![other.into()]);
        }
        ["order", pages] => order(pdf, pages),
        ["annot", page, text] => {
            let annotation = pdf.file.add_object(value(text));
            place(pdf, page).set("Annots", vec![annotation.into()]);
        }
        ["image-invert", piece, which] => {
            let id = pdf.form(piece, which.parse().unwrap());
            let stream = pdf.file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
            let params = stream.dict.get(b"DecodeParms").is_ok();
            assert!(!params || stream.dict.get(b"Filter").is_ok(), "pixels can be read");
            stream.dict.set("Decode", [1, 0, 1, 0, 1, 0].map(Object::from).to_vec());
        }
        ["bookmarks"] => {
            let outline = pdf.file.new_object_id();
            let page = pdf.page_id(1);
            let item = pdf.file.add_object(dictionary! {
                "Title" => Object::string_literal("The board"), "Parent" => outline,
                "Dest" => vec![page.into(), "Fit".into()],
            });
            let all = dictionary! { "Type" => "Outlines", "First" => item, "Last" => item, "Count" => 1 };
            pdf.file.objects.insert(outline, all.into());
            pdf.file.catalog_mut().unwrap().set("Outlines", outline);
        }
        ["metadata"] => {
            let text = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>".to_vec();
            let stream = Stream::new(dictionary! { "Type" => "Metadata", "Subtype" => "XML" }, text);
            let id = pdf.file.add_object(stream);
            pdf.file.catalog_mut().unwrap().set("Metadata", id);
        }
        ["layer-off", name] => layers_off(&mut pdf.file, |own| own == name),
        ["layers-off-but", name] => layers_off(&mut pdf.file, |own| own != name),
        ["empty-layer"] => {
            let layer = pdf
                .file
                .add_object(dictionary! { "Type" => "OCG", "Name" => Object::string_literal("Empty") });
            let all = dictionary! { "OCGs" => vec![layer.into()], "D" => dictionary! { "Order" => vec![layer.into()] } };
            pdf.file.catalog_mut().unwrap().set("OCProperties", all);
        }
        ["twice", page, key, text] => {
            // In the name of a key, `#74` is an escape for `t`.
            let plain = key.replace("#74", "t");
            let dict = place(pdf, page);
            let own = dict.get(plain.as_bytes()).unwrap().clone();
            dict.set(format!("XXX{plain}"), own);
            dict.set(plain.as_str(), value(text));
            let mut bytes = Vec::new();
            pdf.file.save_to(&mut bytes).unwrap();
            let known = format!("/XXX{plain}").into_bytes();
            let at = format!("/{key:<width$}", width = known.len() - 1).into_bytes();
            let from = bytes.windows(known.len()).position(|bytes| bytes == known).unwrap();
            bytes.splice(from..from + known.len(), at);
            pdf.made = Some(bytes);
        }
        ["resave"] => {}
        ["sealed"] => pdf.made = Some(sealed(pdf)),
        ["renumbered"] => pdf.file.renumber_objects_with(500),
        ["inflated"] => pdf.file.decompress(),
        ["deflated"] => pdf.file.compress(),
        ["tool", ref words @ ..] => tool(pdf, words)?,
        _ => return Ok(font(pdf, words) || attached(pdf, words)),
    }
    Ok(true)
}

/// Turns off the layers whose names `is_off` accepts.
fn layers_off(file: &mut Document, is_off: impl Fn(&str) -> bool) {
    let all = dictionary(file, file.catalog().unwrap().get(b"OCProperties").unwrap()).clone();
    let groups = all.get(b"OCGs").unwrap().as_array().unwrap().clone();
    let name = |group: &Object| {
        let name = dictionary(file, group).get(b"Name").unwrap().as_str().unwrap();
        String::from_utf8_lossy(name).into_owned()
    };
    let off: Vec<Object> = groups.iter().filter(|group| is_off(&name(group))).cloned().collect();
    assert!(!off.is_empty());
    let mut state = dictionary(file, all.get(b"D").unwrap()).clone();
    state.set("OFF", off);
    let all = dictionary! { "OCGs" => groups, "D" => state };
    file.catalog_mut().unwrap().set("OCProperties", all);
}

/// Returns the bytes of the file with a correct seal. The seal is the second part of `/ID`: a hash of
/// the whole file with zeros in place of the seal.
fn sealed(pdf: &mut Pdf<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    pdf.file.save_to(&mut bytes).unwrap();
    let id = b"/ID[<";
    let first = bytes.windows(id.len()).rposition(|window| window == id).unwrap() + id.len();
    let second = first + 34..first + 66;
    bytes[second.clone()].fill(b'0');
    let digest = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(&bytes));
    bytes[second].copy_from_slice(digest.as_bytes());
    bytes
}

fn order(pdf: &mut Pdf<'_>, pages: &str) {
    let ids = pdf.file.get_pages();
    let mut kids: Vec<Object> = Vec::new();
    let mut used = Vec::new();
    for page in pages.split(',') {
        let id = ids[&page.parse().unwrap()];
        // A page that occurs twice needs two page objects.
        let id = if used.contains(&id) {
            let copy = pdf.file.get_dictionary(id).unwrap().clone();
            pdf.file.add_object(copy)
        } else {
            id
        };
        used.push(id);
        kids.push(id.into());
    }
    let count = kids.len() as i64;
    let tree = place(pdf, "pages");
    tree.set("Kids", kids);
    tree.set("Count", count);
}

fn font(pdf: &mut Pdf<'_>, words: &[&str]) -> bool {
    let find = |pdf: &Pdf<'_>, name: &str| {
        let found = fonts(&pdf.file).into_iter().find(|font| font.name == name);
        found.unwrap_or_else(|| panic!("no font is called {name}")).id
    };
    let inner = |pdf: &Pdf<'_>, id: ObjectId| {
        let all = pdf.file.get_dictionary(id).unwrap().get(b"DescendantFonts").unwrap();
        let all = pdf.file.dereference(all).unwrap().1.as_array().unwrap();
        all[0].as_reference().unwrap()
    };
    match *words {
        ["font-swap", a, b] => {
            let (a, b) = (find(pdf, a), find(pdf, b));
            let (one, two) = (pdf.file.objects[&a].clone(), pdf.file.objects[&b].clone());
            pdf.file.objects.insert(a, two);
            pdf.file.objects.insert(b, one);
        }
        ["font-set", name, key, text] => {
            let id = find(pdf, name);
            pdf.file.get_dictionary_mut(id).unwrap().set(key, value(text));
        }
        ["font-file", a, b] => {
            let (a, b) = (find(pdf, a), find(pdf, b));
            let (a, b) = (inner(pdf, a), inner(pdf, b));
            let of =
                |id: ObjectId| pdf.file.get_dictionary(id).unwrap().get(b"FontDescriptor").unwrap().clone();
            let other = of(b);
            pdf.file.get_dictionary_mut(a).unwrap().set("FontDescriptor", other);
        }
        ["font-widths", name, factor] => {
            let id = inner(pdf, find(pdf, name));
            let widths = pdf.file.get_dictionary_mut(id).unwrap().get_mut(b"W").unwrap();
            stretch(widths, number(factor));
        }
        ["font-letters", name, from, to] => {
            let id = find(pdf, name);
            let map = pdf.file.get_dictionary(id).unwrap().get(b"ToUnicode").unwrap().as_reference().unwrap();
            let code = |word: &str| format!("{:04X}>", u32::from(word.chars().next().unwrap()));
            let text = pdf.stream(map);
            let text = replaced(&text, &format!("> <{}", code(from)), &format!("> <{}", code(to)), None);
            pdf.set_stream(map, &text);
        }
        _ => return false,
    }
    true
}

/// Multiplies the widths of glyphs by `factor`. Changes only widths that the file lists one by one, and
/// not those that it gives for a range of glyphs.
fn stretch(widths: &mut Object, factor: f64) {
    let all = widths.as_array_mut().unwrap();
    for entry in all.iter_mut().filter_map(|entry| entry.as_array_mut().ok()) {
        for width in entry {
            *width = Object::Real((f64::from(width.as_float().unwrap()) * factor) as f32);
        }
    }
}

/// Returns the names of the attached files, each followed by its file specification.
fn attachments(pdf: &Pdf<'_>) -> Vec<Object> {
    let names = dictionary(&pdf.file, pdf.file.catalog().unwrap().get(b"Names").unwrap());
    let files = dictionary(&pdf.file, names.get(b"EmbeddedFiles").unwrap());
    files.get(b"Names").unwrap().as_array().unwrap().clone()
}

fn attach(pdf: &mut Pdf<'_>, all: Vec<Object>) {
    let names = dictionary! { "EmbeddedFiles" => dictionary! { "Names" => all } };
    pdf.file.catalog_mut().unwrap().set("Names", names);
}

fn attached(pdf: &mut Pdf<'_>, words: &[&str]) -> bool {
    if words == ["names-away"] {
        pdf.file.catalog_mut().unwrap().remove(b"Names").unwrap();
        return true;
    }
    if let ["attached-more", name, text] = *words {
        let stream = Stream::new(dictionary! { "Type" => "EmbeddedFile" }, text.as_bytes().to_vec());
        let id = pdf.file.add_object(stream);
        let title = Object::string_literal(name);
        let more = dictionary! { "Type" => "Filespec", "F" => title.clone(), "UF" => title.clone(), "EF" => dictionary! { "F" => id } };
        let more = pdf.file.add_object(more);
        let mut all = attachments(pdf);
        all.extend([title, more.into()]);
        attach(pdf, all);
        return true;
    }
    let (["attached-out" | "attached-name" | "attached-text" | "attached-is", name, ..], true) =
        (words, words.len() > 1)
    else {
        return false;
    };
    let mut all = attachments(pdf);
    let found = all.chunks(2).position(|pair| pair[0].as_str().unwrap() == name.as_bytes());
    let at = 2 * found.unwrap_or_else(|| panic!("{name} is not attached"));
    let id = all[at + 1].as_reference().unwrap();
    match *words {
        ["attached-out", _] => {
            all.drain(at..at + 2);
            attach(pdf, all);
        }
        ["attached-name", _, new] => {
            all[at] = Object::string_literal(new);
            attach(pdf, all);
            let spec = pdf.file.get_dictionary_mut(id).unwrap();
            spec.set("F", Object::string_literal(new));
            spec.set("UF", Object::string_literal(new));
        }
        _ => {
            let spec = pdf.file.get_dictionary(id).unwrap();
            let stream =
                dictionary(&pdf.file, spec.get(b"EF").unwrap()).get(b"F").unwrap().as_reference().unwrap();
            let text = match *words {
                ["attached-text", _, old, new] => replaced(&pdf.stream(stream), old, new, None),
                ["attached-is", _, text] => text.to_owned(),
                _ => panic!("what is {words:?}?"),
            };
            pdf.set_stream(stream, &text);
        }
    }
    true
}

/// Rewrites the file with other programs. If a program is not installed, returns its name as the error.
fn tool(pdf: &mut Pdf<'_>, words: &[&str]) -> Result<(), String> {
    let folder = Folder::new();
    let mut bytes = Vec::new();
    pdf.file.save_to(&mut bytes).unwrap();
    std::fs::write(folder.path().join("in.pdf"), bytes).unwrap();
    let mut program_output = String::new();
    for command in words.split(|word| *word == "then") {
        let done = Command::new(command[0]).args(&command[1..]).current_dir(folder.path()).output();
        let done = done.map_err(|_| command[0].to_owned())?;
        program_output.push_str(&String::from_utf8_lossy(&done.stderr));
    }
    let made = std::fs::read(folder.path().join("out.pdf"));
    pdf.made = Some(made.unwrap_or_else(|_| panic!("{words:?}: {program_output}")));
    Ok(())
}
