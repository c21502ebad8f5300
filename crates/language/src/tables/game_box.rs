//! The table of a component that is folded into a box: `[[box]]`.
//!
//! - In: the values that serde reads from a file.
//! - Out: [`GameBox`].
//! - Not here: the panels of a box and their sizes.

use super::element::Element;
use crate::values::choice::Class;
use crate::values::inside::Inside;
use crate::values::spanned::{NameOr, Spanned};
use crate::values::value::Length;

toml_tables! {
    /// A box that is printed flat, cut out, folded and glued.
    pub struct GameBox {
        /// The name of the component: lower-case letters, digits and `-`.
        /// Default: `box`. Example: `name = "card-box"`.
        pub name: Option<Spanned<String>>,
        /// Another component of the same kind to inherit keys from.
        /// Default: none. Example: `like = "card-box"`.
        pub like: Option<Spanned<String>>,
        /// The size of the sheet: `large` or `small`.
        /// Default: `small` if the whole box fits on a small sheet, otherwise `large`. Example: `sheet = "large"`.
        pub sheet: Option<Spanned<Class>>,
        /// The kind of paper to print on, in your own words.
        /// Default: none. Example: `stock = "300 g card"`.
        pub stock: Option<Spanned<String>>,
        /// How many times to print each sheet.
        /// Default: 1. Example: `print = 2`.
        pub print: Option<Spanned<u32>>,
        /// What the printed sheet is folded into.
        /// Default: `tuck`. Example: `kind = "sleeve"`.
        pub kind: Option<Spanned<BoxKind>>,
        /// The width, height and depth inside, with a unit; one measure for a cube.
        /// Required without `holds`. Example: `inside = "66 x 91 x 20mm"`.
        pub inside: Option<Spanned<Inside>>,
        /// The components that must fit into the box. The sizes of the box follow from them.
        /// Required without `inside`. Example: `holds = ["cards"]`.
        pub holds: Option<Spanned<Vec<Spanned<String>>>>,
        /// Whether the cards in the box are in sleeves.
        /// Default: `false`. Example: `sleeved = true`.
        pub sleeved: Option<Spanned<bool>>,
        /// With `holds`: the thickness of one card or piece, with a unit.
        /// Default: `0.33mm` for cards, `0.18mm` for notes, `1.65mm` for tiles and counters. Example: `thickness = "0.3mm"`.
        pub thickness: Option<Spanned<Length>>,
        /// With `holds`: how much wider and higher the box is than the pieces in it, with a unit.
        /// Default: `2.5mm`. Example: `play = "2mm"`.
        pub play: Option<Spanned<Length>>,
        /// How far artwork extends beyond the cut, 0 to 20 mm.
        /// Default: `3mm`. Example: `bleed = "2mm"`.
        pub bleed: Option<Spanned<Length>>,
        /// The elements on the whole flat box, drawn under those of the faces, or the name of a
        /// look.
        /// Default: the elements of the theme. Example: `ground = [{ fill = "navy" }]`.
        pub ground: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the front, or the name of a look.
        /// Default: the elements of the theme. Example: `front = [{ text = "{{ title }}", font = "bold 20pt" }]`.
        pub front: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the back, or the name of a look.
        /// Default: the elements of the theme. Example: `back = [{ text = "2 to 4 players", font = "9pt" }]`.
        pub back: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the left side, seen from the front, or the name of a look.
        /// Default: the elements of the theme. Example: `left = [{ text = "{{ title }}", font = "9pt", turn = 90 }]`.
        pub left: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the right side, seen from the front, or the name of a look.
        /// Default: the elements of the theme. Example: `right = [{ text = "{{ title }}", font = "9pt", turn = 90 }]`.
        pub right: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the top, or the name of a look.
        /// Default: the elements of the theme. Example: `top = [{ text = "{{ title }}", font = "9pt" }]`.
        pub top: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the bottom, or the name of a look.
        /// Default: the elements of the theme. Example: `bottom = [{ text = "{{ author }}", font = "7pt" }]`.
        pub bottom: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The text that screen readers read in place of the text on the box.
        /// Default: the text on the box. Example: `alt = "box for the cards"`.
        pub alt: Option<Spanned<String>>,
    }
}

choices! {
    /// What is folded from a flat piece.
    BoxKind {
        /// A box for cards. Its lid has a tongue that is tucked in.
        Tuck = "tuck",
        /// A box for cards that can hang on a hook in a shop.
        Hook = "hook",
        /// A tray, and a lid that covers part of its sides.
        TrayAndLid = "tray-and-lid",
        /// A sleeve that is open at both ends.
        Sleeve = "sleeve",
        /// A screen of three panels, behind which a player hides pieces.
        Screen = "screen",
        /// A figure that stands: a front and a back that lean against each other.
        Standee = "standee",
        /// A cube.
        Die = "die",
    }
}
