//! Lists which parts of another program's PDF are copied: the keys of each kind of dictionary, and
//! the kinds of their values (ISO 32000-1).
//!
//! Everything else is left out: scripts, actions, annotations, embedded and other files, metadata,
//! structure, alternative pictures, and settings of printing presses.

/// A kind of object in a PDF. The kind determines which of its keys are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ObjectKind {
    /// Numbers, texts and names. They may be in arrays and dictionaries, but not in streams.
    Data,
    /// A stream with the data of a font or of a colour space.
    Bytes,
    /// The contents of a page, which become a form XObject.
    Page,
    Form,
    Image,
    /// A form XObject or an image.
    XObject,
    /// The parameters of a compression filter.
    Parameters,
    Group,
    GraphicsState,
    SoftMask,
    Space,
    Spaces,
    Function,
    Pattern,
    TilingPattern,
    ShadingPattern,
    Shading,
    Font,
    FontDescriptor,
    Encoding,
    /// A dictionary with the drawings of the letters of a font.
    Letters,
    Letter,
}

/// The keys of a dictionary that are copied.
pub(super) enum Keys {
    /// All keys. All their values are objects of this kind.
    All(ObjectKind),
    /// Only these keys, each with the kind of its value.
    These(&'static [(&'static str, ObjectKind)]),
}

use ObjectKind::{
    Bytes, Data, Encoding, Font, FontDescriptor, Form, Function, GraphicsState, Group, Image, Letter,
    Letters, Page, Parameters, Pattern, Shading, ShadingPattern, SoftMask, Space, Spaces, TilingPattern,
    XObject,
};

impl ObjectKind {
    /// Returns the keys that are copied from dictionaries and streams of a kind. The keys for
    /// compression and for resources are not included.
    pub(super) fn keys(self) -> Keys {
        Keys::These(match self {
            Data => return Keys::All(Data),
            Spaces => return Keys::All(Space),
            Letters => return Keys::All(Letter),
            Bytes => BYTES,
            Page | Letter | XObject => &[],
            Form => FORM,
            Image => IMAGE,
            Parameters => PARAMETERS,
            Group => GROUP,
            GraphicsState => GRAPHICS_STATE,
            SoftMask => SOFT_MASK,
            Space => SPACE,
            Function => FUNCTION,
            Pattern | TilingPattern => TILING_PATTERN,
            ShadingPattern => SHADING_PATTERN,
            Shading => SHADING,
            Font => FONT,
            FontDescriptor => FONT_DESCRIPTOR,
            Encoding => ENCODING,
        })
    }

    /// Returns whether a stream of this kind has operators that draw.
    pub(super) fn has_contents(self) -> bool {
        matches!(self, Page | Form | TilingPattern | Letter)
    }
}

type List = &'static [(&'static str, ObjectKind)];

const BYTES: List =
    &[("Length1", Data), ("Length2", Data), ("Length3", Data), ("Subtype", Data), ("N", Data)];

const FORM: List = &[("Type", Data), ("Subtype", Data), ("BBox", Data), ("Matrix", Data), ("Group", Group)];

const GROUP: List = &[("Type", Data), ("S", Data), ("CS", Space), ("I", Data), ("K", Data)];

const IMAGE: List = &[
    ("Type", Data),
    ("Subtype", Data),
    ("Width", Data),
    ("Height", Data),
    ("ColorSpace", Space),
    ("BitsPerComponent", Data),
    ("ImageMask", Data),
    ("Mask", Image),
    ("Decode", Data),
    ("SMask", Image),
    ("SMaskInData", Data),
    ("Matte", Data),
];

const PARAMETERS: List = &[
    ("Predictor", Data),
    ("Colors", Data),
    ("BitsPerComponent", Data),
    ("Columns", Data),
    ("K", Data),
    ("EndOfLine", Data),
    ("EncodedByteAlign", Data),
    ("Rows", Data),
    ("EndOfBlock", Data),
    ("BlackIs1", Data),
    ("DamagedRowsBeforeError", Data),
    ("ColorTransform", Data),
    ("JBIG2Globals", Bytes),
];

const GRAPHICS_STATE: List = &[
    ("Type", Data),
    ("LW", Data),
    ("LC", Data),
    ("LJ", Data),
    ("ML", Data),
    ("D", Data),
    ("Font", Font),
    ("FL", Data),
    ("SM", Data),
    ("SA", Data),
    ("BM", Data),
    ("SMask", SoftMask),
    ("CA", Data),
    ("ca", Data),
    ("AIS", Data),
    ("TK", Data),
    ("OP", Data),
    ("op", Data),
    ("OPM", Data),
];

const SOFT_MASK: List = &[("Type", Data), ("S", Data), ("G", XObject), ("BC", Data), ("TR", Function)];

/// The keys of three kinds of objects: profiles, colour spaces with a white point, and functions
/// that compute the colours of inks.
const SPACE: List = &[
    ("N", Data),
    ("Range", Data),
    ("WhitePoint", Data),
    ("BlackPoint", Data),
    ("Gamma", Data),
    ("Matrix", Data),
    ("Subtype", Data),
    ("Colorants", Spaces),
    ("FunctionType", Data),
    ("Domain", Data),
    ("Size", Data),
    ("BitsPerSample", Data),
    ("Order", Data),
    ("Encode", Data),
    ("Decode", Data),
    ("C0", Data),
    ("C1", Data),
    ("Functions", Function),
    ("Bounds", Data),
];

const FUNCTION: List = &[
    ("FunctionType", Data),
    ("Domain", Data),
    ("Range", Data),
    ("Size", Data),
    ("BitsPerSample", Data),
    ("Order", Data),
    ("Encode", Data),
    ("Decode", Data),
    ("C0", Data),
    ("C1", Data),
    ("N", Data),
    ("Functions", Function),
    ("Bounds", Data),
];

const TILING_PATTERN: List = &[
    ("Type", Data),
    ("PatternType", Data),
    ("PaintType", Data),
    ("TilingType", Data),
    ("BBox", Data),
    ("XStep", Data),
    ("YStep", Data),
    ("Matrix", Data),
];

const SHADING_PATTERN: List = &[
    ("Type", Data),
    ("PatternType", Data),
    ("Shading", Shading),
    ("Matrix", Data),
    ("ExtGState", GraphicsState),
];

const SHADING: List = &[
    ("ShadingType", Data),
    ("ColorSpace", Space),
    ("Background", Data),
    ("BBox", Data),
    ("AntiAlias", Data),
    ("Domain", Data),
    ("Coords", Data),
    ("Function", Function),
    ("Extend", Data),
    ("Matrix", Data),
    ("BitsPerCoordinate", Data),
    ("BitsPerComponent", Data),
    ("BitsPerFlag", Data),
    ("Decode", Data),
    ("VerticesPerRow", Data),
];

const FONT: List = &[
    ("Type", Data),
    ("Subtype", Data),
    ("BaseFont", Data),
    ("FirstChar", Data),
    ("LastChar", Data),
    ("Widths", Data),
    ("FontDescriptor", FontDescriptor),
    ("Encoding", Encoding),
    ("ToUnicode", Encoding),
    ("FontBBox", Data),
    ("FontMatrix", Data),
    ("CharProcs", Letters),
    ("DescendantFonts", Font),
    ("CIDSystemInfo", Data),
    ("DW", Data),
    ("W", Data),
    ("DW2", Data),
    ("W2", Data),
    ("CIDToGIDMap", Bytes),
];

/// `CharSet` and `CIDSet` are left out. They are optional, and PDF/A forbids them if they are
/// wrong.
const FONT_DESCRIPTOR: List = &[
    ("Type", Data),
    ("FontName", Data),
    ("FontFamily", Data),
    ("FontStretch", Data),
    ("FontWeight", Data),
    ("Flags", Data),
    ("FontBBox", Data),
    ("ItalicAngle", Data),
    ("Ascent", Data),
    ("Descent", Data),
    ("Leading", Data),
    ("CapHeight", Data),
    ("XHeight", Data),
    ("StemV", Data),
    ("StemH", Data),
    ("AvgWidth", Data),
    ("MaxWidth", Data),
    ("MissingWidth", Data),
    ("FontFile", Bytes),
    ("FontFile2", Bytes),
    ("FontFile3", Bytes),
    ("Style", Data),
    ("Lang", Data),
];

const ENCODING: List = &[
    ("Type", Data),
    ("BaseEncoding", Data),
    ("Differences", Data),
    ("CMapName", Data),
    ("CIDSystemInfo", Data),
    ("WMode", Data),
    ("UseCMap", Encoding),
];
