//! skrifa 0.44 for usvg, by a newer skrifa. ../README.md says why.

pub use newer::*;

/// Access to the tables of a font.
pub mod raw {
    use newer::GlyphId;
    use newer::raw::TableProvider as Newer;
    use newer::raw::tables::{mvar::Mvar, os2::Os2, svg::Svg, svg::SVGDocumentList};

    pub use newer::raw::*;

    /// The tables that usvg reads.
    pub trait TableProvider<'a> {
        /// Returns the table of metrics for Windows.
        fn os2(&self) -> Result<Os2<'a>, ReadError>;
        /// Returns the table of varied metrics.
        fn mvar(&self) -> Result<Mvar<'a>, ReadError>;
        /// Returns the table of letters that are drawings.
        fn svg(&self) -> Result<Drawings<'a>, ReadError>;
    }

    impl<'a, T: Newer<'a>> TableProvider<'a> for T {
        fn os2(&self) -> Result<Os2<'a>, ReadError> {
            Newer::os2(self)
        }

        fn mvar(&self) -> Result<Mvar<'a>, ReadError> {
            Newer::mvar(self)
        }

        fn svg(&self) -> Result<Drawings<'a>, ReadError> {
            Newer::svg(self).map(Drawings)
        }
    }

    /// The table of letters that are drawings.
    pub struct Drawings<'a>(Svg<'a>);

    impl<'a> Drawings<'a> {
        /// Returns the drawing of a glyph. A drawing that is not plain is left out: the letter is
        /// then drawn by its outline.
        pub fn glyph_data(&self, glyph: GlyphId) -> Result<Option<&'a [u8]>, ReadError> {
            Ok(self.0.glyph_data(glyph).filter(|drawing| is_plain(drawing)))
        }

        /// Returns the list of drawings.
        pub fn svg_document_list(&self) -> Result<SVGDocumentList<'a>, ReadError> {
            self.0.svg_document_list()
        }
    }

    /// The most bytes of a drawing.
    const MAX_BYTES: usize = 1 << 18;
    /// The most elements that repeat others. Each may double what is drawn.
    const MAX_USES: usize = 8;
    /// The most elements inside each other.
    const MAX_DEPTH: usize = 64;

    /// Returns whether a drawing is small, names no files, and has no entities. usvg reads it
    /// without the checks that pictures have, and would open the files.
    fn is_plain(drawing: &[u8]) -> bool {
        let Ok(text) = core::str::from_utf8(drawing) else { return false };
        let uses = text.matches("use").take(MAX_USES + 1).count();
        let names_files = ["image", "<!", "style", "filter"].iter().any(|word| text.contains(word));
        drawing.len() <= MAX_BYTES && uses <= MAX_USES && !names_files && depth(text) <= MAX_DEPTH
    }

    /// Returns how many elements of a text are inside each other, at most.
    fn depth(text: &str) -> usize {
        let (mut depth, mut most) = (0_usize, 0);
        for tag in text.split('<').skip(1) {
            let is_end = tag.starts_with('/');
            let is_whole = tag.split('>').next().is_some_and(|tag| tag.ends_with('/'));
            if is_end {
                depth = depth.saturating_sub(1);
            } else if !is_whole && !tag.starts_with('?') {
                depth += 1;
            }
            most = most.max(depth);
        }
        most
    }
}
