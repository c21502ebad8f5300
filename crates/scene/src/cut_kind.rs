//! Names what a machine does with a line.

use hexpress_base::words::words;

words! {
    /// What a machine does with a line. Machines make the kinds in this order, because a piece can
    /// move as soon as it is cut out.
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
