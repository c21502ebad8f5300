//! Imports everything that hexpress uses from `hayro`, the library that reads PDFs. No other file
//! names the library.

pub(crate) use hayro_interpret::font::{
    FontData, FontQuery, Glyph, GlyphIdentifier, GlyphRun, OutlineGlyph, StandardFont, Type3Glyph,
};
pub(crate) use hayro_interpret::hayro_cmap::BfString;
pub(crate) use hayro_interpret::hayro_syntax::content::{TypedIter, UntypedIter};
pub(crate) use hayro_interpret::hayro_syntax::object::{
    Array, Dict, FromBytes, MaybeRef, Name, ObjRef, Object, ObjectIdentifier, Stream, String as PdfString,
};
pub(crate) use hayro_interpret::hayro_syntax::page::{Page as PdfPage, Resources, Rotation};
pub(crate) use hayro_interpret::hayro_syntax::xref::XRef;
pub(crate) use hayro_interpret::hayro_syntax::{DecryptionError, Filter, LoadPdfError, Pdf, PdfData};
pub(crate) use hayro_interpret::pattern::{Pattern, ShadingPattern, TilingPattern};
pub(crate) use hayro_interpret::shading::ShadingType;
pub(crate) use hayro_interpret::util::x_y_advances;
pub(crate) use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Context, Device, DrawMode, DrawProps, FillRule, FontResolverFn, Image,
    ImageData, ImageDrawProps, InterpreterCache, InterpreterSettings, InterpreterWarning, LumaData, MaskType,
    Paint, RasterImage, RenderContent, SoftMask, StencilImage, StrokeProps, interpret, interpret_page,
};
