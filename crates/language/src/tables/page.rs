//! The table of a component that consists of text: `[[page]]`.
//!
//! - In: the values that serde reads from a file.
//! - Out: [`Page`].
//! - Not here: parsing Markdown.

use super::element::Element;
use crate::values::choice::{LeafletFold, PageCopies, TextDirection, TitleSpan};
use crate::values::page_text::PageText;
use crate::values::spanned::Spanned;
use crate::values::value::{ColourName, DrawnFor, Font, Length, Line, PagePaper, SheetMargins};

toml_tables! {
    /// A text that runs on over pages, such as the rules of a game.
    pub struct Page {
        /// The name, used in the names of files and in `--only`.
        /// Default: `page`. Example: `name = "rules"`.
        pub name: Option<Spanned<String>>,
        /// Another component of the same kind to inherit keys from.
        /// Default: none. Example: `like = "rules"`.
        pub like: Option<Spanned<String>>,
        /// The text in Markdown, or the name of a file that ends with `.md`.
        /// Required. Example: `text = "rules.md"`.
        pub text: Option<Spanned<PageText>>,
        /// The paper of the pages, or of the sheet that is folded to a leaflet: the name of a paper,
        /// or a width and height. Default: the paper for small sheets, or half of it for a booklet. Example: `size = "a5"`.
        pub size: Option<Spanned<PagePaper>>,
        /// Whether the pages are printed for a booklet: two next to each other, on both sides of
        /// sheets that are folded and stapled. Default: `false`. Example: `booklet = true`.
        pub booklet: Option<Spanned<bool>>,
        /// The thickness of a sheet of the booklet, with a unit. It determines how far inner pages
        /// move towards the fold.
        /// Default: `0.1mm`. Example: `thickness = "0.12mm"`.
        pub thickness: Option<Spanned<Length>>,
        /// How one sheet with all pages is folded: `half` for four pages, `letter` or `z` for six.
        /// Default: none. Example: `fold = "letter"`.
        pub fold: Option<Spanned<LeafletFold>>,
        /// The margins around the text, with a unit: one for all sides, or two to four as in CSS.
        /// Default: 8.5 % of the width of the page, and at least the margin of the printer.
        /// Example: `margins = "15 20mm"`.
        pub margins: Option<Spanned<SheetMargins>>,
        /// The number of columns, from 1 to 4.
        /// Default: 1. Example: `columns = 2`.
        pub columns: Option<Spanned<u32>>,
        /// The distance between two columns, with a unit.
        /// Default: `6mm`. Example: `gutter = "8mm"`.
        pub gutter: Option<Spanned<Length>>,
        /// The font of the text. Tables and code use a size that is derived from it.
        /// Default: `serif 10.5pt`. Example: `font = "sans 9pt"`.
        pub font: Option<Spanned<Font>>,
        /// The font of headings of the first level. Lower levels are smaller.
        /// Default: `display bold 24pt`. Example: `title-font = "saga bold 28pt"`.
        pub title_font: Option<Spanned<Font>>,
        /// The font of headings of the second level. Lower levels are smaller.
        /// Default: `sans bold 14pt`. Example: `head-font = "sans bold 13pt"`.
        pub head_font: Option<Spanned<Font>>,
        /// The colour of the text.
        /// Default: `black`. Example: `colour = "words"`.
        pub colour: Option<Spanned<ColourName>>,
        /// The colour of headings.
        /// Default: that of the text. Example: `title-colour = "accent"`.
        pub title_colour: Option<Spanned<ColourName>>,
        /// The line below titles and in tables: width, colour and dashes.
        /// Default: `0.3mm gray`. Example: `line = "0.4mm rule"`.
        pub line: Option<Spanned<Line>>,
        /// The colour of the shaded areas: heads of tables, quotes and code.
        /// Default: `#EEEEEE`. Example: `fill = "shade"`.
        pub fill: Option<Spanned<ColourName>>,
        /// Elements that are drawn under the text of every page, such as a frame.
        /// Default: none. Example: `draw = [{ box = "140 x 202mm", line = "0.3mm gray" }]`.
        pub draw: Option<Spanned<Vec<Spanned<Element>>>>,
        /// Whether lines are stretched to the width of the column.
        /// Default: `false`. Example: `justify = true`.
        pub justify: Option<Spanned<bool>>,
        /// The direction in which the text runs: `ltr` from left to right, `rtl` from right to left.
        /// Default: the direction of the game's `language`. Example: `direction = "rtl"`.
        pub direction: Option<Spanned<TextDirection>>,
        /// Where the title goes, if it is the first block of the text: `column`, or `across` all
        /// columns. Default: `column`. Example: `title = "across"`.
        pub title: Option<Spanned<TitleSpan>>,
        /// The kind of paper to print on, in your own words, for the printing instructions.
        /// Default: none. Example: `stock = "100 g paper"`.
        pub stock: Option<Spanned<String>>,
        /// The number of copies of a page on its sheet: `fill` prints as many as fit.
        /// Default: one. Example: `copies = "fill"`.
        pub copies: Option<Spanned<PageCopies>>,
        /// How many times each sheet is printed.
        /// From 0 to 1000. Default: 1. Example: `print = 2`.
        pub print: Option<Spanned<u32>>,
        /// Prints the pages once for each seat, such as an aid for every player.
        /// Default: once. Example: `for = "each seat"`.
        #[serde(rename = "for")]
        pub for_: Option<Spanned<DrawnFor>>,
    }
}
