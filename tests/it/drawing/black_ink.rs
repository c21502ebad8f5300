//! Tests that black and greys use only black ink. With `--ink black`, cut lines, rulers and printing
//! instructions are solid black. The tests read the operators of the finished file.

use std::sync::LazyLock;

use hexpress::bundled::{Bundled, GAMES};
use lopdf::content::Content;
use lopdf::{Document, Object};

use crate::support::run::{Ran, Run};

/// A colour that a file sets: one number in DeviceGray, three in DeviceRGB.
type Channels = Vec<f32>;

/// A colour, and the id of the drawing that sets it.
struct Set {
    id: String,
    channels: Channels,
    /// True if the colour is set for text.
    words: bool,
}

/// Returns every colour that is set on the pages of a file, or in drawings that the pages share.
fn colours(bytes: &[u8]) -> Vec<Set> {
    let file = Document::load_mem(bytes).unwrap();
    let pages = file.get_pages().into_values().map(|page| file.get_page_content(page));
    let forms = file.objects.values().filter_map(|object| {
        let stream = object.as_stream().ok()?;
        let form = stream
            .dict
            .get(b"Subtype")
            .is_ok_and(|subtype| subtype.as_name().is_ok_and(|name| name == b"Form"));
        form.then(|| stream.decompressed_content().unwrap_or_else(|_| stream.content.clone()))
    });
    pages.chain(forms).flat_map(|content| set_in(&content)).collect()
}

/// Returns the colour space of each gradient in a file.
fn shadings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let file = Document::load_mem(bytes).unwrap();
    let all = file.objects.values().filter_map(|object| object.as_dict().ok());
    let runs = all.filter(|dict| dict.has(b"ShadingType"));
    runs.map(|dict| dict.get(b"ColorSpace").unwrap().as_name().unwrap().to_vec()).collect()
}

fn set_in(content: &[u8]) -> Vec<Set> {
    let mut ids = vec![String::new()];
    let mut sets: Vec<Set> = Vec::new();
    for operation in Content::decode(content).unwrap().operations {
        match operation.operator.as_str() {
            "BDC" => {
                let own = operation.operands.get(1).and_then(|o| o.as_dict().ok()?.get(b"Id").ok());
                let own = own.map(|id| String::from_utf8(id.as_str().unwrap().to_vec()).unwrap());
                ids.push(own.unwrap_or_else(|| ids.last().unwrap().clone()));
            }
            "EMC" => drop(ids.pop()),
            "rg" | "RG" | "g" | "G" => {
                let channels = operation.operands.iter().map(|o: &Object| o.as_float().unwrap()).collect();
                sets.push(Set { id: ids.last().unwrap().clone(), channels, words: false });
            }
            "BT" => sets.last_mut().unwrap().words = true,
            other => assert!(!["k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"].contains(&other)),
        }
    }
    sets
}

const CARDS: &str = r##"
[game]
title = "Sheets"
[[board]]
cells = "flat-top"
across = "60mm"
shape = "hexhex 5"
cell  = { fill = "tan" }
[[cards]]
size = "63 x 88mm"
rows = [{ n = 1, copies = 20 }]
face = [{ fill = "teal" }, { text = "{{ n }}", font = "12pt", colour = "white" }]
back = [{ fill = "gold" }]
[[tiles]]
cells = "flat-top"
across = "40mm"
rows = [{ n = 1, copies = 40 }]
face = [{ fill = "red" }]
"##;

/// Builds a poster of a board, cards with backs, and tiles. Adds these options to the command.
fn sheets(options: &[&str]) -> Ran {
    let args = ["build", "x.toml", "--paper", "a4", "--no-check"].iter().chain(options);
    Run::new().file("x.toml", CARDS).args(args.copied()).any_stderr().run()
}

const OPTIONS: [&[&str]; 6] = [
    &[],
    &["--cut", "scissors"],
    &["--cut", "guillotine", "--cut-plan"],
    &["--cut", "plotter"],
    &["--backs", "fold"],
    &["--test-sheet"],
];

/// A finished file, with every colour that it sets.
struct ColouredFile {
    name: String,
    bytes: Vec<u8>,
    colours: Vec<Set>,
}

/// Files in full ink, and in black ink. Reading them takes long, so all tests share them.
static FULL: LazyLock<Vec<ColouredFile>> = LazyLock::new(|| files(&GAMES[..2], &[]));
static BLACK: LazyLock<Vec<ColouredFile>> = LazyLock::new(|| files(GAMES, &["--ink", "black"]));

/// Builds bundled games and sheets of every kind, with the additional options `more`.
fn files(games: &[Bundled], more: &[&str]) -> Vec<ColouredFile> {
    let ids = games.iter().map(|game| game.id);
    let built = Run::new()
        .args(["build", "--no-check", "--one-file"].into_iter().chain(ids).chain(more.iter().copied()))
        .run();
    let own =
        games.iter().map(|game| (game.id.to_owned(), built.bytes(&format!("output/{}-iso.pdf", game.id))));
    let sheets = OPTIONS.iter().map(|options| {
        let ran = sheets(&[options, more].concat());
        let name = ran.folder.files().into_iter().find(|name| name.ends_with(".pdf")).unwrap();
        (options.join(" "), ran.bytes(&name))
    });
    let coloured = |(name, bytes): (String, Vec<u8>)| {
        let colours = colours(&bytes);
        ColouredFile { name, bytes, colours }
    };
    own.chain(sheets).map(coloured).collect()
}

#[test]
fn what_is_black_or_grey_is_written_as_that() {
    for ColouredFile { name: file, colours: all, .. } in &*FULL {
        let grey = all.iter().find(|set| matches!(set.channels[..], [r, g, b] if r == g && g == b));
        assert!(grey.is_none(), "{file}: {:?} in {}", grey.unwrap().channels, grey.unwrap().id);
        assert!(
            all.iter().any(|set| set.channels.len() == 1) && all.iter().any(|set| set.channels.len() == 3)
        );
    }
}

#[test]
fn in_black_ink_nothing_is_written_in_colours() {
    for ColouredFile { name: file, bytes, colours } in &*BLACK {
        let coloured = colours.iter().find(|set| set.channels.len() != 1);
        assert!(coloured.is_none(), "{file}: {}", coloured.unwrap().id);
        assert!(shadings(bytes).iter().all(|space| space == b"DeviceGray"), "{file}");
    }
}

/// A printer with only black ink prints a thin grey line as a row of dots. So cuts and furniture,
/// such as rulers, must be solid black.
///
/// White occurs only on black. The seams and the instructions of posters are black in every ink.
#[test]
fn furniture_and_cuts_are_solid_in_black_ink_and_grey_in_others() {
    let of_sheet = |id: &str| {
        let own = ["cut", "fold", "ruler-across", "ruler-down"].contains(&id) || id.contains("/seam:");
        own || id.ends_with("/furniture")
    };
    let mut seen = std::collections::BTreeSet::new();
    let own_ink = |set: &Set, [line, words]: [f32; 2]| {
        let is = |level: f32| set.channels.iter().all(|channel| (channel - level).abs() < 0.01);
        is(line)
            || is(words)
            || is(1.0)
            || set.id.contains("/seam:") && is(0.0)
            || set.id.ends_with("/furniture") && is(0.0)
    };
    let black = BLACK.iter().map(|file| (file, [0.0, 0.0]));
    for (file, inks) in FULL.iter().map(|file| (file, [0.6, 0.35])).chain(black) {
        for set in file.colours.iter().filter(|set| of_sheet(&set.id)) {
            assert!(own_ink(set, inks), "{}: {:?} in {}", file.name, set.channels, set.id);
            let of =
                if set.id.contains("/seam:") { "seam" } else { set.id.split(['/', ':']).next().unwrap() };
            seen.insert(of.to_owned());
        }
    }
    for of in ["board", "cards", "cut", "fold", "ruler-across", "seam"] {
        assert!(seen.contains(of), "nothing of {of} was looked at, but of {seen:?}");
    }
}
