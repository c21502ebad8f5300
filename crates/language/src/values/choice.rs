//! Values that are one word of a few.

use hexpress_scene::print::setup::Marking;

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
    /// What words run along.
    Along {
        /// The four sides of their size.
        Sides = "sides",
    }

    /// How a frame is drawn.
    FrameStyle {
        /// One line.
        Plain = "plain",
        /// A line, and a thin one inside it.
        Double = "double",
        /// The same with steps in its corners.
        Deco = "deco",
        /// The same with corners that are hollowed out.
        Scallop = "scallop",
        /// The same with corners that are cut off.
        Cut = "cut",
        /// The corners alone.
        Corners = "corners",
    }

    /// What parts whole numbers from fractions.
    Decimal {
        /// As in 1.5; a comma parts thousands.
        Point = "point",
        /// As in 1,5; a point parts thousands.
        Comma = "comma",
    }

    /// How pieces lie on their sheet.
    Pack {
        /// As close as can be: rectangles edge to edge, hexagons as a honeycomb.
        Close = "close",
        /// Each by itself, with room for scissors round it.
        Apart = "apart",
        /// So that every cut runs straight through the sheet.
        Straight = "straight",
        /// Hexagons in strips, which are cut off before they are parted.
        Strips = "strips",
    }

    /// What shows where to cut.
    Marks {
        /// Short marks beside all pieces, at both ends of every cut.
        Edge = "edge",
        /// Short marks at the corners of each piece.
        Corner = "corner",
        /// A line round each piece.
        Outline = "outline",
        /// Every cut as a line from one edge of the sheet to the other.
        Line = "line",
        /// Nothing.
        None = "none",
    }

    /// Where names are printed.
    ShowNames {
        /// In every cell.
        Inside = "inside",
        /// In the cells along the border.
        Edge = "edge",
        /// Beside the board, once for each line.
        Outside = "outside",
        /// Nowhere.
        None = "none",
    }

    /// Which sheet of the paper at hand.
    Class {
        /// A3 or 11 x 17 in.
        Large = "large",
        /// A4 or 8.5 x 11 in.
        Small = "small",
    }

    /// What a board is as a whole.
    BoardIs {
        /// From every cell there is a way to every other, over edges.
        Connected = "connected",
        /// No place without a cell is enclosed by cells.
        WithoutHoles = "without holes",
        /// However its cells are filled with the colours of its four sides, one and only one colour has its two sides
        /// connected.
        OneWinner = "every filling has exactly one winner",
    }

    /// When two pieces are the same.
    Alike {
        /// All that is drawn on them is the same.
        AsDrawn = "as drawn",
        /// Their edges are the same when one of them is turned.
        Turned = "when turned",
        /// Their edges are the same when one of them is turned, or turned over.
        Flipped = "when turned or flipped",
    }

    /// Which way a rhombus leans.
    #[derive(Default)]
    Lean {
        /// Its top lies further left than its foot.
        #[default]
        Left = "left",
        /// Its top lies further right than its foot.
        Right = "right",
    }

    /// Which rows (pointy-top) or columns (flat-top) of a rectangle are pushed by half a cell, right or down.
    #[derive(Default)]
    Offset {
        /// The first, third, fifth …
        First = "first",
        /// The second, fourth, sixth …
        #[default]
        Second = "second",
    }

    /// Which engine-turned figure.
    Guilloche {
        /// A band along the four sides.
        Border = "border",
        /// A flower of woven lines.
        Rosette = "rosette",
        /// A field of waves.
        Ground = "ground",
    }
}
