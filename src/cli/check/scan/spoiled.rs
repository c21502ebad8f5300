//! Suggests a command that prints the pieces with faults again, and no other pieces.
//!
//! - In: the faults of a scan.
//! - Out: a `hexpress build` command with `--pieces`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::make::number_runs;
use crate::scans::ScanResult;
use hexpress_base::identity::{CALIBRATION, CHANGES, CUT_PLAN, Feature, Identity, TEST_SHEET};

/// The names of pages that belong to no component, such as the calibration sheet. An [`Identity`]
/// contains such a name in place of a component. `--pieces` does not accept these names.
const NO_COMPONENTS: [&str; 4] = [CALIBRATION, CHANGES, CUT_PLAN, TEST_SHEET];

/// Returns the command that prints the spoiled pieces of a scan again. Returns `None` if no piece is
/// spoiled.
///
/// `printed` is the path that `--against` names. `paper` is the value of `--paper`, if the command needs
/// it.
pub fn command(result: &ScanResult<'_>, printed: Option<&Path>, paper: Option<&str>) -> Option<String> {
    let mut spoiled: BTreeMap<Arc<str>, BTreeSet<u32>> = BTreeMap::new();
    for id in result.picture.judged.faults.iter().filter_map(|fault| fault.id.as_deref()) {
        let Identity::Of(component, feature) = id else { continue };
        if NO_COMPONENTS.contains(&&**component) {
            continue;
        }
        match feature {
            Feature::Piece(side) => {
                spoiled.entry(Arc::clone(component)).or_default().insert(u32::try_from(side.number).ok()?);
            }
            // `--pieces` cannot choose a single cell, so the whole board is printed. A component
            // without numbers means all of it.
            Feature::Cell(_) | Feature::Beyond(_) | Feature::Name(_) => {
                spoiled.entry(Arc::clone(component)).or_default();
            }
            _ => {}
        }
    }
    let chosen: Vec<String> = spoiled
        .iter()
        .map(|(component, numbers)| match numbers.is_empty() {
            true => format!("{component}:all"),
            false => format!("{component}:{}", number_runs(numbers, ",")),
        })
        .collect();
    let options: Vec<String> = chosen.iter().map(|chosen| format!(" --pieces {chosen}")).collect();
    (!options.is_empty()).then(|| {
        format!(
            "hexpress build {}{}{}",
            printed.map_or_else(String::new, |path| quoted(&path.display().to_string())),
            paper.map_or_else(String::new, |paper| format!(" --paper {}", quoted(paper))),
            options.concat()
        )
    })
}

/// Returns a word of a command, in quotes if it has spaces.
fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_spaces_are_quoted() {
        assert_eq!(quoted("216 x 279.5mm"), "\"216 x 279.5mm\"");
        assert_eq!(quoted("a4"), "a4");
    }
}
