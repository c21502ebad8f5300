//! Random layouts, and the options of their builds.

use super::{Dice, board, more, musts, pieces};

pub struct Layout {
    pub text: String,
    /// The files next to the layout, with their names.
    pub files: Vec<(String, Vec<u8>)>,
    pub options: Vec<String>,
}

impl Layout {
    pub fn random(seed: u64) -> Self {
        let mut dice = Dice(seed);
        for _ in 0..3 {
            dice.below(2);
        }
        let dice = &mut dice;
        let mut parts = Parts::default();
        game(seed, dice, &mut parts);
        parts.text.push_str(COMMON);
        own(dice, &mut parts);
        let paper = dice
            .of(&[
                "iso",
                "us",
                "a4",
                "letter",
                "a3",
                "both",
                "a5",
                "legal",
                "a3+letter",
                "300x400mm",
                "super-b",
                "a4+letter",
                "8.5x11in",
                "tabloid",
                "a3-plus",
            ])
            .to_owned();
        let boards = if dice.once_in(3) { 0 } else { 1 + usize::from(dice.once_in(5)) };
        for n in 0..boards {
            board::write(dice, n, &mut parts);
        }
        let count = if boards == 0 { 1 + dice.below(3) } else { dice.below(3) };
        for n in 0..count {
            pieces::write(dice, n, &paper, boards > 0, &mut parts);
        }
        if parts.pieces.iter().any(|name| name == "island") && dice.once_in(5) {
            parts.text.push_str(SMALL_BOARD);
        }
        if dice.once_in(4) {
            musts::write(dice, &mut parts);
        }
        if dice.once_in(6) {
            parts.text.push_str(LIKE);
            parts.pieces.push("first".to_owned());
        }
        if dice.once_in(2) || seed % 2 == 1 {
            more::write(dice, &mut parts);
        }
        let mut options = options(dice, &paper, &parts);
        let mut own_dice = Dice(seed ^ 0x57AC);
        for _ in 0..3 {
            own_dice.below(2);
        }
        if own_dice.once_in(6) && !options.iter().any(|word| word == "--test-sheet") {
            options.extend(["--order", "stack"].map(str::to_owned));
        }
        shared(&mut Dice(seed ^ 0x5EED), &mut parts);
        pages(&mut Dice(seed ^ 0x7E47), &mut parts);
        boxes(&mut Dice(seed ^ 0xB0C5), &mut parts);
        Self { text: parts.text, files: parts.files, options }
    }
}

/// A layout while its parts are written one after another.
#[derive(Default)]
pub struct Parts {
    pub text: String,
    pub files: Vec<(String, Vec<u8>)>,
    /// The names of the components.
    pub pieces: Vec<String>,
    pub seats: usize,
    /// True if the layout has a sheet that is sold already cut. Such a sheet exists in only one size of
    /// paper.
    pub bought: bool,
    /// True if the game has its own font.
    pub own_font: bool,
    pub own_icon: bool,
    /// The name of the first random deck.
    pub deck: Option<String>,
}

/// A card that shows the first board in miniature.
const SMALL_BOARD: &str =
    "[[cards]]\nname = \"help\"\nsize = \"a7\"\nface = [{ board = \"island\", size = \"50 x 50mm\" }]\n";

/// Two components, of which the second is `like` the first. Their backs must look the same.
const LIKE: &str = "[[cards]]\nname = \"first\"\nsize = \"44 x 63mm\"\nset = { sign = \"I\" }\n\
rows = [{ value = 1, copies = 2 }, { value = 5 }]\n\
face = [{ text = \"{{ sign }}{{ value }}\", font = \"bold 24pt\" }, \
{ text = \"{{ value | words | title }}\", at = [\"top-left\", \"bottom-right\"], inset = \"5mm\", font = \"8pt\" }]\n\
back = [{ fill = \"teal\" }]\n[cards.must]\nhave = { pieces = 3 }\n\
[[cards]]\nlike = \"first\"\nname = \"other\"\nset = { sign = \"V\" }\n\
[must]\nsame-back-and-size = [\"first\", \"other\"]\n";

const COMMON: &str = "[directions]\nNorth = \"up\"\nSouth = \"down\"\nEast = \"75\"\n\
[colours]\nink = \"#26262B\"\npale = \"ink 85% lighter\"\ndeep = \"teal 20% darker\"\nsea = { fill = \"#332288\", icon = \"waves\" }\n\
sun = { fill = \"#F0E442\", icon = \"star\" }\nrock = { fill = \"#949494\", icon = \"mountain\" }\n\
[look]\nplain = [{ fill = \"ivory\" }, { text = \"{{ name }}\", font = \"bold 11pt\" }]\n\
seal = [{ disc = \"100%\", fill = \"navy\" }, { text = \"{{ worth }}\", font = \"bold 40%\", colour = \"white\" }]\n\
[places]\ntitle = { at = \"top\", inset = \"6mm\" }\nseal = { at = \"bottom-right\", inset = \"5mm\", size = \"6mm\" }\n";

fn game(seed: u64, dice: &mut Dice, parts: &mut Parts) {
    parts.seats = 1 + dice.below(4);
    let mut text = format!("[game]\ntitle = \"Right {}\"\nseats = {}\n", dice.below(1000), parts.seats);
    for (key, value) in [
        ("author", "\"A. Designer\""),
        ("rights", "\"© A. Designer. Free to copy.\""),
        ("source", "\"www.example.org/right\""),
        ("version", "\"0.3\""),
        ("language", "\"en\""),
        ("decimal", if seed.is_multiple_of(3) { "\"comma\"" } else { "\"point\"" }),
        ("bring", "[\"1 die\", \"7 pebbles\"]"),
        ("seed", "2013"),
        ("theme", "\"plain\""),
    ] {
        if dice.once_in(3) {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    if seed.is_multiple_of(7) {
        text.push_str("dpi = 600\n");
    }
    if seed % 4 < 2 {
        text.push_str("embed = false\n");
    }
    if parts.seats == 4 && text.contains("bring") {
        text.push_str("share = false\n");
    }
    if seed.is_multiple_of(5) {
        text.push_str(&furniture(seed));
    }
    parts.text.push_str(&text);
}

/// Returns a `[furniture]` table: what is printed around the game.
fn furniture(seed: u64) -> String {
    let choice = (seed / 5) as usize;
    let rulers = ["bottom-left", "bottom-right", "top-left", "top-right", "none"][choice % 5];
    let words = ["bottom", "top", "left", "right", "none"][choice / 5 % 5];
    let centimetres = 1 + choice % 10;
    let code = if choice.is_multiple_of(3) { "qr = \"R {{ version }} {{ digest }}\"\n" } else { "" };
    format!(
        "[furniture]\nink = \"60%\"\nweight = \"0.2mm\"\nrulers = \"{rulers}\"\nlength = \"{centimetres}0mm\"\nwords = \"{words}\"\n{code}"
    )
}

/// Adds boxes of every kind.
fn boxes(dice: &mut Dice, parts: &mut Parts) {
    if !dice.once_in(3) {
        return;
    }
    if dice.once_in(2) {
        parts.text.push_str(
            "[[cards]]\nname = \"boxed\"\nsize = \"31 x 44mm\"\ncopies = 5\nface = [{ fill = \"ivory\" }]\n\
             [[box]]\nname = \"card-box\"\nholds = [\"boxed\"]\nsleeved = true\n",
        );
        for (key, value) in [
            ("thickness", "\"0.9mm\""),
            ("play", "\"4mm\""),
            ("sheet", "\"large\""),
            ("print", "2"),
            ("back", "[{ disc = \"60%\", fill = \"navy\" }]"),
            ("left", "[{ fill = \"deep\" }]"),
            ("right", "[{ fill = \"deep\" }]"),
            ("top", "[{ fill = \"ivory\" }]"),
            ("bottom", "[{ fill = \"ivory\" }]"),
        ] {
            if dice.once_in(2) {
                parts.text.push_str(&format!("{key} = {value}\n"));
            }
        }
        parts.text.push_str("[[box]]\nname = \"box-copy\"\nlike = \"card-box\"\n");
    }
    for number in 0..=dice.below(3) {
        let kinds = ["tuck", "hook", "tray-and-lid", "sleeve", "screen", "standee", "die"];
        let kind = kinds[dice.below(kinds.len())];
        let (width, height) = (24 + dice.below(50), 30 + dice.below(60));
        let inside = match kind {
            "die" => "14mm".to_owned(),
            _ => format!("{width} x {height} x {}mm", 8 + dice.below(20)),
        };
        parts.text.push_str(&format!(
            "[[box]]\nname = \"box-{number}\"\nkind = \"{kind}\"\ninside = \"{inside}\"\n"
        ));
        for (key, value) in [
            ("ground", "[{ fill = \"deep\" }]"),
            ("front", "[{ fill = \"ivory\" }, { text = \"Box\", font = \"7pt\" }]"),
            ("bleed", "\"2mm\""),
            ("stock", "\"300 g card\""),
            ("alt", "\"a box\""),
        ] {
            if dice.once_in(2) {
                parts.text.push_str(&format!("{key} = {value}\n"));
            }
        }
    }
}

/// Adds a text that continues over several pages.
fn pages(dice: &mut Dice, parts: &mut Parts) {
    if !dice.once_in(3) {
        return;
    }
    let mut text = String::from(PAGE_TEXT);
    for _ in 0..dice.below(4) {
        text.push_str(PAGE_TEXT);
    }
    parts.files.push(("rules.md".to_owned(), text.into_bytes()));
    if dice.once_in(3) {
        let pad = "[[page]]\nname = \"pad\"\nsize = \"60 x 90mm\"\nfont = \"sans 8pt\"\ntitle = \"column\"\nmargins = \"10mm\"\ncopies = \"fill\"\n\
            text = \"\"\"\n## Score\n\n| Ann | Bob |\n|:--|:--|\n| | |\n\"\"\"\n";
        parts.text.push_str(pad);
    }
    parts.text.push_str("[[page]]\nname = \"rules\"\ntext = \"rules.md\"\n");
    let folding = match dice.below(4) {
        0 => ("fold", "\"half\""),
        1 => ("fold", "\"letter\""),
        2 => ("fold", "\"z\""),
        _ => ("booklet", "true\nthickness = \"0.15mm\""),
    };
    let direction = ("direction", if dice.once_in(2) { "\"rtl\"" } else { "\"ltr\"" });
    for (key, value) in [
        ("columns", "2\ngutter = \"7mm\"\ntitle = \"across\""),
        ("title-font", "\"saga bold 20pt\""),
        ("head-font", "\"condensed bold 13pt\""),
        ("colour", "\"ink\""),
        ("line", "\"0.4mm deep\""),
        ("stock", "\"100 g paper\""),
        ("draw", "[{ box = \"40 x 60mm\", line = \"0.2mm silver\" }]"),
        ("size", "\"letter\""),
        ("margins", "\"14 12mm\""),
        ("justify", "true"),
        direction,
        ("font", "\"sans 9pt\""),
        ("title-colour", "\"deep\""),
        ("fill", "\"ivory\""),
        ("print", "2"),
        ("for", "\"each seat\""),
        folding,
    ] {
        // The default margins of narrow panels are too small for some printers, so a folded text always
        // sets `margins`.
        let is_needed = key == "margins" && folding.0 == "fold";
        if dice.once_in(3) || is_needed {
            parts.text.push_str(&format!("{key} = {value}\n"));
        }
    }
    if dice.once_in(3) {
        parts.text.push_str("[[page]]\nname = \"player-aid\"\nlike = \"rules\"\ntext = \"# Aid\"\n");
    }
}

/// A text with every kind of block.
const PAGE_TEXT: &str = "# The game\n\nEvery player takes **seven cards** and a *caravan*, and puts it on a town.\n\n\
## Your turn\n\n1. Move.\n2. Trade:\n   - sell salt\n   - buy cloth\n\n> Nobody carries more than three goods.\n\n\
| Good | Price |\n|:-----|------:|\n| Salt | 3 |\n| Cloth | 5 |\n\n{components}\n\n---\n\n    round 1\n    round 2\n\n";

/// Adds components with few pieces, of equal and different sizes. They may share sheets with other
/// components.
fn shared(dice: &mut Dice, parts: &mut Parts) {
    if !dice.once_in(2) {
        return;
    }
    let back = if dice.once_in(3) {
        "back = [{ fill = \"navy\" }, { disc = \"6mm\", fill = \"gold\" }]\n"
    } else {
        ""
    };
    for n in 0..2 + dice.below(3) {
        let (kind, size) = [
            ("cards", "size = \"44 x 63mm\""),
            ("cards", "size = \"44 x 63mm\""),
            ("cards", "size = \"20 x 70mm\"\nround = \"2mm\""),
            ("tiles", "across = \"24mm\"\ncells = \"flat-top\""),
            ("tiles", "across = \"24mm\"\ncells = \"pointy-top\""),
            ("tiles", "across = \"22mm\"\nshape = \"square\""),
            ("counters", "across = \"20mm\""),
        ][dice.below(7)];
        let copies = 1 + dice.below(9);
        parts.text.push_str(&format!(
            "[[{kind}]]\nname = \"shared-{n}\"\n{size}\ncopies = {copies}\n{back}\
             face = [{{ fill = \"ivory\" }}, {{ text = \"{{{{ number }}}}\", font = \"bold 12pt\" }}]\n"
        ));
        if dice.once_in(4) {
            parts.text.push_str(if back.is_empty() {
                "bleed = \"2mm\"\n"
            } else {
                "bleed = \"1mm\"\nback-bleed = \"3mm\"\n"
            });
        }
        if dice.once_in(4) {
            let marks = [
                "marks = \"outline\"\n",
                "marks = \"corner\"\n",
                "marks = \"line\"\n",
                "marks = \"none\"\n",
                "marks = \"edge\"\n",
            ];
            let disc = kind == "counters";
            parts.text.push_str(if disc { marks[0] } else { dice.of(&marks) });
        }
        if dice.once_in(8) {
            parts.text.push_str("share = false\n");
        }
    }
}

/// A font with few letters.
const FONT: &[u8] = include_bytes!("../../../fonts/cjk.otf");
const ICON: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='M6 22V8H4V2h4v3h2V2h4v3h2V2h4v6h-2v14z'/></svg>";

/// Adds a font and icons that belong to the game.
fn own(dice: &mut Dice, parts: &mut Parts) {
    parts.own_font = dice.once_in(5);
    parts.own_icon = dice.once_in(5);
    if parts.own_font {
        parts.text.push_str("[fonts]\nkana = { regular = \"fonts/cjk.otf\" }\n");
        parts.files.push(("fonts/cjk.otf".to_owned(), FONT.to_vec()));
    }
    if parts.own_icon {
        parts.text.push_str("[icons]\nfolder = \"icons\"\ncredit = \"A. Drawer\"\n");
        parts.files.push(("icons/tower.svg".to_owned(), ICON.to_vec()));
    }
}

fn options(dice: &mut Dice, paper: &str, parts: &Parts) -> Vec<String> {
    let paper = if parts.bought { "a4" } else { paper };
    let mut all = vec!["--paper".to_owned(), paper.to_owned()];
    let mut add = |words: &[&str]| all.extend(words.iter().map(|word| (*word).to_owned()));
    let cut = match dice.below(4) {
        0 => "",
        _ => dice.of(&["guillotine", "knife", "scissors", "plotter", "silhouette"]),
    };
    if !cut.is_empty() {
        add(&["--cut", cut]);
    }
    if dice.once_in(2) {
        let backs = dice.of(&["flip-long", "flip-short", "fold", "none"]);
        // A cutting machine cannot read registration marks on a folded sheet.
        add(&["--backs", if cut == "silhouette" && backs == "fold" { "flip-long" } else { backs }]);
    }
    if dice.once_in(2) {
        add(&["--ink", dice.of(&["low", "black", "full"])]);
    }
    if dice.once_in(4) {
        add(&["--cut-plan"]);
    }
    // An SVG does not contain all files that its layout uses. Without these files, the checker cannot read
    // the layout. It then does not know which codes `[[game.allow]]` permits.
    let svg = dice.once_in(8) && !parts.text.contains("[[game.allow]]");
    match dice.below(6) {
        _ if svg => add(&["--format", "svg"]),
        0 => add(&["--split"]),
        1 => add(&["--one-file"]),
        _ => {}
    }
    match dice.below(8) {
        0 => add(&["--margin", dice.of(&["5mm", if cut == "silhouette" { "9mm" } else { "10mm" }])]),
        1 if !svg => add(&["--printer", "printer.toml", "--margin", "8mm"]),
        _ => {}
    }
    if let Some(deck) = parts.deck.as_ref().filter(|_| dice.once_in(2)) {
        all.extend(["--seed".to_owned(), dice.below(1000).to_string()]);
        if dice.once_in(2) {
            all.extend(["--count".to_owned(), (4 + dice.below(3)).to_string()]);
        }
        if dice.once_in(3) && !svg {
            all.extend(["--pieces".to_owned(), format!("{deck}:1,3-4")]);
            return all;
        }
    }
    let seeded = all.iter().any(|word| word == "--seed");
    if !seeded && parts.pieces.iter().any(|name| name == "first") && dice.once_in(4) && !svg {
        all.extend(["--pieces".to_owned(), "first:1-2".to_owned()]);
        return all;
    }
    if !parts.pieces.is_empty() && !seeded && dice.once_in(8) {
        let one = |dice: &mut Dice| parts.pieces[dice.below(parts.pieces.len())].clone();
        let (a, b) = (one(dice), one(dice));
        all.extend(["--only".to_owned(), if a == b { a } else { format!("{a},{b}") }]);
    } else if dice.once_in(16) {
        return ["--paper", paper, "--test-sheet"].map(str::to_owned).to_vec();
    }
    all
}
