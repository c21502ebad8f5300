//! Writes text on a page.
//!
//! - In: shaped text.
//! - Out: operators with the glyph numbers of the whole font. The glyphs are also recorded in the
//!   needs of the page.
//! - Not here: the fonts, which the module `font` writes.

use kurbo::Vec2;

use super::content::ContentWriter;
use super::operators::{numbers, point, push_hex};
use hexpress_base::mirrored::mirrored;
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::Text;
use hexpress_scene::text::{FontId, Glyph};

/// Consecutive glyphs that are in the same font.
pub struct Run<'t> {
    pub font: FontId,
    /// The size of an em in mm.
    pub size: f64,
    /// The characters that the glyphs represent.
    pub string: &'t str,
    /// Whether the glyphs run from right to left.
    pub is_leftward: bool,
    pub glyphs: &'t [Glyph],
}

/// Writes the operators that select a font. The size is in mm.
pub fn select_font(font: FontId, size: f64, out: &mut String) {
    let mut digits = itoa::Buffer::new();
    out.push_str("/F");
    out.push_str(digits.format(font.0));
    out.push(' ');
    numbers(&[size * PT_PER_MM], out);
    out.push_str("Tf ");
}

impl ContentWriter<'_> {
    /// Writes a text whose origin is moved by `shift`, in mm.
    pub fn text(&mut self, text: &Text, shift: Vec2, out: &mut String) {
        if text.glyphs.is_empty() {
            return;
        }
        self.tags.words.extend([" ", &text.string]);
        self.tags.add_text_words(&text.string);
        if text.is_leftward {
            out.push_str("/Leftward BMC\n");
        }
        let prints_over = self.colours.letters(&text.ink, text.size, out);
        out.push_str("BT ");
        select_font(text.font, text.size, out);
        point(text.origin + shift, out);
        out.push_str("Td ");
        let Text { string, font, size, glyphs, is_leftward, .. } = text;
        let is_leftward = *is_leftward;
        self.show(&Run { font: *font, size: *size, string, is_leftward, glyphs }, out);
        out.push_str("ET\n");
        if is_leftward {
            out.push_str("EMC\n");
        }
        if prints_over {
            self.colours.knock_out(out);
        }
    }

    /// Writes the operators that show glyphs. The first glyph is at the current position.
    pub fn show(&mut self, run: &Run<'_>, out: &mut String) {
        out.push_str("[<");
        let mut rise = 0.0;
        // How far the position in the viewer is ahead of the position in the shaped text, in thousandths of
        // an em. The viewer moves by the widths in the font, and the shaped text by the advances of its
        // glyphs.
        let mut ahead = 0.0;
        for (index, glyph) in run.glyphs.iter().enumerate() {
            let move_by = glyph.offset.0 - ahead;
            if (glyph.offset.1 - rise).abs() >= 0.5 {
                out.push_str(">] TJ ");
                numbers(&[glyph.offset.1 / 1000.0 * run.size * PT_PER_MM], out);
                out.push_str("Ts [<");
                rise = glyph.offset.1;
            }
            if move_by.abs() >= 0.5 {
                out.push_str("> ");
                numbers(&[-move_by.round()], out);
                out.push('<');
                ahead += move_by.round();
            }
            push_hex(out, glyph.id);
            ahead += self.width(run, index, glyph.id) - glyph.advance;
        }
        out.push_str(">] TJ ");
        if rise != 0.0 {
            out.push_str("0 Ts ");
        }
    }

    /// Returns the width of a glyph in thousandths of an em. Also records that the page needs the
    /// glyph.
    fn width(&mut self, run: &Run<'_>, index: usize, glyph: u16) -> f64 {
        let (font, at) = (usize::from(run.font.0), usize::from(glyph));
        if let Some(Some(width)) = self.used_widths.get(font).and_then(|widths| widths.get(at)) {
            return *width;
        }
        let used = self.needs.used.entry(run.font).or_default();
        used.entry(glyph).or_insert_with(|| cluster_text(run, index));
        if self.used_widths.len() <= font {
            self.used_widths.resize_with(font + 1, Vec::new);
        }
        let widths = &mut self.used_widths[font];
        widths.resize(widths.len().max(at + 1), None);
        *widths[at].insert(self.widths.width(run.font, glyph))
    }
}

/// Returns the characters that a glyph represents.
///
/// The first glyph of a cluster represents all characters of the cluster, and the other glyphs
/// represent none.
fn cluster_text(Run { string, glyphs, is_leftward, .. }: &Run<'_>, index: usize) -> String {
    let glyph = glyphs[index];
    let start = glyph.cluster as usize;
    let first = glyphs.iter().position(|g| g.cluster == glyph.cluster);
    if first != Some(index) {
        return String::new();
    }
    let later = glyphs.iter().map(|g| g.cluster as usize).filter(|c| *c > start);
    let end = later.min().unwrap_or(string.len());
    let text = string.get(start..end).unwrap_or("");
    // In text from right to left, a bracket is drawn with the glyph of the opposite bracket. Text from left
    // to right may use the same glyph. Each glyph is therefore mapped to the bracket that it looks like.
    if *is_leftward { text.chars().map(mirrored).collect() } else { text.to_owned() }
}
