//! Draws the sheets of a layout for the web page.
//!
//! - In: a layout, and the numbers of the sheets that the user sees at the moment.
//! - Out: a short description of every sheet, and drawings of the visible sheets, as JSON.

use std::sync::Arc;

use kurbo::Rect;
use serde_json::{Value, json};

use super::{layout_lines, mistakes};
use crate::make::{self, Input, PreparedGame};
use hexpress_base::diag::{Diagnostic, Report, Result, Severity, Sources};
use hexpress_base::units::to_hundredths;
use hexpress_language::record::Options;
use hexpress_layout::{Content, Plan, SheetPlan, plan};
use hexpress_resolve::own_seed;
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::text::Fonts;
use hexpress_write::svg;

/// Returns the sheets, or the mistakes of the layout.
///
/// `draw` lists the indices of the sheets to draw, such as `0-2,7`. If it is `None`, all sheets are
/// drawn.
pub fn sheets(input: &Result<Arc<Input>>, options: Options, draw: Option<&str>, fonts: &Fonts) -> Value {
    let mut sources = Sources::default();
    let shown = match input {
        Ok(input) => shown(input, options, draw, fonts, &mut sources),
        Err(error) => Err(Report::from(error.clone())),
    };
    shown.unwrap_or_else(|report| {
        json!({ "good": false, "mistakes": mistakes::to_json(&report, &sources), "sheets": [], "files": [] })
    })
}

fn shown(
    input: &Input,
    options: Options,
    draw: Option<&str>,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Value, Report> {
    let PreparedGame { layout, game, setup, options, fonts, draws, mut warnings, .. } =
        make::read(input, options, sources, fonts)?;
    let mut plan = plan(&game, &fonts, &setup)?;
    // A plan with too many pages causes only a warning, because only the visible sheets are drawn.
    if let Some(error) = make::too_many_pages(&plan) {
        warnings.extend(Report::from(Diagnostic { severity: Severity::Warning, ..error }));
    }
    warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
    let stem = make::stem(input, &setup);
    let pdfs = make::name_pages(&mut plan, &stem, &options);
    let files: Vec<Value> = pdfs
        .iter()
        .filter_map(|pdf| {
            let first = pdf.indices.start;
            let (line, sheet) = (plan.page_labels.get(first)?, plan.sheets.get(first)?);
            Some(json!({ "name": line.name, "paper": sheet_name(sheet.size) }))
        })
        .collect();
    let wanted = wanted_sheets(draw, plan.sheets.len());
    game.pictures.leave_unpacked();
    let (drawings, more) = svg::fragments(&plan.selected(&wanted), &game, &fonts, |index: usize| {
        format!("s{}-", wanted.get(index).copied().unwrap_or_default() + 1)
    })?;
    warnings.extend(more);
    let mut sheets: Vec<Value> = plan.sheets.iter().map(describe).collect();
    for (&index, drawing) in wanted.iter().zip(drawings) {
        let Some(sheet) = sheets.get_mut(index) else { continue };
        sheet["lines"] = layout_lines::lines(&game, sources, &drawing.svg);
        sheet["draft"] = overlay(&plan, index);
        sheet["pieces"] = drawing.pieces.iter().map(piece).collect();
        sheet["words"] = drawing.words.into();
        sheet["svg"] = drawing.svg.into();
    }
    // Seeds are sent as text, because JavaScript rounds integers above 2^53.
    let own = own_seed(&layout);
    let drawn = options.seed.unwrap_or(own);
    let seed = draws.then(|| json!({ "own": own.to_string(), "drawn": drawn.to_string() }));
    Ok(json!({
        "good": true,
        "title": game.title,
        "language": game.language,
        "paper": options.paper,
        "seed": seed,
        "mistakes": mistakes::to_json(&warnings, sources),
        "sheets": sheets,
        "files": files,
    }))
}

/// Returns the indices of the sheets to draw, in ascending order.
fn wanted_sheets(draw: Option<&str>, count: usize) -> Vec<usize> {
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

/// Returns the name and the size of a sheet.
fn describe(sheet: &SheetPlan<'_>) -> Value {
    let side = match &sheet.content {
        Content::Backs(..) => " (backs)".to_owned(),
        Content::Fronts(_, packing, _) if packing.duplex.fold => {
            " (fronts and backs, to be folded)".to_owned()
        }
        Content::ExtraSheet(_) => " (cuts)".to_owned(),
        Content::Blank => " (the other side, left empty)".to_owned(),
        Content::Poster(poster, part) => format!(" ({})", poster.part_name(*part)),
        Content::Board(..) | Content::Fronts(..) | Content::Page(..) => String::new(),
    };
    json!({
        "name": format!("{}{side}", sheet.names()),
        "paper": sheet_name(sheet.size),
        "width": sheet.size.width,
        "height": sheet.size.height,
        "blank": matches!(sheet.content, Content::Blank),
    })
}

/// Returns what the page shows on top of a sheet, although it is not printed: names of cells, cut lines
/// and safe zones. Lengths are in mm.
fn overlay(plan: &Plan<'_>, index: usize) -> Value {
    let Some(overlay) = plan.overlay(index) else { return Value::Null };
    let names: Vec<Value> = overlay
        .names
        .iter()
        .map(|(place, name)| json!([to_hundredths(place.x), to_hundredths(place.y), name]))
        .collect();
    json!({
        "names": names,
        "letters": to_hundredths(overlay.letters),
        "cuts": format!("{}{}", path_data(&overlay.cuts), path_data(&overlay.holes)),
        "safe": path_data(&overlay.safe),
    })
}

/// Returns a piece as JSON: its identity, its text for screen readers, and its bounding box in mm.
fn piece(piece: &svg::NamedPiece) -> Value {
    let Rect { x0, y0, .. } = piece.bounds;
    let [x, y, width, height] = [x0, y0, piece.bounds.width(), piece.bounds.height()].map(to_hundredths);
    json!([piece.identity, piece.name, x, y, width, height])
}

fn path_data(paths: &[kurbo::BezPath]) -> String {
    paths.iter().map(svg::data).collect()
}

#[cfg(test)]
mod tests {
    use super::wanted_sheets;

    #[test]
    fn listed_sheets_are_drawn_once_and_in_order() {
        assert_eq!(wanted_sheets(None, 3), [0, 1, 2]);
        assert_eq!(wanted_sheets(Some(""), 3), [0; 0]);
        assert_eq!(wanted_sheets(Some("4,0-1,1-99999999999999"), 6), [0, 1, 2, 3, 4, 5]);
        assert_eq!(wanted_sheets(Some("4,0-1,x-2,9"), 6), [0, 1, 4]);
    }
}
