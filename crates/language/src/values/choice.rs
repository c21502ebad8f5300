//! Values that are one of a few words.

use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::furniture::{RulerCorner, WordsEdge};
use hexpress_scene::print::setup::Marking;
use hexpress_scene::qr_code;

impl From<RulersAt> for RulerCorner {
    fn from(at: RulersAt) -> Self {
        match at {
            RulersAt::BottomLeft => Self::BottomLeft,
            RulersAt::BottomRight => Self::BottomRight,
            RulersAt::TopLeft => Self::TopLeft,
            RulersAt::TopRight => Self::TopRight,
            RulersAt::None => Self::None,
        }
    }
}

impl From<Correction> for qr_code::Correction {
    fn from(correction: Correction) -> Self {
        match correction {
            Correction::Low => Self::Low,
            Correction::Medium => Self::Medium,
            Correction::Quartile => Self::Quartile,
            Correction::High => Self::High,
        }
    }
}

impl From<WordsAt> for WordsEdge {
    fn from(at: WordsAt) -> Self {
        match at {
            WordsAt::Bottom => Self::Bottom,
            WordsAt::Top => Self::Top,
            WordsAt::Left => Self::Left,
            WordsAt::Right => Self::Right,
            WordsAt::None => Self::None,
        }
    }
}

impl From<Cut> for CutKind {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Through => Self::Through,
            Cut::Kiss => Self::Kiss,
            Cut::Perforate => Self::Perforation,
        }
    }
}

impl From<Marks> for Marking {
    fn from(marks: Marks) -> Self {
        match marks {
            Marks::Edge => Self::Edge,
            Marks::Corner => Self::Corner,
            Marks::Outline => Self::Outline,
            Marks::Line => Self::Line,
            Marks::None => Self::None,
        }
    }
}

choices! {
    /// The lines along which text is repeated.
    Along {
        /// The four sides of the text's `size`.
        Sides = "sides",
    }

    /// How much of a QR code may be damaged.
    Correction {
        /// About 7 % of the code.
        Low = "low",
        /// About 15 % of the code.
        Medium = "medium",
        /// About 25 % of the code.
        Quartile = "quartile",
        /// About 30 % of the code.
        High = "high",
    }

    /// What the plate of a board encloses.
    Around {
        /// The cells.
        Cells = "cells",
        /// The cells and their names.
        Names = "names",
        /// The cells, their names, and the title strip above the cells.
        All = "all",
    }
    /// The height of icons inside text.
    InlineIcons {
        /// Slightly higher than capitals.
        CapHeight = "cap-height",
        /// Slightly higher than lower-case letters. Icons next to digits and capitals are as high
        /// as capitals.
        XHeight = "x-height",
    }

    /// How a frame is drawn.
    FrameStyle {
        /// One line.
        Plain = "plain",
        /// A line, with a thin line inside it.
        Double = "double",
        /// A double line with steps in its corners.
        Deco = "deco",
        /// A double line with hollow corners.
        Scallop = "scallop",
        /// A double line with corners that are cut off.
        Cut = "cut",
        /// A line only at the corners.
        Corners = "corners",
    }

    /// The decimal separator.
    Decimal {
        /// A point, as in 1.5; a comma separates thousands.
        Point = "point",
        /// A comma, as in 1,5; a point separates thousands.
        Comma = "comma",
    }

    /// How pieces are arranged on their sheet.
    Pack {
        /// As close as possible: rectangles edge to edge, hexagons as a honeycomb.
        Close = "close",
        /// With space for scissors around each piece.
        Apart = "apart",
        /// Every cut runs straight through the sheet.
        Straight = "straight",
        /// Hexagons in strips. First the strips are cut off, and then each strip is cut into hexagons.
        Strips = "strips",
    }

    /// How a cutting machine cuts pieces out.
    Cut {
        /// Through the sheet.
        Through = "through",
        /// Through the upper layer, such as a sticker on its backing paper.
        Kiss = "kiss",
        /// With small gaps, so that pieces can be torn out.
        Perforate = "perforate",
    }

    /// The marks that show where to cut.
    Marks {
        /// Short marks outside all pieces, at both ends of every cut.
        Edge = "edge",
        /// Short marks at the corners of each piece.
        Corner = "corner",
        /// A line around each piece.
        Outline = "outline",
        /// A line along every cut, from one edge of the sheet to the other.
        Line = "line",
        /// No marks.
        None = "none",
    }

    /// The corner of a sheet where both rulers are.
    RulersAt {
        /// The left end of the bottom edge.
        BottomLeft = "bottom-left",
        /// The right end of the bottom edge.
        BottomRight = "bottom-right",
        /// The left end of the top edge.
        TopLeft = "top-left",
        /// The right end of the top edge.
        TopRight = "top-right",
        /// No rulers.
        None = "none",
    }

    /// The edge of the sheet at which the line of text is printed.
    WordsAt {
        /// The bottom edge.
        Bottom = "bottom",
        /// The top edge.
        Top = "top",
        /// The left edge.
        Left = "left",
        /// The right edge.
        Right = "right",
        /// No line of text.
        None = "none",
    }

    /// How many copies of a page are on its sheet.
    PageCopies {
        /// As many as fit.
        Fill = "fill",
    }

    /// The direction in which a text runs.
    TextDirection {
        /// From left to right.
        LeftToRight = "ltr",
        /// From right to left.
        RightToLeft = "rtl",
    }

    /// Which columns of a page the title spans.
    TitleSpan {
        /// Only its own column.
        Column = "column",
        /// All columns.
        Across = "across",
    }

    /// How a sheet with several pages is folded.
    LeafletFold {
        /// Once in the middle: four pages.
        Half = "half",
        /// Twice, both outer thirds over the middle: six pages.
        Letter = "letter",
        /// Twice, one outer third in front of the middle and one behind it: six pages.
        Z = "z",
    }

    /// Where names are printed.
    ShowNames {
        /// In every cell.
        Inside = "inside",
        /// In the cells along the border.
        Edge = "edge",
        /// Next to the board, once for each line of cells.
        Outside = "outside",
        /// Nowhere.
        None = "none",
    }

    /// The size of a sheet.
    Class {
        /// A3 or 11 x 17 in.
        Large = "large",
        /// A4 or 8.5 x 11 in.
        Small = "small",
    }

    /// A property of the whole board.
    BoardIs {
        /// Every cell is connected to every other cell through shared edges.
        Connected = "connected",
        /// No gap is enclosed by cells.
        WithoutHoles = "without holes",
        /// The four sides have two colours. Whichever of the two colours each cell gets, exactly one
        /// colour connects its sides.
        OneWinner = "every filling has exactly one winner",
    }

    /// When two pieces count as the same.
    Alike {
        /// Everything that is drawn on the two pieces is the same.
        AsDrawn = "as drawn",
        /// The edges of the two pieces are the same after a rotation.
        Turned = "when turned",
        /// The edges of the two pieces are the same after a rotation, or after turning one piece
        /// over.
        Flipped = "when turned or flipped",
    }

    /// The direction in which a rhombus or parallelogram leans.
    #[derive(Default)]
    Lean {
        /// The top is further left than the bottom.
        #[default]
        Left = "left",
        /// The top is further right than the bottom.
        Right = "right",
    }

    /// Which rows (pointy-top) or columns (flat-top) are shifted by half a cell, to the right or
    /// downwards.
    #[derive(Default)]
    Offset {
        /// The first, third, fifth …
        First = "first",
        /// The second, fourth, sixth …
        #[default]
        Second = "second",
    }

    /// A figure of fine woven lines.
    Guilloche {
        /// A band along the four sides.
        Border = "border",
        /// A flower of woven lines.
        Rosette = "rosette",
        /// A field of waves.
        Ground = "ground",
    }
}
