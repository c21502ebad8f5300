//! The sheets of a layout: all of them in a few words, and those that are seen as drawings.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{lines, mistakes};
use crate::build::{self, Input, Ready};
use crate::diag::{Diagnostic, Report, Result, Severity, Sources};
use crate::layout::{Content, Plan, plan};
use crate::print::paper::sheet_name;
use crate::record::Options;
use crate::resolve::own_seed;
use crate::text::Fonts;
use crate::write::svg;

/// What there is to see, or what is wrong with the layout. `draw` says which sheets are drawn, as in `0-2,7`; all of them
/// where it does not.
pub fn sheets(input: &Result<Arc<Input>>, options: Options, draw: Option<&str>, fonts: &Fonts) -> Value {
    let mut sources = Sources::default();
    let input = input.as_ref().map_err(|wrong| Report::from(wrong.clone()));
    let shown = input.and_then(|input| shown(input, options, draw, fonts, &mut sources));
    shown.unwrap_or_else(|report| {
        json!({ "good": false, "mistakes": mistakes::json(&report, &sources), "sheets": [], "files": [] })
    })
}

fn shown(
    input: &Input,
    options: Options,
    draw: Option<&str>,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Value, Report> {
    let Ready { layout, game, setup, options, fonts, draws, mut warnings, .. } =
        build::read(input, options, sources, fonts)?;
    let mut plan = plan(&game, &fonts, &setup)?;
    // Only sheets that are seen are drawn, so nothing has to stop.
    warnings.extend(
        build::slip(&plan)
            .map(|slip| Report::from(Diagnostic { severity: Severity::Warning, ..slip }))
            .unwrap_or_default(),
    );
    warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
    let stem = build::stem(input, &setup);
    let stacks = build::name_pages(&mut plan, &stem, &options);
    let files = stacks.iter().filter_map(|stack| {
        let first = stack.sheets.start;
        let (line, sheet) = (plan.files.get(first)?, plan.sheets.get(first)?);
        Some(json!({ "name": line.name, "paper": sheet_name(sheet.size) }))
    });
    let files: Vec<Value> = files.collect();
    let wanted = wanted(draw, plan.sheets.len());
    game.pictures.leave_unpacked();
    let prefix = |index: usize| format!("s{}-", wanted.get(index).copied().unwrap_or_default() + 1);
    let (drawings, more) = svg::fragments(&plan.selected(&wanted), &fonts, prefix)?;
    warnings.extend(more);
    let mut sheets: Vec<Value> = (0..plan.sheets.len()).map(|index| sheet(&plan, index)).collect();
    for (index, svg) in wanted.into_iter().zip(drawings) {
        let Some(sheet) = sheets.get_mut(index) else { continue };
        sheet["lines"] = lines::lines(&game, sources, &svg);
        sheet["draft"] = draft(&plan, index);
        sheet["svg"] = svg.into();
    }
    // As a text: a number of this size is not whole in a browser.
    let own = own_seed(&layout);
    let drawn = options.seed.unwrap_or(own);
    let seed = draws.then(|| json!({ "own": own.to_string(), "drawn": drawn.to_string() }));
    Ok(json!({
        "good": true,
        "title": game.title,
        "language": game.language,
        "paper": options.paper,
        "seed": seed,
        "mistakes": mistakes::json(&warnings, sources),
        "sheets": sheets,
        "files": files,
    }))
}

/// The numbers of the sheets that are drawn, each once, in their order.
fn wanted(draw: Option<&str>, count: usize) -> Vec<usize> {
    let Some(draw) = draw else { return (0..count).collect() };
    let mut wanted = vec![false; count];
    for run in draw.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        if let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) {
            wanted.iter_mut().take(last.saturating_add(1)).skip(first).for_each(|is| *is = true);
        }
    }
    (0..count).zip(wanted).filter_map(|(index, is)| is.then_some(index)).collect()
}

/// A sheet in a few words.
fn sheet(plan: &Plan<'_>, index: usize) -> Value {
    let Some(sheet) = plan.sheets.get(index) else { return Value::Null };
    let side = match &sheet.content {
        Content::Backs(..) => " (backs)".to_owned(),
        Content::Fronts(_, fit, _) if fit.duplex.fold => " (fronts and backs, to be folded)".to_owned(),
        Content::ExtraSheet(_) => " (cuts)".to_owned(),
        Content::Blank => " (the other side, left empty)".to_owned(),
        Content::Poster(poster, part) => format!(" ({})", poster.part_name(*part)),
        Content::Board(..) | Content::Fronts(..) => String::new(),
    };
    json!({
        "name": format!("{}{side}", sheet.names()),
        "paper": sheet_name(sheet.size),
        "width": sheet.size.width,
        "height": sheet.size.height,
        "blank": matches!(sheet.content, Content::Blank),
    })
}

/// What is not printed: names, cuts and safe zones.
fn draft(plan: &Plan<'_>, index: usize) -> Value {
    let paths = |paths: &[kurbo::BezPath]| paths.iter().map(svg::data).collect::<String>();
    let hundredths = |mm: f64| (mm * 100.0).round() / 100.0;
    let Some(draft) = plan.draft(index) else { return Value::Null };
    let names = draft.names.iter();
    let names: Value = names.map(|(at, name)| json!([hundredths(at.x), hundredths(at.y), name])).collect();
    let (letters, cuts, safe) = (hundredths(draft.letters), paths(&draft.cuts), paths(&draft.safe));
    json!({ "names": names, "letters": letters, "cuts": cuts, "safe": safe })
}

#[cfg(test)]
mod tests {
    #[test]
    fn sheets_are_drawn_as_they_are_named() {
        let wanted = super::wanted;
        assert_eq!(wanted(None, 3), [0, 1, 2]);
        assert_eq!(wanted(Some(""), 3), [0; 0]);
        assert_eq!(wanted(Some("4,0-1,1-99999999999999"), 6), [0, 1, 2, 3, 4, 5]);
        assert_eq!(wanted(Some("4,0-1,x-2,9"), 6), [0, 1, 4]);
    }
}
