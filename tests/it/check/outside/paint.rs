//! Edits that draw on a finished page.
//!
//! | edit | effect |
//! |---|---|
//! | `cover P COLOUR HOW [box=L,T,R,B]` | fills the box of a drawing, or a part of the box in fractions from 0 to 1 |
//! | `rect N X Y W H COLOUR HOW` | draws a filled box on a page |
//! | `line AT X Y X2 Y2 WIDTH COLOUR HOW` | draws a line, from the centre of a drawing or from the corner of a page |
//! | `write AT X Y WORDS SIZE COLOUR HOW [MODE]` | writes text in the file's first bold font that has the letters |
//! | `raw N HOW OPERATORS` | adds any operators, in points from the lower left corner |
//!
//! COLOUR is `white`, `black`, `red` or three numbers from 0 to 1, such as `0.5,0.5,1`.
//!
//! HOW says how the drawing gets onto the page:
//!
//! - in the contents: `last`, `first`, `artifact`, `tagged:ID`
//! - as an annotation: `annot`, `stamp`, `widget`, `highlight`, `bare-annot` (without an
//!   appearance), `hidden`, `screen` (not printed), `annot-off` (on a layer that is off)
//! - on a layer: `layer-on`, `layer-off`
//! - in another form: `form`, `image`, `image-mask`, `shading`, `pattern`, `alpha:A`, `multiply`,
//!   `clip-away`, `clip-to`, `outside`

use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};

use super::edit::{Pdf, number};
use super::file;
use crate::check::bench::pt;

pub fn colour(word: &str) -> [f64; 3] {
    match word {
        "white" => [1.0; 3],
        "black" => [0.0; 3],
        "red" => [1.0, 0.0, 0.0],
        numbers => {
            let all: Vec<f64> = numbers.split(',').map(number).collect();
            [all[0], all[1], all[2]]
        }
    }
}

pub fn three([r, g, b]: [f64; 3]) -> String {
    format!("{r} {g} {b}")
}

fn real(value: f64) -> Object {
    Object::Real(value as f32)
}

/// A box in points, measured from the lower left corner of the page.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

impl Area {
    fn array(self) -> Vec<Object> {
        vec![real(self.x), real(self.y), real(self.x + self.w), real(self.y + self.h)]
    }

    fn path(self) -> String {
        format!("{:.4} {:.4} {:.4} {:.4} re", self.x, self.y, self.w, self.h)
    }

    /// Returns the operator that maps the unit square to this box.
    fn matrix(self) -> String {
        format!("{:.4} 0 0 {:.4} {:.4} {:.4} cm", self.w, self.h, self.x, self.y)
    }
}

/// Applies an edit. Returns false if the edit is not one of this module.
pub fn apply_edit(pdf: &mut Pdf<'_>, words: &[&str]) -> bool {
    match *words {
        ["cover", piece, tint, how, ref rest @ ..] => {
            let (page, rect) = pdf.base.spot(piece);
            let part = rest.first().and_then(|part| part.strip_prefix("box="));
            let part: Vec<f64> = part.unwrap_or("0,0,1,1").split(',').map(number).collect();
            let at = |x: f64, y: f64| (rect.x0 + x * rect.width(), rect.y0 + y * rect.height());
            let ((x0, y0), (x1, y1)) = (at(part[0], part[1]), at(part[2], part[3]));
            let area = Area { x: pt(x0), y: pdf.height(page) - pt(y1), w: pt(x1 - x0), h: pt(y1 - y0) };
            filled(pdf, page, area, colour(tint), how);
        }
        ["rect", page, x, y, w, h, tint, how] => {
            let page = page.parse().unwrap();
            let y = pdf.height(page) - pt(number(y) + number(h));
            let area = Area { x: pt(number(x)), y, w: pt(number(w)), h: pt(number(h)) };
            filled(pdf, page, area, colour(tint), how);
        }
        ["line", at, x, y, x2, y2, width, tint, how] => {
            let (page, from) = origin(pdf, at);
            let height = pdf.height(page);
            let point = |x: &str, y: &str| (pt(from.0 + number(x)), height - pt(from.1 + number(y)));
            let ((x, y), (x2, y2)) = (point(x, y), point(x2, y2));
            let width = pt(number(width));
            let tint = three(colour(tint));
            let raw = format!("{tint} RG {width:.4} w {x:.4} {y:.4} m {x2:.4} {y2:.4} l S");
            let area = Area {
                x: x.min(x2) - width,
                y: y.min(y2) - width,
                w: (x - x2).abs() + 2.0 * width,
                h: (y - y2).abs() + 2.0 * width,
            };
            placed(pdf, page, area, &raw, how);
        }
        ["write", at, x, y, words, size, tint, how, ref rest @ ..] => {
            let (page, from) = origin(pdf, at);
            let (x, y) = (pt(from.0 + number(x)), pdf.height(page) - pt(from.1 + number(y)));
            let (font, glyphs) = file::find_font_for(&file::fonts(&pdf.file), words);
            let mode = rest.first().unwrap_or(&"0");
            let tint = three(colour(tint));
            let raw =
                format!("{tint} rg BT /{font} {size} Tf {mode} Tr {x:.4} {y:.4} Td <{glyphs}> Tj 0 Tr ET");
            let size = number(size);
            let area = Area { x, y: y - size, w: size * words.len() as f64, h: 2.0 * size };
            placed(pdf, page, area, &raw, how);
        }
        ["raw", page, how, raw] => {
            let page = page.parse().unwrap();
            let (w, h) = pdf.size(page);
            placed(pdf, page, Area { x: 0.0, y: 0.0, w, h }, raw, how);
        }
        _ => return false,
    }
    true
}

/// Returns the page of `at`, and the origin of coordinates in mm: the centre of a drawing, or a corner of the
/// page.
fn origin(pdf: &Pdf<'_>, at: &str) -> (usize, (f64, f64)) {
    match at.parse() {
        Ok(page) => (page, (0.0, 0.0)),
        Err(_) => {
            let (page, rect) = pdf.base.spot(at);
            (page, (rect.center().x, rect.center().y))
        }
    }
}

/// Draws a box in one colour.
fn filled(pdf: &mut Pdf<'_>, page: usize, area: Area, tint: [f64; 3], how: &str) {
    let byte = |v: f64| (v * 255.0).round() as u8;
    match how {
        "image" => {
            let image = pdf.file.add_object(Stream::new(
                dictionary! { "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1, "ColorSpace" => "DeviceRGB", "BitsPerComponent" => 8 },
                tint.map(byte).to_vec(),
            ));
            file::resource(&mut pdf.file, page, "XObject", "Wrong", image.into());
            add(pdf, page, &format!("{} /Wrong Do", area.matrix()));
        }
        "image-mask" => {
            let image = pdf.file.add_object(Stream::new(
                dictionary! { "Type" => "XObject", "Subtype" => "Image", "Width" => 8, "Height" => 1, "ImageMask" => true, "BitsPerComponent" => 1 },
                vec![0],
            ));
            file::resource(&mut pdf.file, page, "XObject", "Wrong", image.into());
            add(pdf, page, &format!("{} rg {} /Wrong Do", three(tint), area.matrix()));
        }
        "shading" => {
            let numbers = |v: [f64; 3]| v.map(real).to_vec();
            let function = dictionary! { "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()], "C0" => numbers(tint), "C1" => numbers(tint), "N" => 1 };
            let shading = dictionary! {
                "ShadingType" => 2, "ColorSpace" => "DeviceRGB", "Function" => function, "Extend" => vec![true.into(), true.into()],
                "Coords" => vec![real(area.x), real(area.y), real(area.x + area.w), real(area.y)],
            };
            file::resource(&mut pdf.file, page, "Shading", "Wrong", shading.into());
            add(pdf, page, &format!("{} W n /Wrong sh", area.path()));
        }
        "pattern" => {
            let mut pattern = Stream::new(
                dictionary! {
                    "Type" => "Pattern", "PatternType" => 1, "PaintType" => 1, "TilingType" => 1, "XStep" => 5, "YStep" => 5,
                    "BBox" => vec![0.into(), 0.into(), 5.into(), 5.into()], "Resources" => Dictionary::new(),
                },
                format!("{} rg 0 0 5 5 re f", three(tint)).into_bytes(),
            );
            pattern.allows_compression = false;
            let pattern = pdf.file.add_object(pattern);
            file::resource(&mut pdf.file, page, "Pattern", "Wrong", pattern.into());
            add(pdf, page, &format!("/Pattern cs /Wrong scn {} f", area.path()));
        }
        how => placed(pdf, page, area, &format!("{} rg {} f", three(tint), area.path()), how),
    }
}

fn add(pdf: &mut Pdf<'_>, page: usize, raw: &str) {
    pdf.edit_contents(page, |text| format!("q\n{text}\nQ\nq {raw} Q\n"));
}

fn state(pdf: &mut Pdf<'_>, page: usize, state: Dictionary) {
    file::resource(&mut pdf.file, page, "ExtGState", "Wrong", state.into());
}

/// Adds operators to a page in the way that `how` names.
fn placed(pdf: &mut Pdf<'_>, page: usize, area: Area, raw: &str, how: &str) {
    let (how, more) = how.split_once(':').unwrap_or((how, ""));
    match how {
        "last" => add(pdf, page, raw),
        "first" => pdf.edit_contents(page, |text| format!("q {raw} Q\n{text}")),
        "artifact" => add(pdf, page, &format!("/Artifact BMC {raw} EMC")),
        "tagged" => add(pdf, page, &format!("/Piece <</Id ({more})>> BDC\n{raw}\nEMC\n")),
        "alpha" => {
            state(pdf, page, dictionary! { "ca" => real(number(more)), "CA" => real(number(more)) });
            add(pdf, page, &format!("/Wrong gs {raw}"));
        }
        "multiply" => {
            state(pdf, page, dictionary! { "BM" => "Multiply" });
            add(pdf, page, &format!("/Wrong gs {raw}"));
        }
        "clip-away" => add(pdf, page, &format!("-50 -50 10 10 re W n {raw}")),
        "clip-to" => add(pdf, page, &format!("{} W n {raw}", area.path())),
        "outside" => add(pdf, page, &format!("1 0 0 1 9000 0 cm {raw}")),
        "form" => {
            let form = form(pdf, page, area, raw);
            file::resource(&mut pdf.file, page, "XObject", "Wrong", form.into());
            add(pdf, page, "/Wrong Do");
        }
        "layer-on" | "layer-off" => {
            let layer = pdf
                .file
                .add_object(dictionary! { "Type" => "OCG", "Name" => Object::string_literal("More") });
            let shown = if how == "layer-on" { "ON" } else { "OFF" };
            let order = dictionary! { "Order" => vec![layer.into()], shown => vec![layer.into()] };
            let all = dictionary! { "OCGs" => vec![layer.into()], "D" => order };
            pdf.file.catalog_mut().unwrap().set("OCProperties", all);
            file::resource(&mut pdf.file, page, "Properties", "Layer", layer.into());
            add(pdf, page, &format!("/OC /Layer BDC {raw} EMC"));
        }
        _ => annotation(pdf, page, area, raw, how),
    }
}

fn form(pdf: &mut Pdf<'_>, page: usize, area: Area, raw: &str) -> ObjectId {
    let resources = file::all_resources(&pdf.file, page);
    let form = Stream::new(
        dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => area.array(), "Resources" => resources },
        raw.as_bytes().to_vec(),
    );
    pdf.file.add_object(form)
}

/// Adds operators to a page as the appearance of an annotation.
fn annotation(pdf: &mut Pdf<'_>, page: usize, area: Area, raw: &str, how: &str) {
    let appearance = form(pdf, page, area, raw);
    let subtype = match how {
        "annot" | "annot-off" | "hidden" | "screen" | "bare-annot" => "Square",
        "stamp" => "Stamp",
        "widget" => "Widget",
        "highlight" => "Highlight",
        other => panic!("no drawing gets to a page by {other}"),
    };
    // The annotation is printed, unless it is hidden or only for the screen.
    let flags = match how {
        "hidden" => 2,
        "screen" => 0,
        _ => 4,
    };
    let mut annotation =
        dictionary! { "Type" => "Annot", "Subtype" => subtype, "Rect" => area.array(), "F" => flags };
    if how == "bare-annot" {
        annotation.set("IC", vec![1.into(), 1.into(), 1.into()]);
        annotation.set("C", vec![1.into(), 1.into(), 1.into()]);
    } else {
        annotation.set("AP", dictionary! { "N" => appearance });
    }
    if how == "annot-off" {
        let name = Object::string_literal("Off");
        let layer = pdf.file.add_object(dictionary! { "Type" => "OCG", "Name" => name });
        let state = dictionary! { "OFF" => vec![layer.into()] };
        let all = dictionary! { "OCGs" => vec![layer.into()], "D" => state };
        pdf.file.catalog_mut().unwrap().set("OCProperties", all);
        annotation.set("OC", layer);
    }
    if how == "widget" {
        annotation.set("FT", "Btn");
        annotation.set("T", Object::string_literal("more"));
    }
    if how == "highlight" {
        let Area { x, y, w, h } = area;
        let quad = [x, y + h, x + w, y + h, x, y, x + w, y].map(real).to_vec();
        annotation.set("QuadPoints", quad);
        annotation.set("C", vec![1.into(), 1.into(), 0.into()]);
    }
    let annotation = pdf.file.add_object(annotation);
    let id = pdf.page_id(page);
    pdf.file.get_dictionary_mut(id).unwrap().set("Annots", vec![annotation.into()]);
    if how == "widget" {
        pdf.file.catalog_mut().unwrap().set("AcroForm", dictionary! { "Fields" => vec![annotation.into()] });
    }
}
