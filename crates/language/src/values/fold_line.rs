//! Parses the place of a fold line: `"across 50%"`, `"down 20mm"`.
//!
//! - Not here: checking whether the line is on the piece.

use std::str::FromStr;

use super::bad;
use super::value::Measure;
use hexpress_base::diag::{Diagnostic, Result};

/// A line along which a piece is folded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoldLine {
    /// Whether the line runs from left to right. Otherwise, it runs from top to bottom.
    pub is_level: bool,
    /// The distance from the top edge, or from the left edge if the line runs from top to bottom.
    pub at: Measure,
}

impl FromStr for FoldLine {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let (direction, measure) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let is_level = match direction {
            "across" => true,
            "down" => false,
            _ => {
                return Err(bad(
                    "expected a direction and a position, such as \"across 50%\" or \"down 20mm\"",
                ));
            }
        };
        if measure.trim().is_empty() {
            let from = if is_level { "top" } else { "left" };
            let message = format!("expected the distance from the {from}");
            return Err(bad(message).hint(format!("write \"{direction} 50%\" or \"{direction} 20mm\"")));
        }
        Ok(Self { is_level, at: measure.trim().parse()? })
    }
}
