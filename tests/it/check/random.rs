//! No false alarm: right layouts of many shapes, sizes and papers are clean.

use super::bench::attempt;

/// Knuth's MMIX generator: the same layouts on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const PAPERS: [&str; 8] = ["iso", "us", "a4", "letter", "a3", "tabloid", "a3+a4", "300x400mm"];
/// Dark words on pale colours that every eye tells apart, in grey too.
const FILLS: [&str; 3] = ["#FAF3E2", "#DAC495", "#B8965C"];

fn board(dice: &mut Dice) -> String {
    let cells = dice.of(&["flat-top", "pointy-top"]);
    let (a, b) = (2 + dice.below(6), 2 + dice.below(6));
    let shape = match dice.below(6) {
        0 => format!("hexhex {}", 1 + dice.below(5)),
        1 => format!("rhombus {a} x {a}"),
        2 => format!("parallelogram {a} x {b}"),
        3 => format!("rectangle {a} x {b}"),
        4 => format!("triangle {a}"),
        _ => format!("star {}", 1 + dice.below(2)),
    };
    let size = match dice.below(3) {
        0 => format!("across = \"{}mm\"", 10 + dice.below(6)),
        _ => "fit = \"largest\"".to_owned(),
    };
    let mut text = format!("[[board]]\ncells = \"{cells}\"\n{size}\nshape = \"{shape}\"\n");
    if dice.below(2) == 0 {
        text.push_str(&format!("lean = \"{}\"\n", dice.of(&["left", "right"])));
    }
    match dice.below(4) {
        0 => text.push_str("names = \"offset\"\nshow-names = \"inside\"\nnames-font = \"6pt\"\n"),
        1 => text.push_str("names = \"offset\"\nshow-names = \"none\"\n"),
        _ => {}
    }
    text.push_str(&format!("cell = {{ fill = \"{}\" }}\n", FILLS[dice.below(3)]));
    text.push_str(&format!("line = \"{}mm #333333\"\n", dice.of(&["0.2", "0.5", "1"])));
    if !shape.starts_with("star") && dice.below(3) == 0 {
        // As many colours as there are sides, in turn.
        let sides = if shape.starts_with("hexhex") {
            6
        } else if shape.starts_with("triangle") {
            3
        } else {
            4
        };
        let colours: Vec<_> = (0..sides).map(|i| ["\"#FFFFFF\"", "\"#0072B2\""][i % 2]).collect();
        text.push_str(&format!("[board.sides]\ncolours = [{}]\nwidth = \"4mm\"\n", colours.join(", ")));
    }
    text
}

fn pieces(dice: &mut Dice, n: usize) -> String {
    let copies = 1 + dice.below(12);
    let (kind, size, edges) = match dice.below(6) {
        0 => ("tiles", format!("cells = \"flat-top\"\nacross = \"{}mm\"", 20 + dice.below(40)), 6),
        1 => ("tiles", format!("cells = \"pointy-top\"\nacross = \"{}mm\"", 20 + dice.below(40)), 6),
        2 => ("tiles", format!("shape = \"square\"\nacross = \"{}mm\"", 20 + dice.below(40)), 4),
        3 => ("counters", format!("across = \"{}mm\"", 12 + dice.below(20)), 0),
        4 => ("cards", format!("size = \"{} x {}mm\"", 40 + dice.below(30), 50 + dice.below(40)), 0),
        _ => (
            "cards",
            format!("size = \"{} x {}mm\"\nround = \"3mm\"", 40 + dice.below(30), 50 + dice.below(40)),
            0,
        ),
    };
    let mut face = vec!["{ text = \"{{ word }}\", font = \"bold 9pt\" }".to_owned()];
    match dice.below(4) {
        0 => face.insert(0, format!("{{ fill = \"{}\" }}", FILLS[dice.below(3)])),
        1 => face.push(
            "{ star = \"4mm\", at = \"top\", inset = \"2mm\", fill = \"gold\", when = \"number > 1\" }"
                .to_owned(),
        ),
        2 => face.insert(0, "{ disc = \"80%\", fill = \"#DAC495\", line = \"0.3mm black\" }".to_owned()),
        _ => {}
    }
    let mut edge_words = "";
    if edges > 0 && dice.below(2) == 0 {
        edge_words = if edges == 6 { ", edges = \"a b c a b c\"" } else { ", edges = \"a b c a\"" };
        face.insert(0, "{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"3mm\" }".to_owned());
    }
    let back = if dice.below(3) == 0 { "back = [{ box = \"50% x 50%\", fill = \"#1F3A7A\" }]\n" } else { "" };
    format!(
        "[[{kind}]]\nname = \"part-{n}\"\n{size}\nrows = [{{ word = \"Ann\", copies = {copies}{edge_words} }}, \
         {{ word = \"Bob\"{edge_words} }}]\nface = [{}]\n{back}",
        face.join(", ")
    )
}

fn layout(dice: &mut Dice) -> String {
    let mut text = "[colours]\na = \"#332288\"\nb = \"#F0E442\"\nc = \"#949494\"\n".to_owned();
    if dice.below(3) > 0 {
        text.push_str(&board(dice));
    } else {
        text.push_str(&pieces(dice, 0));
    }
    for n in 1..=dice.below(3) {
        text.push_str(&pieces(dice, n));
    }
    text
}

fn clean(seeds: std::ops::Range<u64>) {
    let mut alarms = Vec::new();
    let (mut judged, all) = (0, seeds.end - seeds.start);
    for seed in seeds {
        let mut dice = Dice(seed);
        dice.below(2);
        let (text, paper) = (layout(&mut dice), dice.of(&PAPERS));
        // What does not fit its paper is no right layout.
        let made = match attempt("mine", &text, paper) {
            Ok(made) => made,
            Err(why) => {
                assert!(
                    ["HX301", "HX302", "HX330", "HX331", "HX203", "HX210"]
                        .iter()
                        .any(|code| why.contains(code)),
                    "{why}{text}"
                );
                continue;
            }
        };
        judged += 1;
        let svg: Vec<_> = made.svg.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        for (what, verdict) in [("PDF", made.judge(&made.pdf)), ("SVG", made.judge_files(&svg))] {
            let told =
                verdict.faults.iter().take(3).map(|f| format!("  {} {:?} {}", f.code, f.id, f.message));
            let told: Vec<_> = told.collect();
            if !told.is_empty() {
                alarms.push(format!("seed {seed}, {paper}, {what}:\n{}\n{text}", told.join("\n")));
            }
        }
    }
    assert!(judged * 4 > all * 3, "only {judged} of {all} could be made");
    let shown: Vec<_> = alarms.iter().take(6).cloned().collect();
    assert!(alarms.is_empty(), "{} false alarms:\n{}", alarms.len(), shown.join("\n"));
}

#[test]
fn sixty_right_layouts_are_clean() {
    clean(0..60);
}

#[test]
#[ignore = "takes minutes; cargo test -- --ignored right_layouts"]
fn a_thousand_right_layouts_are_clean() {
    clean(0..1000);
}
