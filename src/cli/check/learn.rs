//! `--write-layout`: where a layout goes that was learned from a drawing.

use std::path::{Path, PathBuf};

use crate::base::units::capital;
use crate::build::Input;
use crate::check::Verdict;
use crate::cli::Workplace;
use crate::cli::args::Check;
use crate::diag::{Result, codes};

/// Whether a layout can be written of what was named, where it should be.
///
/// # Errors
/// What stands in the way.
pub fn allowed(args: &Check, place: &Workplace, layouts: &[Input], files: &[PathBuf]) -> Result<()> {
    if let Some(path) = &args.write_layout {
        if !layouts.is_empty() || files.len() != 1 {
            let message = "--write-layout writes the layout of one finished file, a .pdf or an .svg";
            return Err(codes::BAD_OPTION.error(message));
        }
        if place.at(path).exists() {
            let message = format!("{} is there already, and is not written over", path.display());
            return Err(codes::NOT_OVER.error(message).hint("name another file, or take it away first"));
        }
        if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml")) {
            let message = format!("{}: a layout is a .toml file", path.display());
            return Err(codes::BAD_OPTION.error(message));
        }
    }
    if args.against.is_some() && !layouts.is_empty() {
        let message = "--against holds finished files against a layout, and not one layout against another";
        return Err(codes::BAD_OPTION.error(message));
    }
    Ok(())
}

/// What the game is called: as the file is, until somebody knows better.
pub fn title(paths: &[PathBuf]) -> String {
    let stem = paths.first().and_then(|path| path.file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    capital(if stem.is_empty() { "Board" } else { &stem })
}

/// The layout of a drawing, which allows what the drawing does: cells that colours alone tell apart.
pub fn allowing(layout: &str, verdict: &Verdict) -> String {
    let colours_alone = verdict.faults.iter().any(|fault| fault.code == codes::KINDS_ALIKE);
    let because = "the drawing tells these cells apart by their colours alone";
    // Marks that are left out may be allowed already, by the same code.
    let is_new = |(head, _): &(&str, &str)| !head.lines().any(|line| line.starts_with("allow = "));
    match layout.split_once("\n\n").filter(|_| colours_alone).filter(is_new) {
        Some((head, rest)) => {
            let code = codes::KINDS_ALIKE;
            format!("{head}\nallow = [{{ code = \"{code}\", because = \"{because}\" }}]\n\n{rest}")
        }
        None => layout.to_owned(),
    }
}

/// Writes a layout.
///
/// # Errors
/// There is none, or it cannot be written.
pub fn save(path: &Path, place: &Workplace, what: &str, layout: Option<&str>) -> Result<()> {
    let Some(layout) = layout else {
        let message = format!("{what} has no board of which a layout could be written");
        return Err(codes::NO_BOARD.error(message)
            .hint("a board is three hexagons or more that lie edge to edge, drawn as closed outlines or edge by edge; \
                   of boards of points only those that other programs drew are learned"));
    };
    place.save(&[(path.to_owned(), layout)])
}
