//! Tests of PDF/X-4. The tests read the finished file back: its colours, spot colours, boxes and
//! metadata.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object};

use crate::drawing::images::png;
use crate::support::run::{Ran, Run};
use hexpress::print::setup::Standard;

const LAYOUT: &str = r##"
[game]
title = "Press"
[[cards]]
size = "40 x 60mm"
rows = [{ name = "Ann" }]
face = [
  { fill = "teal" },
  { box = "30 x 10mm", at = "0 20mm", fill = "linear red to gold" },
  { box = "20 x 8mm", at = "0 -20mm", fill = "green", opacity = "50%" },
  { image = "photo.png", size = "9mm" },
  { text = "{{ name }}", font = "bold 20pt", at = "0 -8mm", colour = "#202024" },
  { text = "small print", font = "7pt", at = "0 10mm", colour = "#78202A" },
]
"##;

/// Builds the layout as PDF/X-4.
fn built() -> Ran {
    let run = Run::new().file("x.toml", LAYOUT).file("photo.png", png((1, 1), 8, 2, &[], &[0, 10, 200, 30]));
    run.args(["build", "x.toml", "--paper", "a4", "--cut", "scissors", "--standard", "pdfx-4"])
        .any_stderr()
        .run()
}

fn operations(file: &Document) -> Vec<Operation> {
    let page = *file.get_pages().get(&1).unwrap();
    Content::decode(&file.get_page_content(page)).unwrap().operations
}

fn numbers(operation: &Operation) -> Vec<f32> {
    operation.operands.iter().map(|operand| operand.as_float().unwrap()).collect()
}

fn is_name(object: &Object, name: &str) -> bool {
    object.as_name().is_ok_and(|found| found == name.as_bytes())
}

fn page(file: &Document) -> &Dictionary {
    file.get_dictionary(*file.get_pages().get(&1).unwrap()).unwrap()
}

fn resources<'f>(file: &'f Document, kind: &str) -> &'f Dictionary {
    let all = page(file).get_deref(b"Resources", file).unwrap().as_dict().unwrap();
    all.get(kind.as_bytes()).unwrap().as_dict().unwrap()
}

#[test]
fn the_file_states_its_standards_and_contains_one_profile() {
    let ran = built();
    let bytes = ran.bytes("output/x-a4.pdf");
    assert!(bytes.starts_with(b"%PDF-1.6\n"));
    let file = Document::load_mem(&bytes).unwrap();
    let catalog = file.catalog().unwrap();
    let intents = catalog.get_deref(b"OutputIntents", &file).unwrap().as_array().unwrap();
    let intents: Vec<_> = intents.iter().map(|intent| intent.as_dict().unwrap()).collect();
    let of = |key: &[u8]| intents.iter().map(|intent| intent.get(key).unwrap()).collect::<Vec<_>>();
    assert!(is_name(of(b"S")[0], "GTS_PDFX") && is_name(of(b"S")[1], "GTS_PDFA1") && intents.len() == 2);
    let profiles = of(b"DestOutputProfile");
    assert_eq!(profiles[0], profiles[1]);
    let profile = file.dereference(profiles[0]).unwrap().1.as_stream().unwrap();
    let icc = profile.decompressed_content().unwrap();
    assert_eq!((profile.dict.get(b"N").unwrap().as_i64().unwrap(), &icc[12..20]), (4, &b"prtrCMYK"[..]));
    let information = file.trailer.get_deref(b"Info", &file).unwrap().as_dict().unwrap();
    assert!(is_name(information.get(b"Trapped").unwrap(), "False"));
    assert_eq!(information.get(b"ModDate").unwrap().as_str().unwrap(), b"D:20260101000000Z");
    let metadata = catalog.get_deref(b"Metadata", &file).unwrap().as_stream().unwrap();
    let xmp = String::from_utf8(metadata.content.clone()).unwrap();
    assert!(roxmltree::Document::parse(&xmp).is_ok());
    for part in [
        "<pdfxid:GTS_PDFXVersion>PDF/X-4<",
        "<pdf:Trapped>False<",
        "<xmp:ModifyDate>2026-01-01T00:00:00Z<",
        "<xmpMM:DocumentID>uuid:",
        "<pdfaid:part>3<",
        "<pdfuaid:part>1<",
        "<pdfaSchema:prefix>pdfxid<",
    ] {
        assert!(xmp.contains(part), "XMP without {part}");
    }
}

#[test]
fn every_page_has_its_boxes_and_blends_inks() {
    let ran = built();
    let file = Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap();
    let page = page(&file);
    for key in [b"TrimBox".as_slice(), b"BleedBox"] {
        assert_eq!(page.get(key).unwrap(), page.get(b"MediaBox").unwrap());
    }
    let group = page.get(b"Group").unwrap().as_dict().unwrap();
    assert!(is_name(group.get(b"CS").unwrap(), "DeviceCMYK"));
}

#[test]
fn all_colours_are_inks() {
    let ran = built();
    let file = Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap();
    let operations = operations(&file);
    let screen = operations.iter().find(|operation| ["g", "G", "rg", "RG"].contains(&&*operation.operator));
    assert!(screen.is_none(), "{screen:?}");
    assert!(operations.iter().any(|operation| operation.operator == "k" && numbers(operation)[0] > 0.5));
    let of_kind = |key: &'static [u8]| {
        file.objects.values().filter(move |object| object.as_dict().is_ok_and(|dict| dict.has(key)))
    };
    for shading in of_kind(b"ShadingType") {
        let shading = shading.as_dict().unwrap();
        assert!(is_name(shading.get(b"ColorSpace").unwrap(), "DeviceCMYK"));
        let function = shading.get(b"Function").unwrap().as_dict().unwrap();
        let first = function
            .get(b"Functions")
            .map_or(function, |parts| parts.as_array().unwrap()[0].as_dict().unwrap());
        assert_eq!(first.get(b"C0").unwrap().as_array().unwrap().len(), 4);
    }
    assert_eq!(of_kind(b"ShadingType").count(), 1);
    // Pictures in RGB keep their pixels, and have a colour profile.
    let picture = file.objects.values().filter_map(|object| object.as_stream().ok());
    let mut spaces = picture.filter_map(|stream| stream.dict.get(b"ColorSpace").ok());
    let space = spaces.next().unwrap().as_array().unwrap();
    assert!(is_name(&space[0], "ICCBased"));
    let profile = file.dereference(&space[1]).unwrap().1.as_stream().unwrap();
    assert_eq!(profile.dict.get(b"N").unwrap().as_i64().unwrap(), 3);
}

/// Returns the inks of each text, and whether the text overprints the drawings below it.
fn letters(operations: &[Operation]) -> Vec<(Vec<f32>, bool)> {
    let (mut inks, mut prints_over, mut found) = (Vec::new(), false, Vec::new());
    for operation in operations {
        match operation.operator.as_str() {
            "gs" if is_name(&operation.operands[0], "Over") => prints_over = true,
            "gs" if is_name(&operation.operands[0], "Knock") => prints_over = false,
            "k" => inks = numbers(operation),
            "TJ" => found.push((inks.clone(), prints_over)),
            _ => {}
        }
    }
    found
}

#[test]
fn dark_words_are_black_ink_alone_and_print_over_colours() {
    let ran = built();
    let file = Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap();
    let letters = letters(&operations(&file));
    assert!(letters.contains(&(vec![0.0, 0.0, 0.0, 1.0], true)), "{letters:?}");
    let tint = letters.iter().find(|(inks, _)| inks[..3] == [0.0; 3] && inks[3] < 1.0 && inks[3] > 0.7);
    assert!(tint.is_some_and(|(_, prints_over)| !prints_over), "{letters:?}");
    let states = resources(&file, "ExtGState");
    let over = states.get(b"Over").unwrap().as_dict().unwrap();
    assert!(over.get(b"op").unwrap().as_bool().unwrap() && over.get(b"OPM").unwrap().as_i64().unwrap() == 1);
    let knock_out = states.get(b"Knock").unwrap().as_dict().unwrap();
    assert!(!knock_out.get(b"op").unwrap().as_bool().unwrap());
}

#[test]
fn cut_lines_have_a_plate_of_their_own() {
    let ran = built();
    let file = Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap();
    let operations = operations(&file);
    let cut = operations.iter().position(|operation| operation.operator == "CS").unwrap();
    assert!(is_name(&operations[cut].operands[0], "CutContour"));
    assert_eq!(operations[cut + 1].operator, "SCN");
    let before = operations[..cut].iter().rfind(|operation| operation.operator == "gs").unwrap();
    assert!(is_name(&before.operands[0], "Over"));
    let space = resources(&file, "ColorSpace").get(b"CutContour").unwrap().as_array().unwrap();
    assert!(is_name(&space[0], "Separation") && is_name(&space[1], "CutContour"));
}

#[test]
fn a_file_for_a_press_is_built_again_from_its_record() {
    let ran = built();
    let before = ran.bytes("output/x-a4.pdf");
    let again = Run::new().file("old.pdf", before.clone()).args(["build", "old.pdf"]).any_stderr().run();
    assert_eq!(again.bytes("output/x-a4.pdf"), before);
}

#[test]
fn pieces_for_a_shop_can_be_for_a_press() {
    let run = Run::new().file("x.toml", LAYOUT.replace("40 x 60mm", "poker"));
    let run = run.file("photo.png", png((1, 1), 8, 2, &[], &[0, 10, 200, 30]));
    let args = ["build", "x.toml", "--for", "european-printer", "--standard", "pdfx-4"];
    let ran = run.args(args).any_stderr().run();
    let name = ran.folder.files().into_iter().find(|name| name.ends_with("cards.pdf")).unwrap();
    let bytes = ran.bytes(&name);
    let file = Document::load_mem(&bytes).unwrap();
    let page = page(&file);
    assert_eq!(page.get(b"BleedBox").unwrap(), page.get(b"MediaBox").unwrap());
    assert_ne!(page.get(b"TrimBox").unwrap(), page.get(b"MediaBox").unwrap());
    assert!(bytes.starts_with(b"%PDF-1.6\n"));
    let operations = operations(&file);
    assert!(!operations.iter().any(|operation| ["g", "G", "rg", "RG"].contains(&&*operation.operator)));
}

/// `docs/pdfx.md` lists the rules of the standards, with their clauses.
#[test]
fn the_page_lists_the_rules_of_the_standards() {
    const PAGE: &str = include_str!("../../../docs/pdfx.md");
    const HEAD: &str = "| code | what holds | clause of PDF/X-4 | clause of PDF/X-1a |\n|---|---|---|---|\n";
    let mut table = String::new();
    for rule in hexpress::check::rules().filter(|rule| !rule.clauses.is_empty()) {
        let clause = |wanted: Standard| {
            let found = rule.clauses.iter().find(|(standard, _)| *standard == wanted);
            found.map_or("", |(_, clause)| clause)
        };
        let [x4, x1a] = [Standard::PdfX4, Standard::PdfX1a].map(clause);
        table.push_str(&format!("| {} | {} | {x4} | {x1a} |\n", rule.code, rule.title));
    }
    let (before, rest) = PAGE.split_once(HEAD).unwrap();
    let (written, after) = rest.split_at(rest.find("\n\n").map_or(0, |end| end + 1));
    if written != table && std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pdfx.md");
        std::fs::write(path, format!("{before}{HEAD}{table}{after}")).unwrap();
        return;
    }
    assert!(written == table, "docs/pdfx.md should have\n{table}");
}

/// A layout without anything transparent.
const FLAT: &str = r##"
[game]
title = "Flat"
[[cards]]
size = "poker"
rows = [{ name = "Ann" }]
face = [
  { fill = "teal" },
  { box = "30 x 10mm", at = "0 20mm", fill = "linear red to gold" },
  { image = "photo.png", size = "9mm" },
  { text = "{{ name }}", font = "bold 20pt", at = "0 -8mm", colour = "#202024" },
]
back = [{ fill = "navy" }]
"##;

fn flat() -> Run {
    let photo = png((2, 1), 8, 2, &[], &[0, 200, 30, 30, 30, 30, 200]);
    Run::new().file("x.toml", FLAT).file("photo.png", photo)
}

#[test]
fn pdf_x_1a_has_only_inks_and_features_of_pdf_1_4() {
    let args = ["build", "x.toml", "--paper", "a4", "--cut", "scissors", "--standard", "pdfx-1a"];
    let ran = flat().args(args).any_stderr().run();
    let bytes = ran.bytes("output/x-a4.pdf");
    assert!(bytes.starts_with(b"%PDF-1.4\n"));
    let text = String::from_utf8_lossy(&bytes);
    for absent in
        ["/ObjStm", "/XRef", "/OCG", "/OCProperties", "/SMask", "/ICCBased", "/DeviceRGB", "/EmbeddedFile"]
    {
        assert!(!text.contains(absent), "{absent}");
    }
    assert!(text.contains("\nxref\n0 ") && text.contains("/GTS_PDFXVersion(PDF/X-1a:2003)"));
    let file = Document::load_mem(&bytes).unwrap();
    let operations = operations(&file);
    assert!(!operations.iter().any(|operation| ["g", "G", "rg", "RG"].contains(&&*operation.operator)));
    let picture = file.objects.values().filter_map(|object| object.as_stream().ok());
    let mut pictures =
        picture.filter(|stream| stream.dict.get(b"Subtype").is_ok_and(|kind| is_name(kind, "Image")));
    let picture = pictures.next().unwrap();
    assert!(is_name(picture.dict.get(b"ColorSpace").unwrap(), "DeviceCMYK"));
    // The two pixels of the picture, red and blue, are converted to four inks.
    let row = picture.get_plain_content().unwrap();
    let [_, magenta, yellow, _, cyan, ..] = &row[..] else { panic!() };
    assert!(row.len() == 8 && *magenta > 180 && *yellow > 180 && *cyan > 180, "{row:?}");
    // The checker finds no fault in its own file.
    let checked =
        Run::new().file("x.pdf", bytes.clone()).args(["check", "x.pdf", "--standard", "pdfx-1a"]).run();
    assert!(checked.stdout.contains("rules of PDF/X-1a:2003: no faults"), "{}", checked.stdout);
    let usual = Run::new().file("x.pdf", bytes).args(["check", "x.pdf"]).any_stderr().any_status().run();
    assert!(usual.stdout.contains("clean"), "{} {}", usual.stdout, usual.stderr);
}

#[test]
fn the_preset_of_a_shop_sets_the_standard_and_its_files_are_checked() {
    let ran = flat().args(["build", "x.toml", "--for", "drivethrucards"]).any_stderr().run();
    let bytes = ran.bytes("output/x-drivethrucards/cards.pdf");
    assert!(bytes.starts_with(b"%PDF-1.4\n"));
    let file = Document::load_mem(&bytes).unwrap();
    let page = page(&file);
    let numbers = |key: &[u8]| -> Vec<f32> {
        page.get(key).unwrap().as_array().unwrap().iter().map(|number| number.as_float().unwrap()).collect()
    };
    assert_eq!(numbers(b"MediaBox"), [0.0, 0.0, 198.0, 270.0]);
    assert_eq!(numbers(b"TrimBox"), [9.0, 9.0, 189.0, 261.0]);
    assert_eq!(file.get_pages().len(), 2);
    assert!(ran.stdout.contains("second-hand"), "{}", ran.stdout);
    let checked =
        Run::new().file("x.pdf", bytes).args(["check", "x.pdf", "--for", "drivethrucards", "--json"]).run();
    let verdict = &checked.json()["results"][0];
    assert_eq!(verdict["checked"]["standard"], "PDF/X-1a:2003");
    assert!(verdict["checked"]["codes"].as_array().unwrap().iter().any(|code| code == "HX741"));
}

/// Returns the bundled colour profile, with a description that begins with `MINE`.
fn own_profile() -> Vec<u8> {
    let ran = built();
    let file = Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap();
    let streams = file.objects.values().filter_map(|object| object.as_stream().ok());
    let mut profiles =
        streams.filter(|stream| stream.dict.get(b"N").is_ok_and(|n| n.as_i64().is_ok_and(|n| n == 4)));
    let mut profile = profiles.next().unwrap().decompressed_content().unwrap();
    // The data of the tag consists of its type, four zeros, the length of the text, and the text.
    let tag = profile.windows(8).position(|window| window == b"desc\0\0\0\0").unwrap();
    profile[tag + 12..tag + 16].copy_from_slice(b"MINE");
    profile
}

#[test]
fn colours_are_for_the_press_of_a_profile() {
    let photo = png((1, 1), 8, 2, &[], &[0, 10, 200, 30]);
    let run = || Run::new().file("x.toml", LAYOUT).file("photo.png", photo.clone());
    let args = ["build", "x.toml", "--paper", "a4", "--standard", "pdfx-4", "--profile", "mine.icc"];
    let ran = run().file("mine.icc", own_profile()).args(args).any_stderr().run();
    let bytes = ran.bytes("output/x-a4.pdf");
    let file = Document::load_mem(&bytes).unwrap();
    let intents = file.catalog().unwrap().get_deref(b"OutputIntents", &file).unwrap().as_array().unwrap();
    let intent = intents[0].as_dict().unwrap();
    let condition = intent.get(b"OutputConditionIdentifier").unwrap().as_str().unwrap();
    assert!(condition.starts_with(b"MINE") && !intent.has(b"RegistryName"));
    assert!(ran.stdout.contains("with the inks of MINE"), "{}", ran.stdout);
    let checked =
        Run::new().file("x.pdf", bytes.clone()).args(["check", "x.pdf", "--standard", "pdfx-4"]).run();
    assert!(checked.stdout.contains("no faults"), "{}", checked.stdout);
    // The file is built again with the profile that it contains.
    let again = Run::new().file("old.pdf", bytes.clone()).args(["build", "old.pdf"]).any_stderr().run();
    assert_eq!(again.bytes("output/x-a4.pdf"), bytes);
}
