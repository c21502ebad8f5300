//! `check --write-layout`: saves the layout that the checker derived from a drawing.
//!
//! - In: the arguments, and the layout as text.
//! - Out: a new `.toml` file.
//! - Not here: recognizing the board; the checker does.

use std::path::{Path, PathBuf};

use crate::cli::RunContext;
use crate::cli::check::check_args::Check;
use crate::make::Input;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::capital;
use hexpress_check::Verdict;

/// Checks `--write-layout` and `--against` before anything is judged.
///
/// # Errors
/// `--write-layout` is used without a finished file or with several, the path cannot be written, or
/// `--against` is used with a layout.
pub fn check_arguments(
    args: &Check,
    run_context: &RunContext,
    layouts: &[Input],
    files: &[PathBuf],
) -> Result<()> {
    if let Some(path) = &args.write_layout {
        if !layouts.is_empty() || files.len() != 1 {
            let message = "--write-layout needs exactly one finished file (.pdf or .svg)";
            return Err(codes::BAD_OPTION.error(message).hint("name one .pdf or .svg file"));
        }
        if run_context.at(path).exists() {
            let message = format!("{} already exists and is not overwritten", path.display());
            let hint = format!("name another file, or delete {} first", path.display());
            return Err(codes::NOT_OVER.error(message).hint(hint));
        }
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
            let message = format!("{}: the file name of a layout must end with .toml", path.display());
            let hint = format!("write --write-layout {}", path.with_extension("toml").display());
            return Err(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
    if args.against.is_some() && !layouts.is_empty() {
        let message = "--against compares finished files with a layout, and cannot compare two layouts";
        let hint = "to compare two layouts, run `hexpress diff OLD.toml NEW.toml`";
        return Err(codes::BAD_OPTION.error(message).hint(hint));
    }
    Ok(())
}

/// Returns a title for the game, from the file name of the drawing.
pub fn title(paths: &[PathBuf]) -> String {
    let stem = paths.first().and_then(|path| path.file_stem());
    let title = stem.map(|stem| stem.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    capital(if title.is_empty() { "Board" } else { &title })
}

/// Adds the key `allow` to a layout that was derived from a drawing. Does this only if the checker
/// reported cells of the drawing that differ only in colour.
///
/// Without the key, the checker would report the same cells again in the layout.
pub fn with_allowed_faults(layout: &str, verdict: &Verdict) -> String {
    let code = codes::KINDS_ALIKE;
    let because = "the drawing distinguishes these cells only by their colours";
    match layout.split_once("\n\n") {
        Some((head, rest))
            if verdict.faults.iter().any(|fault| fault.code == code) && !allows_faults(head) =>
        {
            format!("{head}\nallow = [{{ code = \"{code}\", because = \"{because}\" }}]\n\n{rest}")
        }
        _ => layout.to_owned(),
    }
}

/// Returns whether the first table of a layout already has the key `allow`.
///
/// The checker has added this key itself if the layout cannot express how the drawing distinguishes
/// kinds of cells.
fn allows_faults(head: &str) -> bool {
    head.lines().any(|line| line.starts_with("allow = "))
}

/// Saves the layout that was derived from the drawing `what`.
///
/// # Errors
/// No layout was derived, or the file cannot be written.
pub fn save(path: &Path, run_context: &RunContext, what: &str, layout: Option<&str>) -> Result<()> {
    let Some(layout) = layout else {
        let message = format!("{what} has no board, so no layout can be written");
        return Err(codes::NO_BOARD.error(message).hint(
            "draw at least three hexagons edge to edge, as closed outlines or as single edges; \
                   boards of points are recognized only in drawings of other programs",
        ));
    };
    run_context.save(&[(path.to_owned(), layout)])
}
