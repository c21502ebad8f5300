//! Settles elements: computes their values for one row.
//!
//! - In: an element of `hexpress-game`, and one row. Each value of the element is either fixed or
//!   computed from the row.
//! - Out: a [`Settled`] element with numbers, colours and shaped texts. Every error in the values
//!   of the row is reported with its position.
//! - Not here: the places of drawings. `hexpress-layout` checks that the drawings fit.
//!
//! A row is settled when its sheet is drawn. A deck of 100,000 rows therefore needs no more memory
//! than a deck of ten.
//!
//! # Example
//!
//! `game` has a deck of cards, one for Ann and one for Bob. Their faces show `{{ name | upper }}`:
//!
//! ```
//! # use hexpress_base::diag::{Report, Sources};
//! # use hexpress_base::files::Files;
//! # use hexpress_resolve::LayoutInput;
//! # use hexpress_scene::text::{Fonts, Shaper};
//! use hexpress_settle::{PieceContext, SettledShape, Settler, Subject};
//!
//! # let text = "[[cards]]\nsize = 'poker'\nrows = [{ name = 'Ann' }, { name = 'Bob' }]\n\
//! #             face = [{ text = '{{ name | upper }}', font = '20pt' }]\n";
//! # let mut sources = Sources::default();
//! # let file = sources.add("friends.toml", text);
//! # let layout = &hexpress_language::read(file, &sources).unwrap();
//! # let (fonts, files) = (&Fonts::bundled(), &Files::default());
//! # let sources = &sources;
//! # let input = LayoutInput { id: "friends", layout, file, sources, fonts, files };
//! # let game = hexpress_resolve::game(input).unwrap();
//! let settler = Settler { game: &game, shaper: &Shaper::new(fonts) };
//! let deck = game.components[0].deck().unwrap();
//! let bob = deck.piece(1).unwrap();
//! let subject = Subject { row: &bob, name: "cards/2" };
//! let context = PieceContext { subject, edges: 4, side: 63.5, only: None };
//!
//! let mut report = Report::default();
//! let settled = settler.element(&deck.face[0], context, &mut report).unwrap();
//! let SettledShape::Text(words) = settled.off_edges.unwrap().shape else { panic!() };
//! assert_eq!(words.string, "BOB");
//! assert!(report.is_empty());
//! ```

mod copies;
mod drop_capital;
mod element;
mod element_settler;
mod icon_height;
mod paths;
mod set_words;
mod settler;
mod shape;
pub mod shaped_texts;
mod subject;

pub use copies::SettledCopy;
pub use element::{
    AtEdge, Colours, Effects, Guilloche, InkedPath, Places, Settled, SettledElement, SettledImage,
    SettledParts, SettledQrCode, SettledShape, SettledText, Swell,
};
pub use paths::{EdgePath, PathStop};
pub use set_words::{Block, DropCapital, InlineIcon, ShapedText};
pub use settler::{PieceContext, Settler};
pub use subject::Subject;
