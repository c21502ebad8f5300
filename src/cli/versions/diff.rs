//! `hexpress diff`: compares two versions of a game.

use serde_json::json;

use super::source::{Named, read};
use crate::cli::args::Diff;
use crate::cli::io::{Output, Status, Workplace};
use crate::versions::compare;
use hexpress_base::diag::Report;
use hexpress_scene::text::Fonts;

/// Compares two versions, and prints what differs.
///
/// # Errors
/// A version cannot be read.
pub fn run(args: &Diff, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let fonts = Fonts::bundled();
    let [old, new] = [&args.old, &args.new].map(|path| Named::find(path, place));
    let (old, new) = (old?, new?);
    // Layouts are laid out on the paper of the other version, because cells may depend on it.
    let options = old.options().or(new.options()).cloned();
    let [old, new] = [&old, &new].map(|named| read(named, options.as_ref(), &fonts, &mut output.sources));
    let (old, new) = (old?, new?);
    let difference = compare(&old.parts, &new.parts);
    let (before, after) = (old.described(), new.described());
    let text = format!("{before} → {after}\n{}", difference.table());
    let value = json!({
        "old": before,
        "new": after,
        "same": difference.is_empty(),
        "components": difference.to_json(),
    });
    output.result(&text, value);
    if !difference.is_empty() {
        output.worsen(Status::Faults);
    }
    Ok(())
}
