//! Lists what a cutting machine can do along a line, such as cutting or scoring.

use hexpress_base::word_enum::word_enum;

word_enum! {
    /// What a machine does with a line. Machines make all lines of one kind before the next kind,
    /// in this order. A piece that is cut out can move, so lines that cut through come last.
    CutKind:
    /// Scored, to be folded.
    Fold = "fold",
    /// Cut with small gaps, to be torn.
    Perforation = "perforation",
    /// Cut through the upper layer only, such as a sticker on its backing paper.
    Kiss = "kiss",
    /// Cut through.
    Through = "cut",
}
