//! Wrongs: small changes to correct files. The checker must find each one, with its code and its
//! place.
//!
//! `docs/wrongs.md` lists them.

mod backs;
pub mod board;
mod drawings;
mod file;
mod layout;
mod names;
mod pages;
pub mod pieces;
pub mod points;
mod posters;
mod press;
mod printer;
mod qr_codes;
pub mod rules;
pub mod seen;
mod strips;
mod svg;
pub mod ways;

use hexpress::check::Verdict;

use super::bench::{Made, codes};

/// A change to a correct file, and what the checker must report.
pub struct Wrong {
    /// The change, in a few words.
    pub what: &'static str,
    /// The code that must be reported.
    pub code: &'static str,
    /// The page of the report. 0 for a file as a whole.
    pub page: usize,
    /// Part of the drawing's id, or of the message.
    pub place: &'static str,
    /// Other codes that may be reported, because the change causes other faults too.
    pub also: &'static [&'static str],
    /// Makes the change and judges the file.
    pub judge: fn() -> Verdict,
}

/// The wrongs about one subject.
pub type Wrongs = &'static [Wrong];

/// All wrongs, in the order of `docs/wrongs.md`.
pub const ALL: [(&str, Wrongs); 18] = [
    ("Boards", board::WRONGS),
    ("Boards of points", points::WRONGS),
    ("Roads and arcs", ways::WRONGS),
    ("Pieces and sheets", pieces::WRONGS),
    ("Pages of text", pages::WRONGS),
    ("Two sides", backs::WRONGS),
    ("Posters", posters::WRONGS),
    ("Strips along the edge, and cut plans", strips::WRONGS),
    ("QR codes", qr_codes::WRONGS),
    ("Files", file::WRONGS),
    ("Printers", printer::WRONGS),
    ("SVG", svg::WRONGS),
    ("Layouts", layout::WRONGS),
    ("Rules of games", rules::WRONGS),
    ("Names next to boards", names::WRONGS),
    ("What is drawn and not seen", seen::WRONGS),
    ("Drawings of other programs", drawings::WRONGS),
    ("Files for print shops", press::WRONGS),
];

/// Makes each change, and panics with the list of those that are not reported correctly.
#[track_caller]
fn all_are_found(wrongs: Wrongs) {
    let mut missed = Vec::new();
    for wrong in wrongs {
        let verdict = (wrong.judge)();
        let reported: Vec<_> =
            verdict.faults.iter().map(|f| format!("{} {:?} {}", f.code, f.id, f.message)).collect();
        let others: Vec<_> = codes(&verdict)
            .keys()
            .map(ToString::to_string)
            .filter(|code| code != wrong.code && !wrong.also.contains(&code.as_str()))
            // A change to a drawing can also break a rule of its game. So the codes HX5… are ignored, unless
            // the change is meant to break such a rule.
            .filter(|code| wrong.code.starts_with("HX5") || !code.starts_with("HX5"))
            .collect();
        let found = verdict.faults.iter().any(|fault| {
            let page = fault.spot.as_ref().map_or(0, |spot| spot.page);
            let place = format!(
                "{} {}",
                fault.id.as_ref().map(ToString::to_string).unwrap_or_default(),
                fault.message
            );
            fault.code.to_string() == wrong.code && page == wrong.page && place.contains(wrong.place)
        });
        if !found || !others.is_empty() {
            let shown: Vec<_> = reported.iter().take(6).cloned().collect();
            let list = shown.join("\n    ");
            missed.push(format!(
                "{} should be {} on page {}, and is {:?}:\n    {list}",
                wrong.what,
                wrong.code,
                wrong.page,
                codes(&verdict)
            ));
        }
    }
    assert!(
        missed.is_empty(),
        "{} of {} are not found rightly:\n{}",
        missed.len(),
        wrongs.len(),
        missed.join("\n")
    );
}

#[test]
fn faults_of_boards_are_reported() {
    all_are_found(board::WRONGS);
}

#[test]
fn faults_of_points_are_reported() {
    all_are_found(points::WRONGS);
}

#[test]
fn faults_of_paths_are_reported() {
    all_are_found(ways::WRONGS);
}

#[test]
fn faults_of_pieces_are_reported() {
    all_are_found(pieces::WRONGS);
}

#[test]
fn faults_of_pages_are_reported() {
    all_are_found(pages::WRONGS);
}

#[test]
fn faults_of_two_sides_are_reported() {
    all_are_found(backs::WRONGS);
}

#[test]
fn faults_of_strips_are_reported() {
    all_are_found(strips::WRONGS);
}

#[test]
fn faults_of_qr_codes_are_reported() {
    all_are_found(qr_codes::WRONGS);
}

#[test]
fn faults_of_files_are_reported() {
    all_are_found(file::WRONGS);
}

#[test]
fn faults_of_printers_are_reported() {
    all_are_found(printer::WRONGS);
}

#[test]
fn faults_of_svg_files_are_reported() {
    all_are_found(svg::WRONGS);
}

#[test]
fn faults_of_posters_are_reported() {
    all_are_found(posters::WRONGS);
}

#[test]
fn faults_of_drawings_are_reported() {
    all_are_found(drawings::WRONGS);
}

#[test]
fn faults_of_files_for_print_shops_are_reported() {
    all_are_found(press::WRONGS);
}

#[test]
fn faults_of_rules_are_reported() {
    all_are_found(rules::WRONGS);
}

#[test]
fn faults_of_names_are_reported() {
    all_are_found(names::WRONGS);
}

#[test]
fn faults_of_invisible_drawings_are_reported() {
    all_are_found(seen::WRONGS);
}

#[test]
fn faults_of_layouts_are_reported() {
    all_are_found(layout::WRONGS);
}

/// The files that the changes start from must be clean. Otherwise the tests would prove nothing.
#[test]
fn the_unchanged_files_are_clean() {
    let all = [
        &*board::THING,
        &*pieces::TILES,
        &*pieces::DISCS,
        &*backs::SIDES,
        &*backs::FOLDED,
        &*backs::PLANS,
        &*posters::THING,
        &*strips::STRIPS,
        &*strips::PLAN,
        &*strips::PILE,
    ];
    for made in all {
        let verdict = made.judge(&made.pdf);
        assert!(verdict.faults.is_empty(), "{}: {:?}", made.ready.game.id, verdict.faults);
        let files: Vec<_> = made.svg.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let verdict = made.judge_files(&files);
        assert!(verdict.faults.is_empty(), "{}: {:?}", made.ready.game.id, verdict.faults);
    }
}

/// `docs/wrongs.md` lists exactly the wrongs that are tested here.
#[test]
fn the_page_lists_them_all() {
    let mut page = String::new();
    let mut count = 0;
    for (title, wrongs) in ALL {
        page.push_str(&format!("\n## {title}\n\n| fault | found by |\n|---|---|\n"));
        for wrong in wrongs {
            page.push_str(&format!("| {} | {} |\n", wrong.what, wrong.code));
            count += 1;
        }
    }
    let written = include_str!("../../../../docs/wrongs.md");
    let tables = written.find("\n## ").map_or("", |at| &written[at..]);
    if tables != page && std::env::var_os("UPDATE").is_some() {
        let head = written.find("\n## ").map_or(written, |at| &written[..at]);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/wrongs.md");
        std::fs::write(path, format!("{head}{page}")).unwrap();
        return;
    }
    assert!(tables == page, "docs/wrongs.md should end with\n{page}");
    assert!(count >= 100, "{count} wrongs");
}

#[test]
fn no_rule_is_left_out() {
    let reported: Vec<&str> =
        ALL.iter().flat_map(|(_, wrongs)| wrongs.iter().map(|wrong| wrong.code)).collect();
    // The rule `DIFFERS` compares a changed file with the file that its layout builds. The tests in `outside`
    // cover this rule.
    let rules = hexpress::check::rules().filter(|rule| rule.code != hexpress::diag::codes::DIFFERS);
    for rule in rules {
        assert!(reported.contains(&rule.code.to_string().as_str()), "no wrong breaks {}", rule.code);
    }
}

/// Judges a file with one page changed.
fn changed(made: &Made, page: usize, edit: impl Fn(&str) -> String) -> Verdict {
    made.judge(&made.edit(page, edit))
}
