//! Files that break a rule of a standard for print shops, or a demand of a shop.

use std::sync::LazyLock;

use hexpress::check::{Verdict, judge_press};
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::print::demands::Demands;
use hexpress::print::setup::{Cutter, Standard};
use hexpress::record::Options;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use super::super::bench::{Made, make_with};
use super::Wrong;
use super::board::wrongs;

const LAYOUT: &str = r##"
[game]
title = "Press"
[[cards]]
size = "40 x 60mm"
rows = [{ name = "Ann" }]
face = [{ fill = "teal" }, { text = "{{ name }}", font = "bold 20pt", colour = "white" }]
"##;

fn made(standard: Standard) -> Made {
    let mut options = Options::new("a4", DEFAULT_MARGIN);
    options.print_setup.standard = Some(standard);
    options.print_setup.cut = Some(Cutter::Scissors);
    make_with("press", LAYOUT, options)
}

static X4: LazyLock<Made> = LazyLock::new(|| made(Standard::PdfX4));
static X1A: LazyLock<Made> = LazyLock::new(|| made(Standard::PdfX1a));

fn judge(made: &Made, demands: &Demands, edit: impl Fn(&mut Document)) -> Verdict {
    judge_press("mine.pdf", &made.with(edit), demands).unwrap()
}

fn x4(edit: impl Fn(&mut Document)) -> Verdict {
    judge(&X4, &Demands { standard: Some(Standard::PdfX4), ..Demands::default() }, edit)
}

fn x1a(edit: impl Fn(&mut Document)) -> Verdict {
    judge(&X1A, &Demands { standard: Some(Standard::PdfX1a), ..Demands::default() }, edit)
}

/// Judges a changed file only by these demands of a shop.
fn shop(demands: &[&str], edit: impl Fn(&mut Document)) -> Verdict {
    let mut all = Demands::default();
    demands.iter().for_each(|demand| all.add(demand).unwrap());
    judge(&X4, &all, edit)
}

fn page(file: &mut Document, edit: impl Fn(&mut Dictionary)) {
    let id = file.get_pages()[&1];
    edit(file.get_dictionary_mut(id).unwrap());
}

fn catalogue(file: &mut Document, key: &str, value: impl Into<Object>) {
    file.catalog_mut().unwrap().set(key, value.into());
}

fn information(file: &mut Document, edit: impl Fn(&mut Dictionary)) {
    let id = file.trailer.get(b"Info").unwrap().as_reference().unwrap();
    edit(file.get_dictionary_mut(id).unwrap());
}

fn metadata(file: &mut Document, from: &str, to: &str) {
    let id = file.catalog().unwrap().get(b"Metadata").unwrap().as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let before = String::from_utf8(stream.get_plain_content().unwrap()).unwrap();
    assert!(before.contains(from), "{before}");
    stream.set_plain_content(before.replace(from, to).into_bytes());
}

/// Adds operators to the end of a page.
fn draw(file: &mut Document, more: &str) {
    let id = file.get_page_contents(file.get_pages()[&1])[0];
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let before = stream.get_plain_content().unwrap();
    stream.set_plain_content([&before, b"\n".as_slice(), more.as_bytes()].concat());
}

/// Adds a resource with the name `Wrong` to the resources of the page.
fn resource(file: &mut Document, kind: &str, object: impl Into<Object>) {
    let id = file.add_object(object.into());
    let page = file.get_pages()[&1];
    let reference = file.get_dictionary(page).unwrap().get(b"Resources").unwrap().clone();
    let mut resources = file.dereference(&reference).unwrap().1.as_dict().unwrap().clone();
    let mut known = match resources.get(kind.as_bytes()) {
        Ok(known) => file.dereference(known).unwrap().1.as_dict().unwrap().clone(),
        Err(_) => Dictionary::new(),
    };
    known.set("Wrong", id);
    resources.set(kind, known);
    file.get_dictionary_mut(page).unwrap().set("Resources", resources);
}

/// Returns a picture of one pixel. Its dictionary has the additional entry `key`.
fn picture(key: &str, value: impl Into<Object>) -> Stream {
    let mut dictionary = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1, "ColorSpace" => "DeviceGray",
        "BitsPerComponent" => 8,
    };
    dictionary.set(key, value.into());
    Stream::new(dictionary, vec![128])
}

/// Returns an empty form. Its dictionary has the additional entry `key`.
fn form(key: &str, value: impl Into<Object>) -> Stream {
    let mut dictionary = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 9.into(), 9.into()] };
    dictionary.set(key, value.into());
    Stream::new(dictionary, Vec::new())
}

fn profiled(file: &mut Document, channels: i64) -> Object {
    let profile = file.add_object(Stream::new(dictionary! { "N" => channels }, Vec::new()));
    vec![Object::from("ICCBased"), profile.into()].into()
}

const RICH: &str = "q 0.6 0.5 0.4 1 k 20 20 9 9 re f Q";

pub const WRONGS: super::Wrongs = wrongs![
    "PDF/X-4 in version 1.7", "HX701", 0, "PDF 1.7", &[], x4(|file| file.version = "1.7".to_owned());
    "PDF/X-1a with layers", "HX702", 0, "layers", &[], x1a(|file| {
        catalogue(file, "OCProperties", dictionary! { "OCGs" => Vec::<Object>::new(), "D" => dictionary! {} });
    });
    "an encrypted file for a print shop", "HX703", 0, "encrypted", &[], x4(|file| {
        file.trailer.set("Encrypt", dictionary! { "Filter" => "Standard", "V" => 9 });
    });
    "a file for a print shop without an identifier", "HX704", 0, "identifier", &[], x4(|file| {
        file.trailer.remove(b"ID");
    });
    "PDF/X-4 that says it is PDF/X-3", "HX705", 0, "PDF/X-3", &[], x4(|file| metadata(file, "PDF/X-4<", "PDF/X-3<"));
    "PDF/X-1a that does not say so", "HX705", 0, "GTS_PDFXVersion", &[], x1a(|file| {
        information(file, |info| drop(info.remove(b"GTS_PDFXVersion")));
    });
    "PDF/X-4 without a title in its metadata", "HX706", 0, "dc:title", &[],
        x4(|file| metadata(file, "dc:title", "dc:subject"));
    "PDF/X-1a without a date", "HX706", 0, "ModDate", &[], x1a(|file| {
        information(file, |info| drop(info.remove(b"ModDate")));
    });
    "PDF/X-4 without a document ID", "HX707", 0, "DocumentID", &[],
        x4(|file| metadata(file, "xmpMM:DocumentID", "xmpMM:InstanceID"));
    "a file that does not say whether it is trapped", "HX708", 0, "Unknown", &[], x4(|file| {
        information(file, |info| info.set("Trapped", "Unknown"));
    });
    "a file for a print shop without an output intent", "HX709", 0, "GTS_PDFX", &[], x4(|file| {
        file.catalog_mut().unwrap().remove(b"OutputIntents");
    });
    "the profile of a monitor as the output intent", "HX710", 0, "mntr", &[], x4(|file| {
        let profiles: Vec<_> = file.objects.iter().filter_map(|(id, object)| {
            let stream = object.as_stream().ok()?;
            (stream.dict.get(b"N").ok()?.as_i64().ok()? == 4).then_some(*id)
        }).collect();
        for id in profiles {
            let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
            let mut bytes = stream.get_plain_content().unwrap();
            bytes[12..16].copy_from_slice(b"mntr");
            stream.set_plain_content(bytes);
        }
    });
    "a page without a trim box", "HX711", 1, "neither", &[], x4(|file| page(file, |page| drop(page.remove(b"TrimBox"))));
    "a bleed box inside the trim box", "HX712", 1, "beyond the bleed box", &[], x4(|file| page(file, |page| {
        page.set("BleedBox", vec![50.into(), 50.into(), 100.into(), 100.into()]);
    }));
    "a file for a print shop without its fonts", "HX713", 1, "is not in the file", &[], x4(|file| {
        for object in file.objects.values_mut() {
            if let Object::Dictionary(dictionary) = object {
                ["FontFile2", "FontFile3"].iter().for_each(|key| drop(dictionary.remove(key.as_bytes())));
            }
        }
    });
    "a red box in RGB among inks", "HX714", 1, "DeviceRGB", &[], x4(|file| draw(file, "1 0 0 rg 9 9 9 9 re f"));
    "a picture in RGB in PDF/X-1a", "HX714", 1, "a picture uses", &[], x1a(|file| {
        resource(file, "XObject", picture("ColorSpace", "DeviceRGB"));
        draw(file, "q 9 0 0 9 9 9 cm /Wrong Do Q");
    });
    "a colour with a profile in PDF/X-1a", "HX715", 1, "ICCBased", &[], x1a(|file| {
        let space = profiled(file, 3);
        resource(file, "ColorSpace", space);
        draw(file, "/Wrong cs 1 0 0 scn 9 9 9 9 re f");
    });
    "a page that mixes inks in RGB", "HX716", 1, "DeviceRGB", &[], x4(|file| page(file, |page| {
        page.set("Group", dictionary! { "S" => "Transparency", "CS" => "DeviceRGB" });
    }));
    "two different spot colours with the same name", "HX717", 0, "CutContour", &[], x4(|file| {
        let tint = dictionary! {
            "FunctionType" => 2, "N" => 1, "Domain" => vec![0.into(), 1.into()], "C0" => vec![Object::Integer(0); 4],
            "C1" => vec![1.into(), 0.into(), 0.into(), 0.into()],
        };
        let space: Vec<Object> = vec!["Separation".into(), "CutContour".into(), "DeviceCMYK".into(), tint.into()];
        resource(file, "ColorSpace", space);
        draw(file, "/Wrong cs 1 scn 9 9 9 9 re f");
    });
    "an overprinting CMYK colour that has a profile", "HX718", 1, "overprints", &[], x4(|file| {
        let space = profiled(file, 4);
        resource(file, "ColorSpace", space);
        draw(file, "/Over gs /Wrong cs 1 0 0 0 scn 9 9 9 9 re f");
    });
    "a translucent box in PDF/X-1a", "HX719", 1, "opacity", &[], x1a(|file| {
        resource(file, "ExtGState", dictionary! { "ca" => 0.5_f32 });
        draw(file, "/Wrong gs 9 9 9 9 re f");
    });
    "a blend mode that PDF does not have", "HX719", 1, "Glow", &[], x4(|file| {
        resource(file, "ExtGState", dictionary! { "BM" => "Glow" });
        draw(file, "/Wrong gs 9 9 9 9 re f");
    });
    "a transfer function", "HX720", 1, "TR", &[], x4(|file| {
        resource(file, "ExtGState", dictionary! { "TR" => "Identity" });
        draw(file, "/Wrong gs 9 9 9 9 re f");
    });
    "PostScript among the drawings", "HX721", 0, "PostScript", &[], x4(|file| {
        resource(file, "XObject", Stream::new(dictionary! { "Type" => "XObject", "Subtype" => "PS" }, Vec::new()));
    });
    "a picture with another version for print", "HX722", 0, "alternates", &[], x4(|file| {
        resource(file, "XObject", picture("Alternates", Vec::<Object>::new()));
    });
    "a picture that the shop replaces", "HX723", 0, "OPI", &[], x4(|file| {
        resource(file, "XObject", form("OPI", dictionary! {}));
    });
    "a drawing in another file", "HX724", 0, "another file", &[], x4(|file| {
        resource(file, "XObject", form("Ref", dictionary! {}));
    });
    "a picture that is compressed with LZW", "HX725", 0, "LZW", &[], x4(|file| {
        resource(file, "XObject", picture("Filter", "LZWDecode"));
    });
    "a picture that is compressed with JBIG2 in PDF/X-1a", "HX725", 0, "JBIG2", &[], x1a(|file| {
        resource(file, "XObject", picture("Filter", "JBIG2Decode"));
    });
    "an operator that PDF does not have", "HX726", 1, "`glow`", &[], x4(|file| draw(file, "BX 1 glow EX"));
    "a rendering intent that PDF does not have", "HX727", 1, "Relative", &[], x4(|file| draw(file, "/Relative ri"));
    "a comment on a page for a print shop", "HX728", 1, "Text", &[], x4(|file| page(file, |page| {
        let rect = vec![90.into(), 90.into(), 99.into(), 99.into()];
        page.set("Annots", vec![dictionary! { "Subtype" => "Text", "Rect" => rect }.into()]);
    }));
    "a script in a file for a print shop", "HX729", 0, "JavaScript", &[],
        x4(|file| catalogue(file, "OpenAction", dictionary! { "S" => "JavaScript" }));
    "an action in PDF/X-1a", "HX730", 0, "URI", &[],
        x1a(|file| catalogue(file, "OpenAction", dictionary! { "S" => "URI" }));
    "a form in XFA", "HX731", 0, "XFA", &[],
        x4(|file| catalogue(file, "AcroForm", dictionary! { "XFA" => Vec::<Object>::new() }));
    "layers that are switched automatically", "HX732", 0, "AS", &[], x4(|file| {
        let layers = file.catalog().unwrap().get(b"OCProperties").unwrap().as_dict().unwrap().clone();
        let mut state = layers.get(b"D").unwrap().as_dict().unwrap().clone();
        state.set("AS", Vec::<Object>::new());
        catalogue(file, "OCProperties", dictionary! { "OCGs" => layers.get(b"OCGs").unwrap().clone(), "D" => state });
    });
    "a file that prints only its trim boxes", "HX733", 0, "PrintArea", &[],
        x4(|file| catalogue(file, "ViewerPreferences", dictionary! { "PrintArea" => "TrimBox" }));
    "a slide show for a print shop", "HX734", 0, "slide show", &[],
        x4(|file| page(file, |page| page.set("PresSteps", dictionary! {})));
    "more ink than the shop allows", "HX741", 1, "250 %", &[], shop(&["ink=240"], |file| draw(file, RICH));
    "small letters of four inks", "HX742", 1, "8.0 pt", &[], shop(&["black-text"], |file| {
        draw(file, "BT 0.6 0.5 0.4 1 k /F0 8 Tf 1 0 0 1 90 -90 Tm (x) Tj ET");
    });
    "a picture with too few pixels", "HX743", 1, "8 pixels per inch", &[], shop(&["dpi=150"], |file| {
        resource(file, "XObject", picture("Interpolate", false));
        draw(file, "q 9 0 0 9 9 9 cm /Wrong Do Q");
    });
    "cut lines that are not on their plate", "HX744", 0, "Thru-cut", &[], shop(&["cut-plate=Thru-cut"], |_| {});
    "cut lines that do not overprint", "HX744", 1, "do not overprint", &[], shop(&["cut-plate=CutContour"], |file| {
        draw(file, "q /Knock gs /CutContour CS 1 SCN 9 9 m 20 20 l S Q");
    });
];

/// The files that the changes start from must be clean.
#[test]
fn the_files_for_print_shops_are_clean() {
    for verdict in
        [x4(|_| {}), x1a(|_| {}), shop(&["ink=300", "dpi=300", "black-text", "cut-plate=CutContour"], |_| {})]
    {
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
        assert!(verdict.rules >= 4 && verdict.summary().contains("no faults"), "{}", verdict.summary());
    }
}
