//! Tests of themes: the look of a game whose layout sets no look.

use hexpress::language::THEMES;
use hexpress::read::{Item, ItemKind, Rgb};
use kurbo::{PathEl, Shape as _};

use crate::support::measure::{count, paths, texts};
use crate::support::run::Run;

/// Returns a layout that sets almost nothing except the theme.
fn game(theme: &str) -> String {
    format!(
        "[game]\ntitle = \"Long Road\"\nauthor = \"A. Designer\"\ntheme = \"{theme}\"\n[[board]]\nsheet = \"small\"\n\
         cells = \"flat-top\"\nfit = \"largest\"\nshape = \"hexhex 3\"\n[[cards]]\nrows = [{{ name = \"Ann\", cost = 3 }}]\n\
         [[notes]]\nrows = [{{ value = 5 }}]\n[[tiles]]\nrows = [{{ worth = 3, edges = \"red blue green yellow sky orange\" }}]\n\
         [[counters]]\nrows = [{{ owner = \"red\" }}, {{ owner = \"purple\" }}]\n"
    )
}

#[test]
fn the_least_game_is_clean_in_every_theme_and_ink() {
    for (index, (theme, _)) in THEMES.iter().filter(|(theme, _)| *theme != "plain").enumerate() {
        // Tests each theme in full ink, and with one of the two other inks.
        for ink in ["full", ["low", "black"][index % 2]] {
            let ran = Run::new()
                .file("x.toml", game(theme))
                .args(["build", "x.toml", "--ink", ink])
                .checked()
                .any_stderr();
            let ran = ran.any_status().run();
            assert!(ran.stdout.ends_with("clean\n"), "{theme}, {ink}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn a_theme_gives_titles_faces_and_rims() {
    let ran = Run::new().file("x.toml", game("parchment")).args(["build", "x.toml", "--no-check"]).run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!((count(&pages[0], "Long Road"), count(&pages[0], "A. Designer")), (1, 1));
    let rim =
        paths(&pages[0]).filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.to_string() == "board/rim"));
    assert_eq!(rim.count(), 1);
    let words: Vec<String> = texts(&pages[2]).map(|(_, text)| text.string.clone()).collect();
    assert!(words.iter().any(|word| word == "Ann") && words.iter().any(|word| word == "3"), "{words:?}");
    assert!(words.iter().all(|word| !word.contains("cost")), "{words:?}");
    // The fill is the red of this theme.
    let red = |item: &Item| matches!(item.kind, ItemKind::Path { fill: Some(Rgb([0xA6, 0x3C, 0x2B])), .. });
    assert!(pages.iter().any(|page| paths(page).any(|(item, _)| red(item))));
}

#[test]
fn what_a_layout_says_comes_first() {
    let text = game("slate").replace("shape = ", "head = \"none\"\nrim = \"none\"\nshape = ");
    let text =
        text.replace("[[cards]]\n", "[[cards]]\nback = []\nface = [{ text = \"Own\", font = \"12pt\" }]\n");
    let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--no-check"]).run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!(pages.len(), 2, "nothing has a back");
    let titled = paths(&pages[0]).map(|(item, _)| item).chain(texts(&pages[0]).map(|(item, _)| item));
    assert!(titled.map(crate::support::measure::id).all(|id| id != "board/head" && id != "board/rim"));
    assert_eq!((count(&pages[1], "Own"), count(&pages[1], "Ann")), (1, 0));
}

const OWN: &str = "[colours]\npaper = \"#F4F1E8\"\n[cards]\nsize = \"poker\"\nground = [{ box = \"50 x 70mm\", fill = \"paper\" }]\n";
const CARD: &str = "[game]\ntheme = \"my-theme.toml\"\n[[cards]]\nrows = [{ name = \"Ann\" }]\n";

#[test]
fn a_theme_of_ones_own_travels_in_the_pdf() {
    let ran = Run::new()
        .file("x.toml", CARD)
        .file("my-theme.toml", OWN)
        .args(["build", "x.toml"])
        .any_stderr()
        .run();
    let first = ran.bytes("output/x-iso.pdf");
    let names: Vec<_> = ran.pdf("output/x-iso.pdf").attachments.into_iter().map(|file| file.name).collect();
    assert!(names.iter().any(|name| name == "my-theme.toml"), "{names:?}");
    let again = Run::new().file("y.pdf", &first).args(["build", "y.pdf"]).any_stderr().run();
    assert_eq!(again.bytes("output/x-iso.pdf"), first);
}

#[test]
fn mistakes_of_themes_are_reported_at_their_places() {
    let reports_of = |layout: &str, theme: &str| {
        let ran = Run::new().file("x.toml", layout).file("my-theme.toml", theme).args(["build", "x.toml"]);
        ran.any_stderr().status(2).run().stderr
    };
    let wrong = reports_of(&CARD.replace("my-theme.toml", "parchmnt"), "");
    assert!(wrong.contains("unknown theme `parchmnt`") && wrong.contains("parchment"), "{wrong}");
    let wrong = reports_of(CARD, "[cards]\nsize = \"poker\"\nrownd = \"3mm\"\n");
    assert!(wrong.contains("my-theme.toml:3:1") && wrong.contains("round"), "{wrong}");
    let wrong = reports_of(CARD, "[game]\ntitle = \"x\"\n");
    assert!(wrong.contains("a theme cannot have `game`"), "{wrong}");
    let wrong = reports_of(CARD, "[cards\n");
    assert!(wrong.contains("my-theme.toml:1"), "{wrong}");
    let wrong = reports_of(&CARD.replace("my-theme.toml", "other.toml"), OWN);
    assert!(wrong.contains("other.toml"), "{wrong}");
}

#[test]
fn a_board_that_fills_its_sheet_leaves_room_for_its_head() {
    let board = |head: &str| {
        let text = format!(
            "[game]\ntitle = \"T\"\n[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nfit = \"largest\"\nshape = \"rectangle 5 x 8\"\n\
             cell = {{ fill = \"ivory\" }}\n{head}"
        );
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--no-check"]).run();
        ran.pdf("output/x-iso.pdf").pages.remove(0)
    };
    let cells = |page: &hexpress::read::Page| {
        let own_outlines =
            paths(page).filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.cell().is_some()));
        own_outlines.map(|(item, _)| item.painted_bounds.unwrap()).reduce(|a, b| a.union(b)).unwrap()
    };
    let plain = cells(&board(""));
    let page =
        board("[board.head]\nheight = \"30mm\"\ndraw = [{ text = \"{{ title }}\", font = \"bold 40pt\" }]\n");
    let below = cells(&page);
    let (_, title) = texts(&page).find(|(_, text)| text.string == "T").unwrap();
    assert!(below.height() < plain.height() - 20.0, "{plain:?} {below:?}");
    assert!(title.outline.y1 <= below.y0 + 0.01 && title.outline.y0 > 6.0, "{title:?}");
    assert!(below.y1 <= page.media.y1 - 6.3, "{below:?}");
}

/// If a title comes only from the theme, it must not cause an additional sheet of a poster. If the layout
/// sets the title, it is always printed.
#[test]
fn a_title_takes_no_sheet_of_its_own() {
    let built = |theme: &str, across: f64, head: &str| {
        let text = format!(
            "[game]\ntitle = \"Long Road\"\ntheme = \"{theme}\"\n[[board]]\ncells = \"flat-top\"\nacross = \"{across}mm\"\n\
             shape = \"rectangle 5 x 9\"\n{head}"
        );
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--paper", "a4"]).checked();
        let ran = ran.any_stderr().run();
        let pages = ran.pdf("output/x-a4.pdf").pages;
        (pages.len(), pages.iter().any(|page| count(page, "Long Road") > 0), ran.stderr)
    };
    // The checker must not report a title at the edge of the printable area, whatever the theme.
    for (theme, _) in THEMES {
        built(theme, 27.0, "");
    }
    // The board is 9.5 cells high, and a sheet has 284.3 mm of space. So the size of the cells decides
    // whether a title fits.
    let (mut left_out, mut kept) = (0, 0);
    for across in [24.0, 27.0, 29.0, 29.5, 31.0] {
        let (sheets, titled, output) = built("parchment", across, "");
        let (bare, ..) = built("parchment", across, "head = \"none\"\n");
        assert_eq!(sheets, bare, "{across} mm");
        assert_eq!(
            !titled,
            output.contains("the title above the board is left out"),
            "{across} mm: {output}"
        );
        *(if titled { &mut kept } else { &mut left_out }) += 1;
    }
    assert!(left_out > 0 && kept > 0, "{left_out} left out, {kept} kept");
    let own = "head = { height = \"14mm\", draw = [{ text = \"{{ title }}\", font = \"20pt\" }] }\n";
    for across in [27.0, 29.0] {
        assert!(built("parchment", across, own).1, "{across} mm");
    }
}

/// With low ink, everyone who sees colours can tell the seven colours apart. So cells that differ
/// only in colour cause no error.
#[test]
fn the_seven_colours_hold_with_little_ink() {
    let colours = ["red", "orange", "yellow", "green", "sky", "blue", "purple"];
    let kind = |(number, colour): (usize, &str)| {
        format!("{} = {{ kind = \"{colour}\", fill = \"{colour}\" }}\n", number + 1)
    };
    let kinds: String = colours.into_iter().enumerate().map(kind).collect();
    for (theme, _) in THEMES.iter().filter(|(theme, _)| *theme != "plain") {
        let text = format!(
            "[game]\ntitle = \"x\"\ntheme = \"{theme}\"\n[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\n\
             shape = \"hexhex 2\"\nnames = \"numbers\"\n[board.at]\n{kinds}"
        );
        let args = ["build", "x.toml", "--ink", "low"];
        let ran = Run::new().file("x.toml", text).args(args).checked().any_stderr().any_status().run();
        let output = format!("{}{}", ran.stderr, ran.stdout);
        assert!(!output.contains("error[") && !output.contains("error:"), "{theme}: {output}");
    }
}

/// A theme can set the size and the rounded corners of cells. Its size does not apply to cells that are
/// not squares, or to a board with a size of its own.
#[test]
fn a_theme_sets_the_size_and_the_corners_of_cells() {
    let theme = "[board]\nsize = \"20 x 30mm\"\nround = \"3mm\"\nline = \"1mm #442200\"\n";
    for (cells, size) in
        [("square", ""), ("square", "fit = \"largest\"\n"), ("flat-top", "across = \"20mm\"\n")]
    {
        let text = format!(
            "[game]\ntheme = \"own.toml\"\n[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\n{size}shape = \"rectangle 3 x 3\"\n"
        );
        let ran = Run::new().file("x.toml", text).file("own.toml", theme).args(["build", "x.toml"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let (_, path) = paths(&page)
            .filter(|(item, _)| crate::support::measure::id(item).starts_with("board/cell"))
            .find(|(_, path)| path.elements().any(|part| matches!(part, PathEl::CurveTo(..))))
            .expect("the cells have round corners");
        if size.is_empty() {
            let bounds = path.bounding_box();
            assert!((bounds.height() - bounds.width() - 10.0).abs() < 0.01, "{bounds:?}");
        }
    }
}

/// A theme applies its line to the links between points. The theme draws no cells around the
/// points.
#[test]
fn a_theme_draws_no_cells_round_points() {
    for (shape, ground) in [("rectangle 5 x 5", true), ("morris 2", false)] {
        let text = format!(
            "[game]\ntitle = \"x\"\ntheme = \"linen\"\n[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nfit = \"largest\"\n\
             shape = \"{shape}\"\n[board.at]\n\"all\" = {{ disc = \"3mm\" }}\n"
        );
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml"]).checked().any_stderr().run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let of = |name: &str| {
            paths(&page).filter(|(item, _)| crate::support::measure::id(item).starts_with(name)).count()
        };
        // Leaves out the pattern of the background, whose lines are 0.05 mm wide and have the
        // colour of the paper.
        let lines = paths(&page).filter(
            |(item, _)| matches!(&item.kind, ItemKind::Path { stroke: Some(stroke), .. } if stroke.width > 0.06),
        );
        let round =
            lines.filter(|(item, _)| crate::support::measure::id(item).starts_with("board/cell")).count();
        assert_eq!((round, of("board/rim")), (0, usize::from(ground)), "{shape}");
        assert!(of("board/lines") > 0, "{shape}");
    }
}
