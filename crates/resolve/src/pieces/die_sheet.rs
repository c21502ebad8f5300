//! Sheets that are cut already: label sheets, perforated cards, dies.

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};

use crate::base::units::Trimmed;
use crate::diag::codes;
use crate::diag::near;
use crate::diag::synonyms::{Typed, synonym};
use crate::model::DieSheet;
use crate::model::pieces::{BAD_PIECE, PieceSize};
use crate::print::paper::{PaperChoice, is_landscape, sheet_name};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::CutSheet;
use crate::spec::values::place::At;

/// A `[[sheet]]` of the layout; none where something is wrong with it.
pub fn die_sheet(given: &At<CutSheet>, compiler: &mut Compiler<'_>) -> Option<DieSheet> {
    let place = compiler.place(given);
    let sheet = &given.value;
    let needed = [
        (sheet.name.is_some(), "name", "name = \"labels\", and then sheet = \"labels\" in [[cards]]"),
        (sheet.paper.is_some(), "paper", "paper = \"a4\""),
        (
            sheet.first.is_some(),
            "first",
            "first = \"7.2 15.1mm\": how far from the left and from the top the first place begins",
        ),
        (sheet.grid.is_some(), "grid", "grid = \"3 x 7\""),
        (sheet.size.is_some(), "size", "size = \"63.5 x 38.1mm\""),
    ];
    for (_, key, hint) in needed.into_iter().filter(|(there, ..)| !there) {
        compiler.hinted(codes::MISSING_KEY, given, format!("a sheet needs `{key}`"), hint);
    }
    let (name, paper) = (sheet.name.as_ref()?, sheet.paper.as_ref()?);
    let (first, grid, extent) = (sheet.first.as_ref()?, sheet.grid.as_ref()?, sheet.size.as_ref()?);
    if ["large", "small"].contains(&name.value.as_str()) {
        let message = format!("`{}` is a sheet of the paper at hand", name.value);
        compiler.hinted(codes::SAME_NAME, name, message, "another name");
    }
    let paper = match PaperChoice::parse(&paper.value) {
        Ok(choice) if choice.large == choice.small => Some(if is_landscape(&paper.value) {
            Size::new(choice.small.height, choice.small.width)
        } else {
            choice.small
        }),
        Ok(_) => {
            let message = format!("`{}` is more than one paper", paper.value);
            let wrong = codes::UNKNOWN_PAPER.error(message);
            compiler.wrong(wrong.hint("a sheet is of one: paper = \"a4\""), paper).none()
        }
        // A sheet of the layout has the way it lies in its size.
        Err(wrong) => {
            let name = paper.value.split([' ', '-']).next().unwrap_or_default();
            let size = PaperChoice::parse(name).ok().map(|choice| choice.small);
            let lies = size.filter(|_| paper.value.to_lowercase().contains("landscape"));
            let hint = lies.map(|size| {
                let (width, height) = (Trimmed(size.height), Trimmed(size.width));
                format!("a sheet that lies has its size: paper = \"{width} x {height}mm\"")
            });
            let hint = hint.or_else(|| wrong.hint.clone());
            compiler.wrong(wrong.maybe_hint(hint), paper).none()
        }
    };
    let size = extent.value.of(Size::ZERO);
    if !PieceSize::allows(size) {
        return compiler.error(codes::BAD_SIZE, extent, BAD_PIECE).none();
    }
    let pitch = sheet.pitch.as_ref().map_or(size.to_vec2(), |at| Vec2::new(at.value.x, at.value.y));
    let first_at = Point::new(first.value.x, first.value.y);
    let pitch_place = sheet.pitch.as_ref().map_or(place, |at| compiler.place(at));
    let (first_place, grid_place) = (compiler.place(first), compiler.place(grid));
    let paper = paper?;
    let steps = Vec2::new(f64::from(grid.value.columns - 1), f64::from(grid.value.rows - 1));
    let ends = first_at + Vec2::new(steps.x * pitch.x, steps.y * pitch.y) + size.to_vec2();
    // Only where that would be right, for it is not what is meant otherwise.
    let fits_lying = paper.height > paper.width && ends.x <= paper.height && ends.y <= paper.width;
    let lying = || {
        let (w, h) = (Trimmed(paper.height), Trimmed(paper.width));
        fits_lying.then(|| format!("if the sheet lies: paper = \"{w} x {h}mm\""))
    };
    let fits = |first: Point, pitch: Vec2| {
        let end = first + Vec2::new(steps.x * pitch.x, steps.y * pitch.y) + size.to_vec2();
        let apart = |steps: f64, pitch: f64, size: f64| steps == 0.0 || pitch > size - 0.001;
        first.x >= 0.0
            && first.y >= 0.0
            && end.x <= paper.width + 0.001
            && end.y <= paper.height + 0.001
            && apart(steps.x, pitch.x, size.width)
            && apart(steps.y, pitch.y, size.height)
    };
    let (first_turned, pitch_turned) = (Point::new(first_at.y, first_at.x), Vec2::new(pitch.y, pitch.x));
    let turned = [(first_turned, pitch_turned), (first_at, pitch_turned), (first_turned, pitch)];
    let turned = turned.into_iter().filter(|(_, turned)| sheet.pitch.is_some() || *turned == pitch);
    let turned = turned.into_iter().find(|(first, pitch)| fits(*first, *pitch));
    if let Some((first, pitch)) = turned.filter(|_| !fits(first_at, pitch)) {
        let mut right = Vec::new();
        if pitch == pitch_turned && sheet.pitch.is_some() {
            right.push(format!("pitch = \"{} {}mm\"", Trimmed(pitch.x), Trimmed(pitch.y)));
        }
        if first == first_turned {
            right.push(format!("first = \"{} {}mm\"", Trimmed(first.x), Trimmed(first.y)));
        }
        let message = "these places do not fit the sheet: across and down seem to be swapped";
        let hint = format!("what is across comes first: {}", right.join(", "));
        return compiler.hinted(codes::PLACES_OFF_SHEET, pitch_place, message, hint).none();
    }
    // Columns and rows may have changed places.
    let (columns, rows) = (grid.value.rows, grid.value.columns);
    let swapped = first_at + Vec2::new(steps.y * pitch.x, steps.x * pitch.y) + size.to_vec2();
    let swap = || {
        let fits = swapped.x <= paper.width + 0.001 && swapped.y <= paper.height + 0.001;
        fits.then(|| format!("columns come first: grid = \"{columns} x {rows}\""))
    };
    let ways = [
        (
            "wide",
            "the left edge",
            "columns",
            first_at.x,
            pitch.x,
            grid.value.columns,
            size.width,
            paper.width,
        ),
        ("high", "the top edge", "rows", first_at.y, pitch.y, grid.value.rows, size.height, paper.height),
    ];
    for (how, edge, lines, first, pitch, count, size, paper_size) in ways {
        let whole = sheet_name(paper);
        let end = first + pitch * f64::from(count - 1) + size;
        let (first_mm, size_mm, paper_mm) = (Trimmed(first), Trimmed(size), Trimmed(paper_size));
        let (code, at, message, hint) = if first < 0.0 || first + size > paper_size + 0.001 {
            let place = format!("the first place begins {first_mm} mm from {edge} and is {size_mm} mm {how}");
            let message = format!("{place}, and {whole} is {paper_mm} mm {how}");
            (codes::PLACES_OFF_SHEET, first_place, message, lying())
        } else if count > 1 && pitch < size - 0.001 {
            let places = format!("places are {size_mm} mm {how} and begin {} mm apart", Trimmed(pitch));
            let hint = "the pitch is from where one begins to where the next one begins".to_owned();
            let message = format!("{places}: they would lie on each other");
            (codes::PITCH_TOO_SMALL, pitch_place, message, Some(hint))
        } else if end > paper_size + 0.001 {
            let end = Trimmed(end);
            let message =
                format!("{count} {lines} end {end} mm from {edge}, and {whole} is {paper_mm} mm {how}");
            let fit = ((paper_size - first - size) / pitch.max(0.001) + 1e-6).floor() as u32 + 1;
            let (columns, rows) = match lines {
                "rows" => (grid.value.columns, fit),
                _ => (fit, grid.value.rows),
            };
            let fewer = || format!("{fit} {lines} fit: grid = \"{columns} x {rows}\"");
            (codes::PLACES_OFF_SHEET, grid_place, message, swap().or_else(lying).or_else(|| Some(fewer())))
        } else {
            continue;
        };
        compiler.wrong(code.error(message).maybe_hint(hint), at);
    }
    let name: Arc<str> = name.value.as_str().into();
    Some(DieSheet { name, paper, first: first_at, pitch, grid: grid.value, size })
}

/// The sheet of this name.
pub fn find(
    at: &At<crate::spec::values::value::OnSheet>,
    name: &str,
    compiler: &mut Compiler<'_>,
) -> Option<Arc<DieSheet>> {
    if let Some(found) = compiler.die_sheets.iter().find(|sheet| *sheet.name == *name) {
        return Some(Arc::clone(found));
    }
    // A sheet with mistakes has been reported.
    if compiler.die_sheet_names.iter().any(|known| known == name) {
        return None;
    }
    let names = || compiler.die_sheet_names.iter().map(String::as_str);
    let hint = near::hint(name, names().chain(["large", "small"]), || {
        if let Some(hint) = synonym(Typed::Value("sheet"), name) {
            hint.to_owned()
        } else if compiler.die_sheet_names.is_empty() {
            "large or small; a sheet that is cut already is a [[sheet]] of this file".to_owned()
        } else {
            format!("large, small, or a [[sheet]] of this file: {}", names().collect::<Vec<_>>().join(", "))
        }
    });
    compiler.hinted(codes::UNKNOWN_NAME, at, format!("no sheet is called `{name}`"), hint).none()
}
