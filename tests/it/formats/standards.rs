//! Tests of PDF/A-3b and PDF/UA-1. The tests search the finished bytes for what the standards
//! require. If veraPDF is installed, it validates many files.

use std::collections::BTreeSet;
use std::process::Command;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};

use crate::drawing::images::{JPEG, png};
use crate::support::programs::leave_out;
use crate::support::run::{Ran, Run};

/// Returns the faults of a file of hexpress that should conform to PDF/A-3b and PDF/UA-1.
pub fn faults(pdf: &[u8]) -> Vec<String> {
    let file = Document::load_mem(pdf).unwrap();
    let mut faults = Vec::new();
    let catalog = file.catalog().unwrap();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            faults.push(what.to_owned());
        }
    };
    must(pdf.starts_with(b"%PDF-1.7\n%") && pdf[10..14].iter().all(|byte| *byte >= 128), "the head");
    let xmp = xmp(&file);
    for part in
        ["<pdfaid:part>3<", "<pdfaid:conformance>", "<pdfuaid:part>1<", "<dc:title>", "<pdfaSchema:prefix>"]
    {
        must(xmp.contains(part), &format!("XMP without {part}"));
    }
    must(roxmltree::Document::parse(&xmp).is_ok(), "XMP that is no XML");
    must(profile(&file).is_some_and(|icc| icc.len() == size(&icc) && &icc[36..40] == b"acsp"), "the intent");
    must(associated(&file), "an attached file that is not associated");
    must(catalog.has(b"Lang"), "no language");
    must(marked(catalog), "not marked as tagged");
    must(layers_are_shown(&file), "layers");
    for key in ["AA", "OpenAction", "Perms", "Requirements"] {
        must(!catalog.has(key.as_bytes()), &format!("the catalogue has {key}"));
    }
    must(!file.trailer.has(b"Encrypt"), "encryption");
    for (number, id) in file.get_pages() {
        let own_dictionary = file.get_dictionary(id).unwrap();
        let resources = own_dictionary.get_deref(b"Resources", &file).and_then(Object::as_dict);
        must(resources.is_ok(), &format!("page {number} without resources"));
        must(
            !own_dictionary.has(b"AA") && !own_dictionary.has(b"Annots"),
            &format!("page {number} with more than drawings"),
        );
        let Ok(resources) = resources else { continue };
        let page = Page { file: &file, number, resources };
        page.contents(id).into_iter().for_each(|fault| must(false, &fault));
        must(page.is_told(id), &format!("page {number}: tags"));
    }
    faults
}

fn xmp(file: &Document) -> String {
    let stream = file.catalog().unwrap().get_deref(b"Metadata", file).and_then(Object::as_stream);
    stream.map_or_else(|_| String::new(), |stream| String::from_utf8(stream.content.clone()).unwrap())
}

/// Returns the colour profile, if the file has exactly one output intent.
fn profile(file: &Document) -> Option<Vec<u8>> {
    let intents = file.catalog().ok()?.get_deref(b"OutputIntents", file).ok()?.as_array().ok()?;
    let [Object::Dictionary(intent)] = intents.as_slice() else { return None };
    let profile = intent.get_deref(b"DestOutputProfile", file).ok()?.as_stream().ok()?;
    let is_rgb = profile.dict.get(b"N").ok()?.as_i64().ok()? == 3;
    let is_archival = intent.get(b"S").ok()?.as_name().ok()? == b"GTS_PDFA1";
    (is_rgb && is_archival).then(|| profile.content.clone())
}

fn size(icc: &[u8]) -> usize {
    u32::from_be_bytes(icc[..4].try_into().unwrap()) as usize
}

/// Returns whether all attached files are associated with the document (`/AF`). Each file must be a
/// source of the document, and must have a media type.
fn associated(file: &Document) -> bool {
    let catalog = file.catalog().unwrap();
    let names = catalog.get_deref(b"Names", file).and_then(Object::as_dict);
    let Ok(files) = names.and_then(|names| names.get_deref(b"EmbeddedFiles", file)?.as_dict()) else {
        return true;
    };
    let names = files.get(b"Names").unwrap().as_array().unwrap();
    let all: Vec<ObjectId> = names.iter().filter_map(|name| name.as_reference().ok()).collect();
    let reported = catalog.get_deref(b"AF", file).and_then(Object::as_array).cloned().unwrap_or_default();
    let reported: Vec<ObjectId> = reported.iter().filter_map(|name| name.as_reference().ok()).collect();
    let whole = |id: &ObjectId| {
        let spec = file.get_dictionary(*id).unwrap();
        let stream = spec.get(b"EF").unwrap().as_dict().unwrap().get_deref(b"F", file).unwrap();
        let mime = stream.as_stream().unwrap().dict.get(b"Subtype").unwrap().as_name().unwrap();
        let source = spec.get(b"AFRelationship").and_then(Object::as_name);
        source.is_ok_and(|source| source == b"Source") && mime.contains(&b'/') && spec.has(b"UF")
    };
    all == reported && all.iter().all(whole)
}

fn marked(catalog: &Dictionary) -> bool {
    let marks = catalog.get(b"MarkInfo").and_then(Object::as_dict);
    marks.and_then(|marks| marks.get(b"Marked")?.as_bool()).unwrap_or(false)
}

/// Returns whether the layer list of the viewer includes all layers, and no layer is off.
fn layers_are_shown(file: &Document) -> bool {
    let Ok(layers) = file.catalog().unwrap().get_deref(b"OCProperties", file) else { return false };
    let layers = layers.as_dict().unwrap();
    let shown = layers.get(b"D").unwrap().as_dict().unwrap();
    let named = shown.get(b"Name").is_ok_and(|name| !name.as_str().unwrap().is_empty());
    named && shown.get(b"Order").ok() == layers.get(b"OCGs").ok() && !shown.has(b"OFF")
}

struct Page<'f> {
    file: &'f Document,
    number: u32,
    resources: &'f Dictionary,
}

impl Page<'_> {
    fn has(&self, kind: &str, name: &Object) -> bool {
        let all = self.resources.get_deref(kind.as_bytes(), self.file).and_then(Object::as_dict);
        all.is_ok_and(|all| name.as_name().is_ok_and(|name| all.has(name)))
    }

    /// Returns the faults in the contents of a page or form. The faults are missing resources, and
    /// drawings that are neither read aloud nor marked as artifacts.
    fn contents(&self, id: ObjectId) -> Vec<String> {
        let contents = Content::decode(&self.file.get_page_content(id)).unwrap();
        let mut open: Vec<bool> = Vec::new();
        // The nesting depth of the open heading, and whether the heading has text.
        let mut heading: Option<(usize, bool)> = None;
        let mut faults = Vec::new();
        for operation in &contents.operations {
            let first = operation.operands.first();
            let named = |kind: &str| first.is_some_and(|name| self.has(kind, name));
            match (operation.operator.as_str(), &mut heading) {
                ("BDC", None) if first.is_some_and(|tag| tag.as_name().unwrap() == b"H1") => {
                    heading = Some((open.len(), false));
                }
                ("TJ" | "Tj", Some((_, has_words))) => *has_words = true,
                ("EMC", Some((depth, has_words))) if *depth + 1 == open.len() => {
                    if !*has_words {
                        faults.push(format!("page {}: a heading without words", self.number));
                    }
                    heading = None;
                }
                _ => {}
            }
            let fault = match operation.operator.as_str() {
                "Tf" => !named("Font"),
                "Do" => !named("XObject") || !open.contains(&true),
                "BDC" | "BMC" => {
                    let properties = operation.operands.get(1);
                    let of = |key: &[u8]| properties.is_some_and(|p| p.as_dict().is_ok_and(|p| p.has(key)));
                    let artifact = first.is_some_and(|tag| tag.as_name().unwrap() == b"Artifact");
                    let twice = (artifact || of(b"MCID")) && open.contains(&true);
                    open.push(artifact || of(b"MCID"));
                    let layer = properties.is_some_and(|p| p.as_name().is_ok() && !self.has("Properties", p));
                    twice || layer
                }
                "EMC" => open.pop().is_none(),
                "f" | "f*" | "S" | "B" | "TJ" | "Tj" => !open.contains(&true),
                _ => false,
            };
            if fault {
                faults.push(format!("page {}: {operation:?}", self.number));
            }
        }
        faults
    }

    /// Returns whether a screen reader can read the whole page.
    ///
    /// Every mark must belong to an element. Every element must have a different text, and the
    /// first one must be a heading.
    fn is_told(&self, id: ObjectId) -> bool {
        let text = String::from_utf8_lossy(&self.file.get_page_content(id)).into_owned();
        if is_text(self.file, id) {
            return text.contains("/MCID ");
        }
        let (marks, elements) = elements(self.file, id);
        let words: BTreeSet<_> = elements.iter().map(|(_, words)| words).filter(|w| !w.is_empty()).collect();
        let heading = elements.first().is_some_and(|(kind, _)| kind == "H1");
        heading && text.matches("/MCID ").count() == marks && words.len() == elements.len()
    }
}

/// Returns whether a page belongs to a `[[page]]`: a text with headings, lists and tables. Other tests check
/// how such pages are read aloud.
fn is_text(file: &Document, page: ObjectId) -> bool {
    String::from_utf8_lossy(&file.get_page_content(page)).contains("/text:")
}

/// Returns what is read aloud on a page: the number of marks, and the kind and text of each
/// element.
fn elements(file: &Document, page: ObjectId) -> (usize, Vec<(String, String)>) {
    let number = file.get_dictionary(page).unwrap().get(b"StructParents");
    let Ok(number) = number.and_then(Object::as_i64) else { return (0, Vec::new()) };
    let root = file.catalog().unwrap().get_deref(b"StructTreeRoot", file).unwrap().as_dict().unwrap();
    let parents = root.get_deref(b"ParentTree", file).unwrap().as_dict().unwrap();
    let list = parents.get(b"Nums").unwrap().as_array().unwrap();
    let own = list.chunks(2).find(|pair| pair[0].as_i64().unwrap() == number).unwrap();
    let own: Vec<_> = own[1].as_array().unwrap().iter().map(|id| id.as_reference().unwrap()).collect();
    let element = |mark: usize, id: ObjectId| {
        let element = file.get_dictionary(id).unwrap();
        assert_eq!(element.get(b"Pg").unwrap().as_reference().unwrap(), page);
        let marks = match element.get(b"K").unwrap() {
            Object::Array(marks) => marks.clone(),
            one => vec![one.clone()],
        };
        assert!(marks.contains(&(mark as i64).into()), "mark {mark} of {element:?}");
        let kind = String::from_utf8_lossy(element.get(b"S").unwrap().as_name().unwrap()).into_owned();
        let heard = if kind == "H1" { element.get(b"ActualText") } else { element.get(b"Alt") };
        (kind, decode_text_string(heard.unwrap()).unwrap())
    };
    let first = |(mark, id): &(usize, &ObjectId)| !own[..*mark].contains(id);
    let elements = own.iter().enumerate().filter(first).map(|(mark, id)| element(mark, *id)).collect();
    (own.len(), elements)
}

/// Returns the texts that are read aloud in a whole file.
fn aloud(pdf: &[u8]) -> Vec<String> {
    let file = Document::load_mem(pdf).unwrap();
    let pages: Vec<ObjectId> = file.get_pages().into_values().filter(|page| !is_text(&file, *page)).collect();
    pages.iter().flat_map(|page| elements(&file, *page).1).map(|(_, words)| words).collect()
}

fn pdfs(ran: &Ran) -> Vec<String> {
    ran.folder.files().into_iter().filter(|name| name.ends_with(".pdf")).collect()
}

#[test]
fn every_game_is_made_for_archives_and_screen_readers() {
    for paper in ["iso", "us"] {
        let ran = Run::new().args(["build", "--all", "--paper", paper]).run();
        for name in pdfs(&ran) {
            let bytes = ran.bytes(&name);
            assert_eq!(faults(&bytes), [""; 0], "{name}");
            let xmp = xmp(&Document::load_mem(&bytes).unwrap());
            assert!(xmp.contains("<pdfaid:conformance>A<"), "{name}");
        }
    }
}

/// The fault that is reported if a part of the file is missing, and a function that removes this
/// part.
type Loss = (&'static str, fn(&mut Document));

#[test]
fn removed_parts_are_reported() {
    fn catalog(file: &mut Document, key: &str) {
        assert!(file.catalog_mut().unwrap().remove(key.as_bytes()).is_some(), "{key}");
    }
    fn dollars(file: &mut Document) -> &mut Dictionary {
        let id = file.get_pages()[&4];
        file.get_dictionary_mut(id).unwrap()
    }
    let losses: [Loss; 7] = [
        ("XMP without <pdfaid:part>3<", |file| catalog(file, "Metadata")),
        ("the intent", |file| catalog(file, "OutputIntents")),
        ("an attached file that is not associated", |file| catalog(file, "AF")),
        ("page 4 without resources", |file| drop(dollars(file).remove(b"Resources"))),
        ("page 4: tags", |file| drop(dollars(file).remove(b"StructParents"))),
        ("not marked as tagged", |file| catalog(file, "MarkInfo")),
        ("layers", |file| catalog(file, "OCProperties")),
    ];
    for (what, lose) in losses {
        let mut file = Document::load_mem(&crate::games::ISO.0).unwrap();
        lose(&mut file);
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).unwrap();
        let found = faults(&bytes);
        assert!(found.iter().any(|fault| fault == what), "{what}: {found:?}");
    }
}

#[test]
fn pages_are_labelled_and_found_by_what_is_on_them() {
    let file = Document::load_mem(&crate::games::ISO.0).unwrap();
    let catalog = file.catalog().unwrap();
    let labels = catalog.get(b"PageLabels").unwrap().as_dict().unwrap().get(b"Nums").unwrap();
    let labels: Vec<(i64, String)> = labels
        .as_array()
        .unwrap()
        .chunks(2)
        .map(|pair| {
            let prefix = pair[1].as_dict().unwrap().get(b"P").unwrap();
            (pair[0].as_i64().unwrap(), decode_text_string(prefix).unwrap())
        })
        .collect();
    let names = ["board", "movement", "pounds", "dollars", "rules"];
    let expected: Vec<_> = (0..).zip(names.map(|name| format!("{name} "))).collect();
    assert_eq!(labels, expected);
    let mut marks = Vec::new();
    let mut next =
        catalog.get_deref(b"Outlines", &file).unwrap().as_dict().unwrap().get_deref(b"First", &file);
    while let Ok(mark) = next.and_then(Object::as_dict) {
        let page = mark.get(b"Dest").unwrap().as_array().unwrap()[0].as_reference().unwrap();
        let (number, _) = file.get_pages().into_iter().find(|(_, id)| *id == page).unwrap();
        marks.push((number, decode_text_string(mark.get(b"Title").unwrap()).unwrap()));
        next = mark.get_deref(b"Next", &file);
    }
    assert_eq!(marks, (1..).zip(names.map(str::to_owned)).collect::<Vec<_>>());
}

/// Two cards with backs, and a counter.
const DECK: &str = "[game]\ntitle = \"Größe <&>\"\n\n\
    [[cards]]\nname = \"deeds\"\nsize = \"63 x 88mm\"\nrows = [{ say = \"Ja\" }, { say = \"Né\" }]\n\
    face = [{ text = \"{{ say }}\", font = \"12pt\" }, { text = \"海\", font = \"own 9pt\", at = \"bottom\", inset = \"3mm\" }, { star = \"9mm\", at = \"top\", fill = \"gold\" }]\n\
    back = [{ fill = \"#335577\" }]\n\n\
    [[counters]]\nacross = \"20mm\"\nface = [{ fill = \"gold\" }]\n\n\
    [fonts]\nown = \"cjk.otf\"\n";

const CJK: &[u8] = include_bytes!("../../fonts/cjk.otf");

fn deck(options: &[&str]) -> Ran {
    let run = Run::new().file("x.toml", DECK).file("cjk.otf", CJK);
    run.args(["build", "x.toml"].into_iter().chain(options.iter().copied())).any_stderr().run()
}

#[test]
fn a_page_is_read_aloud_in_order() {
    let ran = deck(&["--backs", "flip-long"]);
    let spoken = aloud(&ran.bytes("output/x-iso.pdf"));
    let expected = [
        "Größe <&>: deeds 1",
        "deeds 1: Ja 海",
        "deeds 2: Né 海",
        "Größe <&>: deeds back 1",
        "deeds 1 back",
        "deeds 2 back",
        "Größe <&>: counters 1",
        "counters 1",
    ];
    assert_eq!(spoken, expected);
    let thing = aloud(&crate::games::ISO.0);
    assert!(thing.iter().any(|spoken| spoken == "movement 1: 1W ONE WEST"), "{thing:?}");
}

/// A board with names and kinds, pieces without text, and backs.
const SILENT: &str = "\
[game]\ntitle = \"x\"\nseats = 2\n\n\
[[board]]\ncells = \"square\"\nfit = \"largest\"\nshape = \"rectangle 2 x 2\"\nnames = \"chess\"\n\
show-names = \"inside\"\nnames-for = \"each seat\"\nnames-at = \"top-left\"\ntwo-colours = { a1 = \"dark\", a2 = \"light\" }\n\n\
[colours]\ndark = \"#8A5A3B\"\nlight = \"#EBD3B0\"\n\n\
[[counters]]\nname = \"men\"\nacross = \"20mm\"\nrows = [{ side = \"light\", is = \"king\", worth = 9 }]\n\
face = [{ fill = \"{{ side }}\" }, { icon = \"crown\", size = \"40%\" }]\nback = [{ fill = \"gold\" }]\n\n\
[[counters]]\nname = \"marks\"\nacross = \"20mm\"\nrows = [{ side = \"dark\" }]\n\
face = [{ fill = \"{{ side }}\", alt = \"{{ side }} ground\" }, { text = \"A\", font = \"9pt\", colour = \"white\", alt = \"an A\" }]\n\n\
[[tiles]]\nname = \"hexes\"\ncells = \"flat-top\"\nacross = \"30mm\"\nrows = [{ edges = \"red blue red blue red blue\" }]\n\
face = [{ edge-band = \"{{ edge }}\", at = \"each edge\" }, { text = \"7\", at = \"bottom\", inset = \"8mm\", for = \"each seat\", font = \"9pt\" }]\n";

#[test]
fn cells_and_pieces_are_heard_by_what_the_layout_calls_them() {
    let run =
        Run::new().file("x.toml", SILENT).args(["build", "x.toml", "--one-file", "--backs", "flip-long"]);
    let ran = run.any_stderr().any_status().run();
    let output: Vec<String> = pdfs(&ran).iter().flat_map(|name| aloud(&ran.bytes(name))).collect();
    for heard in [
        "board a1, dark",
        "board a2, light",
        "men 1: light, king, worth 9",
        "men 1 back",
        "marks 1: dark ground an A",
        "hexes 1: 7, edges red blue red blue red blue",
    ] {
        assert!(output.iter().any(|words| words == heard), "{heard}: {output:?}");
    }
}

/// The heading of a page is a line that is printed on the page. If there is no space for this line, the page
/// has a section in place of the heading.
#[test]
fn a_heading_has_words_and_a_page_without_words_has_a_section() {
    let layout =
        "[[board]]\nname = \"b\"\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 2 x 2\"\n";
    let built = |paper: &str| {
        let run =
            Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", paper, "--margin", "0mm"]);
        run.any_stderr().any_status().run().bytes(&format!("output/x-{paper}.pdf"))
    };
    let sheet = built("a4");
    assert_eq!(faults(&sheet), [""; 0]);
    let kinds = |pdf: &[u8]| -> BTreeSet<String> {
        let file = Document::load_mem(pdf).unwrap();
        let elements = file.objects.values().filter_map(|object| object.as_dict().ok());
        let kinds = elements
            .filter(|own_dictionary| own_dictionary.has(b"S") && own_dictionary.has(b"P"))
            .filter_map(|own_dictionary| own_dictionary.get(b"S").ok());
        kinds.map(|kind| String::from_utf8_lossy(kind.as_name().unwrap()).into_owned()).collect()
    };
    assert_eq!(kinds(&sheet), ["Document", "Figure", "H1"].map(str::to_owned).into());
    // A sheet of this size has no space for text.
    assert_eq!(kinds(&built("41x41mm")), ["Document", "Figure", "Sect"].map(str::to_owned).into());
}

/// Pieces, a board, a theme and a picture can each set a text to read aloud.
#[test]
fn the_layout_says_what_is_heard() {
    let layout = "[game]\ntitle = \"x\"\ntheme = \"own.toml\"\n\n\
        [[board]]\nname = \"goban\"\ncells = \"square\"\nacross = \"10mm\"\nshape = \"rectangle 3 x 3\"\nalt = \"board of {{ title }}\"\n\n\
        [[counters]]\nname = \"men\"\nacross = \"20mm\"\nrows = [{ side = \"white\" }]\nalt = \"{{ side }} king\"\n\
        face = [{ text = \"K\", font = \"9pt\" }]\nback = [{ fill = \"gold\" }]\n\n\
        [[cards]]\nname = \"deck\"\nsize = \"mini\"\nrows = [{ call = \"Ann\" }]\nface = [{ disc = \"9mm\", fill = \"navy\" }]\n\n\
        [[tiles]]\nname = \"pictures\"\ncells = \"flat-top\"\nacross = \"30mm\"\nrows = [{ }, { own = \"mine\" }]\n\
        face = [{ image = \"a.svg\", size = \"9mm\", when = \"own == ''\" }, { image = \"a.svg\", size = \"9mm\", alt = \"{{ own }}\", when = \"own\" }]\n";
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><title>a  red\n disc</title>\
        <g><title>not this</title><circle cx='4' cy='4' r='3'/></g></svg>";
    let run =
        Run::new().file("x.toml", layout).file("own.toml", "[cards]\nalt = \"{{ headline }} of the deck\"\n");
    let ran = run
        .file("a.svg", svg)
        .args(["build", "x.toml", "--one-file", "--backs", "flip-long"])
        .any_stderr()
        .run();
    let bytes = ran.bytes("output/x-iso.pdf");
    assert_eq!(faults(&bytes), [""; 0]);
    let spoken = aloud(&bytes);
    for heard in [
        "goban: board of x",
        "men 1: white king",
        "men 1 back",
        "deck 1: Ann of the deck",
        "pictures 1: a red disc",
        "pictures 2: mine",
    ] {
        assert!(spoken.iter().any(|words| words == heard), "{heard}: {spoken:?}");
    }
}

#[test]
fn numbers_and_flags_of_a_file_are_heard_with_their_columns() {
    let layout = "[[cards]]\nname = \"men\"\nsize = \"mini\"\ndata = \"a.csv\"\nface = [{ disc = \"20mm\", fill = \"navy\" }]\n";
    let run = Run::new().file("x.toml", layout).file("a.csv", "name,cost,king,draft\nAnn,1.50,x,no\n");
    let ran = run.args(["build", "x.toml"]).any_stderr().any_status().run();
    let spoken = aloud(&ran.bytes("output/x-iso.pdf"));
    assert!(spoken.iter().any(|words| words == "men 1: Ann, cost 1.50, king"), "{spoken:?}");
}

#[test]
fn the_back_of_a_long_deck_is_heard_as_a_back() {
    let layout = "[[cards]]\nname = \"tiles\"\nsize = \"80 x 110mm\"\ncopies = 80\n\
        face = [{ fill = \"gold\" }]\nback = [{ fill = \"navy\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml", "--backs", "flip-long"]).run();
    let spoken = aloud(&ran.bytes("output/x-iso.pdf"));
    assert!(
        spoken.iter().any(|words| words == "tiles 1 to 4")
            || spoken.iter().any(|words| words == "tiles 1 to 5")
    );
    assert!(
        spoken.iter().any(|words| words.starts_with("tiles 1 to ") && words.ends_with(" back")),
        "{spoken:?}"
    );
}

#[test]
fn only_pages_that_let_something_show_through_say_so() {
    let layout = "[[cards]]\nname = \"sheer\"\nsize = \"63 x 88mm\"\nface = [{ disc = \"20mm\", fill = \"navy\", opacity = \"40%\" }, \
        { text = \"a\", font = \"9pt\", opacity = \"50%\", halo = \"1mm white\" }]\n\n\
        [[cards]]\nname = \"solid\"\nshare = false\nsize = \"63 x 88mm\"\nface = [{ disc = \"20mm\", fill = \"navy\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().any_status().run();
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let has_transparency = |page: &ObjectId| {
        let page = file.get_dictionary(*page).unwrap();
        let resources = page.get_deref(b"Resources", &file).and_then(Object::as_dict).unwrap();
        let objects = resources.get_deref(b"XObject", &file).and_then(Object::as_dict).unwrap();
        let is_group = |id: &Object| {
            let stream = file.get_object(id.as_reference().unwrap()).and_then(Object::as_stream).unwrap();
            stream.dict.has(b"Group")
        };
        (resources.has(b"ExtGState"), objects.iter().any(|(_, id)| is_group(id)))
    };
    let sheer: Vec<_> = file.get_pages().values().map(has_transparency).collect();
    assert_eq!(sheer, [(true, true), (false, false)]);
}

#[test]
fn words_that_are_nearly_black_are_printed_with_black_alone() {
    let layout = "[colours]\nink = \"#26262B\"\n\n[[cards]]\nsize = \"63 x 88mm\"\n\
        face = [{ text = \"a\", font = \"9pt\", colour = \"ink\" }, { disc = \"9mm\", at = \"top\", fill = \"#101830\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let page = file.get_page_content(*file.get_pages().values().next().unwrap());
    let text = String::from_utf8_lossy(&page);
    assert!(text.contains(".149 g\n") && !text.contains(".169 rg"), "{text}");
    assert!(text.contains(".063 .094 .188 rg"), "dark blue stays: {text}");
}

#[test]
fn a_long_deck_is_read_aloud_sheet_by_sheet() {
    let layout = "[[cards]]\nname = \"tiles\"\nsize = \"80 x 110mm\"\ncopies = 80\nface = [{ text = \"Owl\", font = \"9pt\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let bytes = ran.bytes("output/x-iso.pdf");
    assert_eq!(faults(&bytes), [""; 0]);
    let spoken = aloud(&bytes);
    assert_eq!(spoken[..2], ["x: tiles 1", "tiles 1 to 5: Owl Owl Owl Owl Owl"]);
    assert_eq!(spoken.len(), 32);
}

#[test]
fn a_layer_that_is_switched_off_is_not_drawn() {
    let ran = deck(&["--cut", "guillotine"]);
    let bytes = ran.bytes("output/x-iso.pdf");
    let drawn = |off: Option<&str>| {
        let mut file = Document::load_mem(&bytes).unwrap();
        let all = file.catalog().unwrap().get(b"OCProperties").unwrap().as_dict().unwrap().clone();
        let named = |id: &&Object| {
            let layer = file.get_dictionary(id.as_reference().unwrap()).unwrap();
            off.is_some_and(|off| layer.get(b"Name").unwrap().as_str().unwrap() == off.as_bytes())
        };
        let layers = all.get(b"OCGs").unwrap().as_array().unwrap();
        let off: Vec<Object> = layers.iter().filter(named).cloned().collect();
        let known = off.len();
        let own_dictionary =
            file.catalog_mut().unwrap().get_mut(b"OCProperties").unwrap().as_dict_mut().unwrap();
        own_dictionary.get_mut(b"D").unwrap().as_dict_mut().unwrap().set("OFF", off);
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).unwrap();
        let page = hexpress::read::pdf(&bytes).unwrap().pages.remove(0);
        let is = |item: &&hexpress::read::Item, name: &str| {
            item.id.as_ref().is_some_and(|id| id.to_string() == name)
        };
        let count = |name: &str| page.items.iter().filter(|item| is(item, name)).count();
        (known, ["deeds/1", "cut", "deeds/furniture"].map(|name| count(name) > 0))
    };
    assert_eq!(drawn(None), (0, [true; 3]));
    assert_eq!(drawn(Some("Art")), (1, [false, true, true]));
    assert_eq!(drawn(Some("Cut")), (1, [true, false, true]));
    assert_eq!(drawn(Some("Marks")), (1, [true, true, false]));
}

/// Returns a JPEG in four inks: the photograph, with a header that states four channels.
fn in_inks() -> Vec<u8> {
    let mut jpeg = JPEG.to_vec();
    let frame = jpeg.windows(2).position(|w| w == [0xFF, 0xC0]).unwrap();
    jpeg.splice(
        frame..frame + 19,
        [0xFF, 0xC0, 0, 20, 8, 0, 4, 0, 6, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0],
    );
    jpeg
}

#[test]
fn a_picture_that_archives_do_not_take_makes_a_plain_pdf() {
    let layout = "[[cards]]\nsize = \"60 x 50mm\"\nface = [{ image = \"art/a.jpg\", size = \"0.5mm\" }]\n";
    let ran = Run::new()
        .file("x.toml", layout)
        .file("art/a.jpg", in_inks())
        .args(["build", "x.toml"])
        .stderr(
            "note[HX208]: `x-iso.pdf` is a plain PDF, not PDF/A-3 for archives: `art/a.jpg` is in CMYK and has no colour \
             profile\n |\n = help: for PDF/A-3, save the picture in RGB or with its colour profile",
        )
        .run();
    let bytes = ran.bytes("output/x-iso.pdf");
    let found = faults(&bytes);
    let expected = [
        "XMP without <pdfaid:part>3<",
        "XMP without <pdfaid:conformance>",
        "XMP without <pdfaSchema:prefix>",
        "the intent",
    ];
    assert_eq!(found, expected);
    let again = Run::new().file("mine.pdf", &bytes).args(["build", "mine.pdf"]).any_stderr().run();
    assert!(again.bytes("output/x-iso.pdf") == bytes);
}

/// Options that each change the contents of a file.
pub const OPTIONS: [&[&str]; 14] = [
    &["--paper", "a5", "--backs", "flip-short"],
    &["--cut", "guillotine", "--cut-plan"],
    &["--cut", "knife"],
    &["--cut", "scissors", "--margin", "10mm"],
    &["--cut", "plotter"],
    &["--backs", "fold"],
    &["--backs", "none"],
    &["--ink", "low"],
    &["--ink", "black"],
    &["--split"],
    &["--test-sheet"],
    &["--pieces", "deeds:2"],
    &["--only", "counters"],
    &["--printer", "p.toml"],
];

#[test]
fn each_option_makes_files_for_archives_and_screen_readers() {
    for options in OPTIONS {
        let ran = of_option(options);
        for name in pdfs(&ran) {
            assert_eq!(faults(&ran.bytes(&name)), [""; 0], "{name} of {options:?}");
        }
    }
}

fn of_option(options: &[&str]) -> Ran {
    let run = Run::new().file("x.toml", DECK).file("cjk.otf", CJK);
    let run = run.file("p.toml", "name = \"mine\"\n[front]\nscale = \"99.2 x 100.3%\"\n");
    run.args(["build", "x.toml"].into_iter().chain(options.iter().copied())).any_stderr().run()
}

/// Builds a file with every kind of picture that PDF/A accepts: partly transparent, with one transparent
/// colour, with a palette, with 16 bits, and a photograph.
fn of_pictures() -> Ran {
    let names = ["steps.png", "key.png", "palette.png", "deep.png", "photo.jpg", "curves.svg"];
    let rows = names.map(|name| format!("{{ art = \"{name}\" }}")).join(", ");
    let face = "[{ image = \"{{ art }}\", size = \"9mm\" }]";
    let layout = format!("[[cards]]\nsize = \"20 x 20mm\"\nrows = [{rows}]\nface = {face}\n");
    let run = Run::new()
        .file("x.toml", layout)
        .file("steps.png", png((2, 1), 8, 6, &[], &[0, 1, 2, 3, 255, 4, 5, 6, 99]))
        .file("key.png", png((1, 1), 8, 2, &[(b"tRNS", &[0, 10, 0, 20, 0, 30])], &[0, 10, 20, 30]))
        .file("palette.png", png((1, 1), 1, 3, &[(b"PLTE", &[255, 0, 0, 0, 0, 255])], &[0, 128]))
        .file("deep.png", png((1, 1), 16, 0, &[], &[0, 1, 2]))
        .file("photo.jpg", JPEG)
        .file("curves.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle cx='4' cy='4' r='3'/></svg>");
    run.args(["build", "x.toml"]).any_stderr().run()
}

#[test]
fn pictures_are_made_for_archives() {
    let ran = of_pictures();
    assert_eq!(faults(&ran.bytes("output/x-iso.pdf")), [""; 0]);
}

/// `VERAPDF` names a program. The program gets a flavour of a standard and a list of files. The
/// program prints `PASS` or `FAIL` for each file.
#[test]
fn verapdf_has_no_complaint() {
    let Ok(program) = std::env::var("VERAPDF") else {
        leave_out("verapdf", "VERAPDF does not name it: tests/verapdf/setup.sh");
        return;
    };
    let mut runs: Vec<Ran> = OPTIONS.iter().map(|options| of_option(options)).collect();
    runs.push(of_pictures());
    for paper in ["iso", "us", "both"] {
        runs.push(Run::new().args(["build", "--all", "--paper", paper]).run());
    }
    runs.push(
        Run::new().args(["build", "hexagonal-thing", "--paper", "a5", "--one-file"]).any_stderr().run(),
    );
    runs.push(Run::new().args(["calibrate"]).any_stderr().run());
    let diff = ["diff", "hexagonal-thing", "auction-hexes", "--pdf", "output/changes.pdf"];
    runs.push(Run::new().args(diff).status(1).any_stderr().run());
    let bare = DECK.replace("[game]\n", "[game]\nembed = false\n");
    let run = Run::new().file("x.toml", bare).file("cjk.otf", CJK);
    runs.push(run.args(["build", "x.toml"]).any_stderr().run());
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/w3.toml");
    runs.push(Run::new().args(["build", bench]).run());
    // Pages of text have headings, lists, tables and figures.
    runs.push(Run::new().args(["build", "tidewrack"]).run());
    // This layout has links, which become annotations. It also has words that run from right to left, which
    // the tree of tags stores.
    let linked = "[game]\nlanguage = \"he\"\n[fonts]\nown = \"own.ttf\"\n[[page]]\nname = \"rules\"\nbooklet = true\n\
        font = \"own 11pt\"\ntitle-font = \"own 20pt\"\nhead-font = \"own 14pt\"\ntext = \"rules.md\"\n";
    let text = "# שלום\n\n{contents}\n\n[עולם](#שלום) 12 [Salt](https://example.org/salt)\n";
    let font = include_bytes!("../../fonts/hebrew.ttf");
    let run = Run::new().file("x.toml", linked).file("rules.md", text).file("own.ttf", font);
    runs.push(run.args(["build", "x.toml"]).any_stderr().run());
    let files: Vec<String> = runs
        .iter()
        .flat_map(|ran| pdfs(ran).into_iter().map(|name| ran.folder.path().join(name)))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    for flavour in ["3b", "ua1"] {
        let program_output = Command::new(&program).arg(flavour).args(&files).output().unwrap();
        let program_output = String::from_utf8_lossy(&program_output.stdout).into_owned();
        let passed = program_output.lines().filter(|line| line.starts_with("PASS ")).count();
        assert_eq!(passed, files.len(), "{program_output}");
        println!("veraPDF, {flavour}: {passed} files of {} pass", files.len());
    }
    // Only this test knows the number of files, so it also checks the number in `docs/trust.md`.
    let stale = crate::documents::figures::check_figure(
        "docs/trust.md",
        "\nAll ",
        &files.len().to_string(),
        " files pass",
    );
    assert_eq!(stale, None, "UPDATE=1 writes it");
}
