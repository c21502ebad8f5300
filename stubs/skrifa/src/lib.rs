//! skrifa 0.44 for usvg, by a newer skrifa. ../README.md says why.

pub use newer::*;

/// Access to the tables of a font.
pub mod raw {
    use newer::raw::TableProvider as Newer;
    use newer::raw::tables::{mvar::Mvar, os2::Os2, svg::SVGDocumentList};
    use newer::{GlyphId, Tag};

    pub use newer::raw::*;

    /// The tables that usvg reads.
    pub trait TableProvider<'a> {
        /// Returns the table of metrics for Windows.
        fn os2(&self) -> Result<Os2<'a>, ReadError>;
        /// Returns the table of varied metrics.
        fn mvar(&self) -> Result<Mvar<'a>, ReadError>;
        /// Returns an error: letters that are drawings are drawn by their outlines.
        fn svg(&self) -> Result<NoSvg, ReadError> {
            Err(ReadError::TableIsMissing(Tag::new(b"SVG ")))
        }
    }

    impl<'a, T: Newer<'a>> TableProvider<'a> for T {
        fn os2(&self) -> Result<Os2<'a>, ReadError> {
            Newer::os2(self)
        }

        fn mvar(&self) -> Result<Mvar<'a>, ReadError> {
            Newer::mvar(self)
        }
    }

    /// The table of drawings, which no font has.
    pub enum NoSvg {}

    impl NoSvg {
        /// Returns the drawing of a glyph.
        pub fn glyph_data(&self, _: GlyphId) -> Result<Option<&'static [u8]>, ReadError> {
            match *self {}
        }

        /// Returns the list of drawings.
        pub fn svg_document_list(&self) -> Result<SVGDocumentList<'static>, ReadError> {
            match *self {}
        }
    }
}
