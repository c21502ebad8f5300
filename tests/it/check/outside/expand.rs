//! Edits that draw lines as filled areas, as programs do when they convert strokes to outlines.
//!
//! | edit | effect |
//! |---|---|
//! | `expand P [FACTOR]` | turns each line of a drawing into an area, FACTOR times as wide |
//! | `halved P` | draws each closed line as two |
//! | `facets P` | replaces each curve by 60 straight lines |
//! | `onto P COLOUR` | turns each closed line into an area, and covers all but its rim with an area in COLOUR |

use kurbo::{BezPath, Cap, CubicBez, Join, ParamCurve, PathEl, Point, Shape, Stroke, StrokeOpts};

use super::edit::{Pdf, number};
use super::paint::{colour, three};

pub fn apply_edit(pdf: &mut Pdf<'_>, words: &[&str]) -> bool {
    match *words {
        ["expand", piece] => pdf.edit_drawing(piece, |drawing| expanded(drawing, 1.0, None)),
        ["expand", piece, factor] => {
            pdf.edit_drawing(piece, |drawing| expanded(drawing, number(factor), None));
        }
        ["onto", piece, tint] => {
            let tint = three(colour(tint));
            pdf.edit_drawing(piece, |drawing| expanded(drawing, 1.0, Some(&tint)));
        }
        ["facets", piece] => pdf.edit_drawing(piece, facets),
        ["halved", piece] => pdf.edit_drawing(piece, halved),
        _ => return false,
    }
    true
}

/// Returns a drawing with straight lines in place of its curves.
fn facets(drawing: &str) -> String {
    let (mut out, mut last) = (String::new(), Point::ZERO);
    for line in drawing.lines() {
        let numbers: Vec<f64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let point = |at: usize| Point::new(numbers[at], numbers[at + 1]);
        if let (6, true) = (numbers.len(), line.ends_with(" c")) {
            let curve = CubicBez::new(last, point(0), point(2), point(4));
            for part in 1..=60 {
                let at = curve.eval(f64::from(part) / 60.0);
                out += &format!("{:.4} {:.4} l\n", at.x, at.y);
            }
            last = point(4);
            continue;
        }
        if numbers.len() == 2 {
            last = point(0);
        }
        out += line;
        out += "\n";
    }
    out
}

/// Returns a drawing in which each closed line is drawn as two lines that meet.
fn halved(drawing: &str) -> String {
    let lines: Vec<&str> = drawing.lines().collect();
    let mut out: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    for (end, _) in lines.windows(2).enumerate().filter(|(_, two)| *two == ["h", "S"]) {
        let start = lines[..end].iter().rposition(|line| line.ends_with(" m")).unwrap();
        let middle = start + (end - start) / 2;
        let point: Vec<&str> = lines[middle].split_whitespace().rev().skip(1).take(2).collect();
        out[middle] += &format!("\nS\n{} {} m", point[1], point[0]);
        let first = lines[start].trim_end_matches(" m");
        out[end] = format!("{first} l");
    }
    out.join("\n") + "\n"
}

/// Returns a drawing with its lines turned into areas.
fn expanded(drawing: &str, factor: f64, tint: Option<&str>) -> String {
    let (mut out, mut numbers, mut path) = (String::new(), Vec::<f64>::new(), BezPath::new());
    // The operators since the last path that was drawn.
    let mut pending = String::new();
    let mut line = Stroke::new(1.0).with_join(Join::Miter).with_caps(Cap::Butt).with_miter_limit(10.0);
    let mut ink = "0 0 0".to_owned();
    for token in drawing.split_inclusive(char::is_whitespace) {
        let word = token.trim();
        if let Ok(value) = word.parse::<f64>() {
            numbers.push(value);
            pending += token;
            continue;
        }
        let all = std::mem::take(&mut numbers);
        let point = |at: usize| Point::new(all[at], all[at + 1]);
        match word {
            "w" => line.width = all[0] * factor,
            "j" => line.join = [Join::Miter, Join::Round, Join::Bevel][all[0] as usize],
            "J" => {
                let cap = [Cap::Butt, Cap::Round, Cap::Square][all[0] as usize];
                (line.start_cap, line.end_cap) = (cap, cap);
            }
            "RG" => ink = format!("{} {} {}", all[0], all[1], all[2]),
            "G" => ink = format!("{0} {0} {0}", all[0]),
            "m" => path.move_to(point(0)),
            "l" => path.line_to(point(0)),
            "c" => path.curve_to(point(0), point(2), point(4)),
            "h" => path.close_path(),
            _ => {}
        }
        let is_stroke = word == "S";
        if is_stroke {
            out += &surfaces(&std::mem::take(&mut path), &line, &ink, tint);
            pending.clear();
            continue;
        }
        pending += token;
        if ["f", "f*", "n", "W", "q", "Q", "ET", "EMC", "BDC", "Do", "cm"].contains(&word) {
            out += &std::mem::take(&mut pending);
            path = BezPath::new();
        }
        // Operators before a path, such as `w`, also apply to later paths, so they are kept.
        if path.elements().is_empty() && !pending.is_empty() {
            out += &std::mem::take(&mut pending);
        }
    }
    out + &pending
}

fn surfaces(path: &BezPath, line: &Stroke, ink: &str, tint: Option<&str>) -> String {
    let outline = kurbo::stroke(path, line, &StrokeOpts::default(), 1e-4);
    let Some(tint) = tint else { return format!("{ink} rg\n{}f\n", written(outline.elements())) };
    let rims: Vec<&[PathEl]> =
        outline.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_))).collect();
    let fill = |rim: &[PathEl], ink: &str| format!("{ink} rg\n{}f\n", written(rim));
    let area = |rim: &[PathEl]| BezPath::from_vec(rim.to_vec()).area().abs();
    match rims[..] {
        [a, b] if area(a) > area(b) => fill(a, ink) + &fill(b, tint),
        [inner, outer] => fill(outer, ink) + &fill(inner, tint),
        _ => panic!("a closed line has two rims, and this one {}", rims.len()),
    }
}

fn written(path: &[PathEl]) -> String {
    let p = |p: Point| format!("{:.5} {:.5}", p.x, p.y);
    let element = |element: &PathEl| match *element {
        PathEl::MoveTo(to) => format!("{} m\n", p(to)),
        PathEl::LineTo(to) => format!("{} l\n", p(to)),
        PathEl::CurveTo(a, b, to) => format!("{} {} {} c\n", p(a), p(b), p(to)),
        PathEl::ClosePath => "h\n".to_owned(),
        PathEl::QuadTo(a, to) => panic!("a quadratic curve to {to} by {a}"),
    };
    path.iter().map(element).collect()
}
