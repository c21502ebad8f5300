//! The sheet that a printer is measured by: its marks lie where readings are reckoned from.

use kurbo::{ParamCurve, Point};

use crate::check::facts::Look;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::print::profile::Marks;
use crate::print::setup::Backs;
use crate::read::{Item, Kind};

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    code: codes::CALIBRATION_MARK,
    title: "the marks of a calibration sheet lie where readings are reckoned from",
    why: "A printer is corrected by what is read off this sheet. A mark that lies elsewhere makes every later print wrong.",
    right: "the sheet as hexpress calibrate wrote it",
    wrong: "a sheet that another program made 3 % smaller before it was printed",
    severity: Severity::Error,
    run: Run::Page(marks),
}];

/// The lines of one name on a page.
fn lines<'p>(items: &'p [Item], name: &str) -> impl Iterator<Item = [Point; 2]> + 'p {
    let name = format!("calibration/{name}");
    let own = items.iter().filter(move |item| item.id.as_deref() == Some(name.as_str()));
    own.flat_map(|item| match &item.kind {
        Kind::Path { path, .. } => path.segments().map(|line| [line.start(), line.end()]).collect(),
        _ => Vec::new(),
    })
}

fn marks(look: &Look<'_>, out: &mut Findings) {
    let items = &look.page.items;
    if look.sheet.name.as_deref() != Some("calibration")
        || !items.iter().any(|item| item.id.as_deref().is_some_and(|id| id.starts_with("calibration/edge-")))
    {
        return;
    }
    let size = look.sheet.size;
    let Some(marks) = Marks::on(size) else { return };
    let front = lines(items, "lying").next().is_some();
    // Both ways to turn the sheet put the slanted lines of the back at the same places.
    let through = marks.through(Backs::FlipLong);
    for cross in 0..4 {
        let all = match front {
            true => [("lying", marks.axis(cross, false)), ("upright", marks.axis(cross, true))],
            false => [
                ("flat", marks.slanted(cross, false).map(|p| through * p)),
                ("steep", marks.slanted(cross, true).map(|p| through * p)),
            ],
        };
        for (name, ends) in all {
            held(look, name, ends, out);
        }
    }
    for mark in Marks::edge_marks() {
        let (w, h) = (size.width, size.height);
        for (name, place, is_x) in [
            ("edge-left", mark, true),
            ("edge-right", w - mark, true),
            ("edge-upper", mark, false),
            ("edge-lower", h - mark, false),
        ] {
            let off = |line: [Point; 2]| {
                let far = line.map(|p| ((if is_x { p.x } else { p.y }) - place).abs());
                far[0].max(far[1])
            };
            let nearest = lines(items, name).map(off).fold(f64::INFINITY, f64::min);
            told(look, name, nearest, None, out);
        }
    }
}

/// A line of this name lies between these ends, either way round.
fn held(look: &Look<'_>, name: &str, [from, to]: [Point; 2], out: &mut Findings) {
    let off = |[a, b]: [Point; 2]| {
        let one = a.distance(from).max(b.distance(to));
        one.min(a.distance(to).max(b.distance(from)))
    };
    let nearest = lines(&look.page.items, name).map(off).fold(f64::INFINITY, f64::min);
    told(look, name, nearest, Some(from.midpoint(to)), out);
}

fn told(look: &Look<'_>, name: &str, off: f64, at: Option<Point>, out: &mut Findings) {
    if off.is_finite() && !out.measured(off, look.tolerance) {
        return;
    }
    let what =
        if off.is_finite() { format!("is {} from its place", mm(off)) } else { "is not there".to_owned() };
    let message = format!("a mark that readings are reckoned from, {name}, {what}");
    let rect = at.map(|p| kurbo::Rect::from_center_size(p, kurbo::Size::new(4.0, 4.0)));
    out.fault(message)
        .at(look.sheet.file, look.sheet.number, rect)
        .by(if off.is_finite() { off } else { 0.0 })
        .hint("write the sheet again: hexpress calibrate");
}
