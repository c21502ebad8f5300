//! Tests of layouts with random typing mistakes. The program prints a message or makes a game, and
//! never panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hexpress::bundled::GAMES;
use hexpress::diag::{Sources, render};
use hexpress::language;
use hexpress::layout::{Setup, plan};
use hexpress::print::paper::PaperChoice;
use hexpress::resolve::LayoutInput;
use hexpress::text::Fonts;

/// Chooses the typing mistakes, which are called slips here. Knuth's MMIX generator makes the same
/// slips on every machine.
struct Slips(u64);

impl Slips {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const TYPED: [&str; 40] = [
    "0",
    "-1",
    "-0.0001",
    "1e300",
    "nan",
    "inf",
    "99999999999999999999",
    "4294967296",
    "\"",
    "'",
    "'''",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "#",
    "\t",
    "\n",
    "\r",
    "\\",
    "\u{feff}",
    "é",
    "日",
    "\u{0}",
    "{{",
    "}}",
    "{%",
    "{{ x }}",
    "| words",
    "0mm",
    "-5mm",
    "1e9mm",
    "100%",
    "each seat",
    "true",
    "0.0000001mm",
    " ",
    "x",
];

/// Makes one slip: a part is lost, doubled, swapped, or typed where it does not belong.
fn slip(text: &str, slips: &mut Slips) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = slips.below(chars.len());
    let to = (at + slips.below(12)).min(chars.len());
    let part = |from: usize, to: usize| chars[from..to].iter().collect::<String>();
    let (before, cut, after) = (part(0, at), part(at, to), part(to, chars.len()));
    match slips.below(6) {
        0 => before + &after,
        1 => format!("{before}{cut}{cut}{after}"),
        2 => format!("{before}{}{after}", slips.of(&TYPED)),
        3 => format!("{before}{}{cut}{after}", slips.of(&TYPED)),
        kind => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (slips.below(lines.len()), slips.below(lines.len()));
            if kind == 4 {
                lines.swap(a, b);
            } else {
                let value = slips.of(&TYPED);
                if let Some((key, _)) = lines[a].split_once('=') {
                    let quoted = if slips.below(2) == 0 { format!("\"{value}\"") } else { value.to_owned() };
                    return lines[..a].join("\n")
                        + &format!("\n{key}= {quoted}\n")
                        + &lines[a + 1..].join("\n");
                }
                lines.remove(a);
            }
            lines.join("\n")
        }
    }
}

/// Reads, resolves and plans a layout, and draws it if `draw` is set. Returns the messages if there
/// is an error.
fn try_it(text: &str, fonts: &Fonts, draw: bool) -> Result<(), String> {
    let mut sources = Sources::default();
    let file = sources.add("x.toml", text);
    let report = (|| {
        let layout = language::read(file, &sources)?;
        let game = hexpress::resolve::game(LayoutInput {
            id: "x",
            layout: &layout,
            file,
            sources: &sources,
            fonts,
            files: &hexpress::files::Files::default(),
        })?;
        let plan = plan(&game, fonts, &Setup::new(PaperChoice::parse("iso").unwrap()))?;
        if draw {
            let mut bench = plan.sheet_cache();
            for sheet in 0..plan.sheets.len().min(4) {
                plan.sheet(sheet, &mut bench)?;
            }
        }
        Ok(())
    })();
    report.map_err(|report: hexpress::diag::Report| {
        assert!(report.has_errors());
        render(&report, &sources, false)
    })
}

fn no_panic(seed: u64, rounds: usize) {
    let fonts = Fonts::bundled();
    let mut slips = Slips(seed);
    let (mut well, mut wrong) = (0, 0);
    for round in 0..rounds {
        let game = GAMES[slips.below(GAMES.len())];
        let mut text = game.text.to_owned();
        for _ in 0..=slips.below(3) {
            text = slip(&text, &mut slips);
        }
        match catch_unwind(AssertUnwindSafe(|| try_it(&text, &fonts, round % 25 == 0))) {
            Ok(Ok(())) => well += 1,
            Ok(Err(messages)) => {
                // Messages are sorted by line, so a warning may come first.
                assert!(messages.starts_with("error[HX") || messages.starts_with("warning[HX"), "{messages}");
                assert!(messages.contains("error[HX"), "{messages}");
                wrong += 1;
            }
            Err(_) => panic!("a panic in round {round} of seed {seed}, for this layout:\n{text}"),
        }
    }
    // Slips in comments and labels do no harm. Most other slips must cause an error.
    assert!(well > rounds / 20 && wrong > rounds / 4, "{well} were well and {wrong} wrong");
}

#[test]
fn slips_never_make_it_panic() {
    no_panic(1, 600);
}

#[test]
fn other_slips_never_make_it_panic() {
    no_panic(2026, 600);
}
