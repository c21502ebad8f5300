//! Reads the profile of a printer.
//!
//! - In: a TOML file.
//! - Out: a [`Profile`], or all errors in the file.
//! - Not here: correcting pages.

use std::str::FromStr;

use kurbo::Vec2;
use serde_json::Value;

use super::furniture::Furniture;
use crate::read::walk;
use crate::values::spanned::Spanned;
use crate::values::style::Scale;
use crate::values::value::{Length, Pair, SheetMargins};
use hexpress_base::diag::{Diagnostic, FileId, Report, Result, SourceSpan, Sources, codes};
use hexpress_base::units::ShortNumber;
use hexpress_scene::print::cuts::Blade;
use hexpress_scene::print::furniture::FurnitureSettings;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::{Excess, PrintedSide, Profile, ScaleFactors, called};
use hexpress_scene::print::setup::PrintSetup;

toml_tables! {
    /// The profile of a printer.
    struct File {
        /// The name of the printer.
        /// Default: the name of the file. Example: `name = "Office"`.
        name: Option<Spanned<String>>,
        /// The paper of the printer, as for `--paper`.
        /// Default: `iso`. Example: `paper = "a4"`.
        paper: Option<Spanned<String>>,
        /// How the printer turns sheets over, as for `--backs`.
        /// Default: none. Example: `backs = "flip-long"`.
        backs: Option<Spanned<String>>,
        /// The tool you cut with, as for `--cut`.
        /// Default: none. Example: `cut = "knife"`.
        cut: Option<Spanned<String>>,
        /// The marks that show where to cut, unless the layout sets them.
        /// Default: what suits the packing and the cutting tool. Example: `marks = "corner"`.
        marks: Option<Spanned<String>>,
        /// Rulers, marks, cut lines and the line of text, unless the layout sets them.
        /// Example: `[furniture]` and below it `rulers = "top-left"`.
        furniture: Option<Spanned<Furniture>>,
        /// How much ink to use, as for `--ink`.
        /// Default: `full`. Example: `ink = "low"`.
        ink: Option<Spanned<String>>,
        /// The margin along each edge: one length, or four for top, right, bottom and left.
        /// Default: `6.35mm`. Example: `margin = "5 5 20 30mm"`.
        margin: Option<Spanned<SheetMargins>>,
        /// How close to the edges the printer can print: one length, or four as for `margin`.
        /// Default: the same as `margin`. Example: `reach = "4.2mm"`.
        reach: Option<Spanned<SheetMargins>>,
        /// How far the knife of a plotter goes past the start of a closed cut, 0 to 5 mm.
        /// Default: 0. Example: `overcut = "0.5mm"`.
        overcut: Option<Spanned<Length>>,
        /// How far the tip of a drag knife trails behind its axis, 0 to 2 mm.
        /// Default: 0. Example: `blade-offset = "0.9mm"`.
        blade_offset: Option<Spanned<Length>>,
        /// The correction of the side that is printed first.
        /// Default: none. Example: `[front]` and below it `scale = "99.6 x 99.8%"`.
        front: Option<Spanned<OneSide>>,
        /// The correction of the side that is printed second.
        /// Default: none. Example: `[back]` and below it `offset = "0.4 -0.7mm"`.
        back: Option<Spanned<OneSide>>,
    }

    /// How a printer distorts one side.
    struct OneSide {
        /// The horizontal and the vertical scale of the print, in percent.
        /// Default: `100%`. Example: `scale = "99.6 x 99.8%"`.
        scale: Option<Spanned<Scale>>,
        /// The offset of the print from its true place, to the right and downwards, with a unit.
        /// Default: 0. Example: `offset = "0.4 -0.7mm"`.
        offset: Option<Spanned<Pair>>,
        /// The rotation of horizontal lines, in degrees clockwise.
        /// Default: 0. Example: `skew = 0.1`.
        skew: Option<Spanned<f64>>,
        /// The angle between horizontal and vertical lines, in degrees.
        /// Default: 90. Example: `angle = 90.05`.
        angle: Option<Spanned<f64>>,
    }
}

/// Returns the JSON Schema of profiles.
fn schema() -> Value {
    serde_json::from_str(include_str!("../schemas/profile.json")).unwrap_or_default()
}

/// Returns whether a profile can have this key outside of all tables.
pub fn has_key(key: &str) -> bool {
    schema()["properties"].get(key).is_some()
}

/// Reads a profile.
///
/// # Errors
/// Returns every error in the file.
pub fn read(file: FileId, sources: &Sources) -> Result<Profile, Report> {
    let text = sources.get(file).map_or("", |s| s.text());
    let typed: File = walk::read_as(schema, file, text)?;
    let mut reader = Reader { file, report: Report::default() };
    let profile = Profile {
        name: typed.name.map_or_else(String::new, |name| called(&name.value)),
        print_setup: PrintSetup {
            cut: reader.word("cut", typed.cut),
            backs: reader.word("backs", typed.backs),
            ink: reader.word("ink", typed.ink),
            marks: reader.word("marks", typed.marks),
            ..PrintSetup::default()
        },
        furniture: reader.furniture(typed.furniture.as_deref()),
        paper: typed.paper.and_then(|paper| reader.paper(&paper)),
        margin: typed.margin.map(|margin| margin.value.0),
        unprintable: typed.reach.map(|reach| reach.value.0),
        blade: Blade {
            overcut: reader.knife("overcut", typed.overcut.as_ref(), Blade::MAX_OVERCUT_MM),
            offset: reader.knife("blade-offset", typed.blade_offset.as_ref(), Blade::MAX_OFFSET_MM),
        },
        front: reader.side("front", typed.front.as_ref()),
        back: reader.side("back", typed.back.as_ref()),
        text: text.to_owned(),
    };
    if reader.report.has_errors() { Err(reader.report) } else { Ok(profile) }
}

/// Parses the values of a profile, and collects their errors.
struct Reader {
    file: FileId,
    report: Report,
}

impl Reader {
    /// Returns `value`, which was parsed from `text`. If it is an error, reports the error at the
    /// place of `text`, and returns `None`.
    fn keep<T>(&mut self, text: &Spanned<String>, value: Result<T>) -> Option<T> {
        let place = SourceSpan::new(self.file, text.span.clone());
        self.report.ok_or_report(value.map_err(|diagnostic| diagnostic.at(place)))
    }

    /// Parses a value that must be one of several known words. Returns `None` if the key is missing, or
    /// after a mistake, which is reported.
    fn word<T: FromStr<Err = Diagnostic>>(&mut self, key: &str, text: Option<Spanned<String>>) -> Option<T> {
        let word = text?;
        let prefix = format!("`{key} = \"{}\"`: ", word.value);
        self.keep(&word, word.value.parse().map_err(|diagnostic: Diagnostic| diagnostic.prefixed(&prefix)))
    }

    fn furniture(&mut self, table: Option<&Furniture>) -> FurnitureSettings {
        let mut mistakes = Vec::new();
        let settings = table.map(|table| table.settings(self.file, &mut mistakes));
        if let Some(code) = table.and_then(|table| table.qr.as_deref()) {
            let diagnostic = codes::IDLE_KEY.error("`qr` has no effect in the profile of a printer");
            let place = SourceSpan::new(self.file, code.span.clone());
            self.report.push(diagnostic.hint("move it to [furniture] of a layout").at(place));
        }
        mistakes.into_iter().for_each(|mistake| self.report.push(mistake));
        settings.unwrap_or_default()
    }

    /// Returns a setting of the knife in mm, such as `overcut`. Reports a length that is out of range.
    fn knife(&mut self, key: &str, length: Option<&Spanned<Length>>, most: f64) -> f64 {
        let Some(at) = length else { return 0.0 };
        let mm = at.value.0;
        if (0.0..=most).contains(&mm) {
            return mm;
        }
        let message =
            format!("`{key}` must be from 0 to {} mm, not {} mm", ShortNumber(most), ShortNumber(mm));
        let place = SourceSpan::new(self.file, at.span.clone());
        self.report.push(codes::BAD_VALUE.error(message).at(place));
        0.0
    }

    fn paper(&mut self, text: &Spanned<String>) -> Option<String> {
        self.keep(text, PaperChoice::parse(&text.value)).map(|paper| paper.name)
    }

    /// Reads the table of a side, which says how the printer distorts this side. Reports distortions
    /// that are too large to correct.
    fn side(&mut self, name: &str, table: Option<&Spanned<OneSide>>) -> PrintedSide {
        let mut side = PrintedSide::default();
        let Some(typed) = table else { return side };
        if let Some(scale) = &typed.scale {
            side.scale = ScaleFactors { across: scale.value.across, down: scale.value.down };
        }
        if let Some(offset) = &typed.offset {
            side.offset = Vec2::new(offset.value.x, offset.value.y);
        }
        side.skew = typed.skew.as_ref().map_or(side.skew, |skew| skew.value);
        side.angle = typed.angle.as_ref().map_or(side.angle, |angle| angle.value);
        for excess in side.excess() {
            let span = match excess.key {
                "scale" => typed.scale.as_ref().map(|at| at.span.clone()),
                "offset" => typed.offset.as_ref().map(|at| at.span.clone()),
                "skew" => typed.skew.as_ref().map(|at| at.span.clone()),
                _ => typed.angle.as_ref().map(|at| at.span.clone()),
            };
            let place = SourceSpan::new(self.file, span.unwrap_or_else(|| typed.span.clone()));
            self.report.push(too_far(name, &excess).at(place));
        }
        side
    }
}

/// Returns the error for a distortion, such as a skew, that is too large to correct. `side` is `front`
/// or `back`.
pub fn too_far(side: &str, excess: &Excess) -> Diagnostic {
    let Excess { key, value, allowed } = excess;
    let message = format!("`{key}` of the {side} is {value}, but must be {allowed}");
    let hint = "print the calibration sheet again at 100 % (\"actual size\"), then measure again";
    codes::PROFILE_TOO_FAR.error(message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::file_is_schema_of;

    #[test]
    fn the_file_is_the_schema_of_a_profile() {
        file_is_schema_of::<File>("profile.json");
    }
}
