//! Tests that the checker reports no fault in correct but unusual layouts. The layouts are in
//! `odd.txt`.

use hexpress::check::{self, Opened, TOLERANCE, Verdict};

use super::bench::{Made, make};

/// Returns the layouts of `odd.txt`: description, paper and text.
fn layouts() -> Vec<(&'static str, &'static str, &'static str)> {
    let all = include_str!("odd.txt").split("=== ").skip(1).map(|part| {
        let (head, text) = part.split_once('\n').unwrap();
        let (what, paper) = head.split_once(" | ").unwrap();
        (what, paper, text)
    });
    all.collect()
}

/// Judges a PDF without its layout, even if the PDF carries it.
pub fn without_layout(pdf: &[u8]) -> Verdict {
    check::judge(vec![Opened::new("mine.pdf", pdf).unwrap()], None, TOLERANCE).unwrap()
}

/// Returns the layout with `embed = false`, so that the built file does not carry its layout.
fn silent(text: &str) -> String {
    match text.strip_prefix("[game]\n") {
        Some(rest) => format!("[game]\nembed = false\n{rest}"),
        None => format!("[game]\ntitle = \"Odd\"\nembed = false\n{text}"),
    }
}

fn reported_faults(verdict: &Verdict) -> Vec<String> {
    verdict.faults.iter().map(|f| format!("{} {:?} {}", f.code, f.id, f.message)).collect()
}

/// Judges each layout of `odd.txt` with `judge`, and panics if any is not clean.
#[track_caller]
fn are_clean(judge: impl Fn(&str, &str) -> Verdict) {
    let mut alarms = Vec::new();
    let layouts = layouts();
    for (what, paper, text) in &layouts {
        let verdict = judge(text, paper);
        if !verdict.faults.is_empty() {
            alarms.push(format!("{what}: {:?}", reported_faults(&verdict)));
        }
    }
    assert!(layouts.len() >= 50, "{}", layouts.len());
    assert!(alarms.is_empty(), "{} false alarms:\n{}", alarms.len(), alarms.join("\n"));
}

#[test]
fn as_pdf() {
    are_clean(|text, paper| {
        let made: Made = make("mine", text, paper);
        made.judge(&made.pdf)
    });
}

#[test]
fn as_svg() {
    are_clean(|text, paper| {
        let made = make("mine", text, paper);
        let svg: Vec<_> = made.svg.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        made.judge_files(&svg)
    });
}

#[test]
fn as_a_pdf_without_its_layout() {
    are_clean(|text, paper| without_layout(&make("mine", &silent(text), paper).pdf));
}

#[test]
fn pieces_that_show_nothing_are_counted() {
    let of = |what: &str| {
        let (_, paper, text) = layouts().into_iter().find(|(name, ..)| *name == what).unwrap();
        let made = make("mine", text, paper);
        made.judge(&made.pdf).pieces
    };
    assert_eq!(of("nine posters"), 9);
    assert_eq!(of("posters that show nothing"), 2);
    assert_eq!(of("blank cards among others, with backs"), 4);
    assert_eq!(of("pieces of words alone on bought labels"), 10);
}

/// A tile is identified by the edges that its paths join, and by the colours of the paths.
#[test]
fn tiles_are_compared_by_the_ways_that_join_their_edges() {
    let judged = |ways: [&str; 2], how: &str| {
        let text = format!(
            "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nbleed = \"1mm\"\n\
             rows = [{{ w = \"{}\" }}, {{ w = \"{}\" }}]\nface = [{{ path = \"{{{{ w }}}}\", colour = \"black\" }}]\n\
             [tiles.must]\nno-two-alike = \"{how}\"\n",
            ways[0], ways[1]
        );
        let made = make("mine", &text, "a4");
        reported_faults(&made.judge(&made.pdf)).len()
    };
    for (ways, turned, flipped) in [
        (["1-4", "2-5"], 1, 1),
        (["1-4", "1-3"], 0, 0),
        (["1-2", "1-3"], 0, 0),
        (["1-3, 4-5", "3-5, 6-1"], 1, 1),
        (["1-3, 4-5", "1-5, 3-4"], 0, 1),
        (["1-2, 3-6 red", "1-2, 3-6 navy"], 0, 0),
    ] {
        assert_eq!(judged(ways, "when turned"), turned, "{ways:?} turned");
        assert_eq!(judged(ways, "when turned or flipped"), flipped, "{ways:?} flipped");
    }
}
