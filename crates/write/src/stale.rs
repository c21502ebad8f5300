//! Finds files of earlier builds in the output folder.
//!
//! - In: a folder, and the files that were just written.
//! - Out: the other files in the folder, if their names look like those of files by hexpress.
//! - Not here: deleting files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{dxf, png, svg};
use hexpress_base::files::{MAX_FINISHED_FILE_BYTES, read_plain};

/// Files of a [`Family`] that are left over in an output folder. The current build did not write them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stale {
    /// Files that hexpress wrote and nobody has changed. No work is lost if they are deleted.
    pub ours: Vec<PathBuf>,
    /// Files that somebody has changed, or that hexpress did not write.
    pub kept: Vec<PathBuf>,
    /// Files of an older version of hexpress. They contain no digest, so hexpress cannot know whether they
    /// were changed.
    pub older: Vec<PathBuf>,
}

/// A group of files whose names have the same form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Sheets, such as `07-name.svg`.
    Svg,
    /// Sheets as pictures, such as `07-name.png`.
    Png,
    /// The cut lines of sheets as SVG files, such as `07-name.cut.svg`.
    Cuts,
    /// The cut lines of sheets as DXF files, such as `07-name.cut.dxf`.
    CutDxf,
    /// Pictures of shapes for the program of a cutting machine, such as `07-name.setup.png`.
    CutSetup,
    /// Pictures of pieces and of their backs, such as `007.png`, `007-x4.png` and `007-back.png`.
    Pieces,
    /// Pictures of decks and of their backs, such as `deck-1.png` and `deck-1-back.png`.
    Decks,
}

/// Returns the files of a family in a folder, except those in `written`. Each list in the result is
/// sorted.
pub fn stale(family: Family, folder: &Path, written: &[&Path]) -> Stale {
    let mut stale = Stale::default();
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| family.has(path) && !written.contains(&path.as_path()));
    paths.sort();
    for path in paths {
        match read_plain(&path, MAX_FINISHED_FILE_BYTES) {
            Ok(bytes) if family.is_untouched(&bytes) => stale.ours.push(path),
            _ => stale.kept.push(path),
        }
    }
    stale
}

impl Family {
    /// Returns whether hexpress wrote a file of this family, and nobody has changed the file
    /// afterwards.
    fn is_untouched(self, bytes: &[u8]) -> bool {
        match self {
            Self::Svg | Self::Cuts => svg::is_untouched(bytes),
            Self::CutDxf => dxf::is_untouched(bytes),
            Self::CutSetup => png::is_untouched(bytes) || svg::is_untouched(bytes),
            Self::Png | Self::Pieces | Self::Decks => png::is_untouched(bytes),
        }
    }

    /// Returns whether the name of the file at a path has the form of this family.
    fn has(self, path: &Path) -> bool {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        // The file name of a sheet begins with a number of at least two digits. A `-` and the name of a
        // component follow.
        let is_sheet = digits >= 2 && name[digits..].starts_with('-');
        match self {
            Self::Svg => {
                is_sheet
                    && name.ends_with(".svg")
                    && ![".cut.svg", ".setup.svg"].iter().any(|end| name.ends_with(end))
            }
            Self::Cuts => is_sheet && name.ends_with(".cut.svg"),
            Self::CutDxf => is_sheet && name.ends_with(".cut.dxf"),
            Self::CutSetup => is_sheet && (name.ends_with(".setup.png") || name.ends_with(".setup.svg")),
            Self::Png => is_sheet && name.ends_with(".png") && !name.ends_with(".setup.png"),
            Self::Pieces | Self::Decks => {
                let Some(stem) = name.strip_suffix(".png") else { return false };
                let front = stem.strip_suffix("-back").unwrap_or(stem);
                if self == Self::Decks {
                    return front == "deck" || front.strip_prefix("deck-").is_some_and(is_number);
                }
                let (number, copies) = front.split_once("-x").unwrap_or((front, "1"));
                number.len() >= 3 && is_number(number) && is_number(copies)
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_family_of_its_name() {
        let families = |name: &str| {
            let sheets = [Family::Svg, Family::Png, Family::Cuts, Family::CutDxf, Family::CutSetup];
            let all = sheets.into_iter().chain([Family::Pieces, Family::Decks]);
            all.filter(|family| family.has(Path::new(name))).collect::<Vec<_>>()
        };
        assert_eq!(families("out/07-board.svg"), [Family::Svg]);
        assert_eq!(families("07-board-back.png"), [Family::Png]);
        assert_eq!(families("107-deck.cut.svg"), [Family::Cuts]);
        assert_eq!(families("107-deck.cut.dxf"), [Family::CutDxf]);
        assert_eq!(families("107-deck.setup.png"), [Family::CutSetup]);
        assert_eq!(families("107-deck.setup.svg"), [Family::CutSetup]);
        assert_eq!(families("007.png"), [Family::Pieces]);
        assert_eq!(families("1007-x4-back.png").len(), 2);
        assert_eq!(families("deck.png"), [Family::Decks]);
        assert_eq!(families("deck-12-back.png"), [Family::Decks]);
        for other in ["7.png", "board.png", "deck-a.png", "7-a.svg", "notes.txt", "007.jpg", "back.png"] {
            assert_eq!(families(other), [], "{other}");
        }
    }
}
