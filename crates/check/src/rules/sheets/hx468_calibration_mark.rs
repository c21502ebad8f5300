//! HX468: marks of the calibration sheet that are not where readings expect them.

use kurbo::{ParamCurve as _, Point};

use crate::base::identity::{CALIBRATION, Feature, Identity, Mark};
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::print::profile::Marks;
use crate::print::setup::Backs;
use crate::read::{Item, ItemKind};

/// The rule behind HX468.
pub const RULE: Rule = Rule {
    title: "the marks of a calibration sheet lie where readings are reckoned from",
    why: "A printer is corrected by what is read off this sheet. A mark that lies elsewhere makes every later print wrong.",
    right: "the sheet as hexpress calibrate wrote it",
    wrong: "a sheet that another program made 3 % smaller before it was printed",
    ..Rule::error(codes::CALIBRATION_MARK, Run::Sheet(calibration_mark))
};

const EDGES: [Mark; 4] = [Mark::EdgeLeft, Mark::EdgeRight, Mark::EdgeUpper, Mark::EdgeLower];

fn is(item: &Item, mark: Mark) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Mark(mark))
}

/// The lines that are one mark on a page.
fn lines(items: &[Item], mark: Mark) -> impl Iterator<Item = [Point; 2]> {
    let own = items.iter().filter(move |item| is(item, mark));
    own.flat_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => path.segments().map(|line| [line.start(), line.end()]).collect(),
        _ => Vec::new(),
    })
}

/// Reports marks of the calibration sheet that are not where readings expect them.
fn calibration_mark(context: &PageContext<'_>, out: &mut Findings) {
    let items = &context.page.items;
    if context.sheet.name.as_deref() != Some(CALIBRATION)
        || !items.iter().any(|item| EDGES.iter().any(|edge| is(item, *edge)))
    {
        return;
    }
    let size = context.sheet.size;
    let Some(marks) = Marks::on(size) else { return };
    let front = lines(items, Mark::Lying).next().is_some();
    // Both ways to turn the sheet put the slanted lines of the back at the same places.
    let through = marks.through(Backs::FlipLong);
    for cross in 0..4 {
        let all = match front {
            true => [(Mark::Lying, marks.axis(cross, false)), (Mark::Upright, marks.axis(cross, true))],
            false => [
                (Mark::Flat, marks.slanted(cross, false).map(|p| through * p)),
                (Mark::Steep, marks.slanted(cross, true).map(|p| through * p)),
            ],
        };
        for (mark, ends) in all {
            held(context, mark, ends, out);
        }
    }
    for mark in Marks::edge_marks() {
        let (w, h) = (size.width, size.height);
        for (edge, place, is_x) in [
            (Mark::EdgeLeft, mark, true),
            (Mark::EdgeRight, w - mark, true),
            (Mark::EdgeUpper, mark, false),
            (Mark::EdgeLower, h - mark, false),
        ] {
            let off = |line: [Point; 2]| {
                let far = line.map(|p| ((if is_x { p.x } else { p.y }) - place).abs());
                far[0].max(far[1])
            };
            let nearest = lines(items, edge).map(off).fold(f64::INFINITY, f64::min);
            told(context, edge, nearest, None, out);
        }
    }
}

/// A line of this name lies between these ends, either way round.
fn held(context: &PageContext<'_>, mark: Mark, [from, to]: [Point; 2], out: &mut Findings) {
    let off = |[a, b]: [Point; 2]| {
        let one = a.distance(from).max(b.distance(to));
        one.min(a.distance(to).max(b.distance(from)))
    };
    let nearest = lines(&context.page.items, mark).map(off).fold(f64::INFINITY, f64::min);
    told(context, mark, nearest, Some(from.midpoint(to)), out);
}

fn told(context: &PageContext<'_>, mark: Mark, off: f64, at: Option<Point>, out: &mut Findings) {
    if off.is_finite() && !out.measured(off, context.tolerance) {
        return;
    }
    let what =
        if off.is_finite() { format!("is {} from its place", mm(off)) } else { "is not there".to_owned() };
    let message = format!("a mark that readings are reckoned from, {mark}, {what}");
    let rect = at.map(|p| kurbo::Rect::from_center_size(p, kurbo::Size::new(4.0, 4.0)));
    out.fault(message)
        .at(context.sheet.file, context.sheet.number, rect)
        .by(if off.is_finite() { off } else { 0.0 })
        .hint("write the sheet again: hexpress calibrate");
}
