//! Lists what a cutting machine can do along a line, such as cutting or scoring.

use hexpress_base::word_enum::word_enum;

word_enum! {
    /// What a machine does along a line. A machine finishes all lines of one kind before it begins the next
    /// kind, in the order of the variants. `Through` comes last, because a piece that is cut out can move.
    CutKind:
    /// The paper is scored along the line, so that it can be folded there.
    Fold = "fold",
    /// The paper is cut with small gaps, so that it can be torn there.
    Perforation = "perforation",
    /// Only the upper layer is cut. For example, a sticker is cut, but not its backing paper.
    Kiss = "kiss",
    /// The paper is cut through.
    Through = "cut",
}
