//! Converts the options of the library to the options that a build uses internally.
//!
//! - In: the options that a caller of the library chooses.
//! - Out: the options of a build.
//! - Not here: reading the names of papers. The build reads them.

use crate::make::{OutputKind, POSSIBLE_DPI};
use crate::record;
use hexpress_base::diag::{Report, codes};
use hexpress_layout::DEFAULT_MARGIN;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::setup::PrintSetup;
// On the command line, these options are called `--cut` and `--ink`, so the library uses the same
// names.
pub use hexpress_scene::print::setup::{Backs, Cutter as Cut, Inking as Ink};

/// How a game is printed. These options depend on the user's printer and tools, not on the game.
///
/// ```
/// let options = hexpress::Options { paper: "letter".to_owned(), ..hexpress::Options::default() };
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The paper, in the form of `hexpress build --paper`. Examples: `iso`, `us`, `a4`,
    /// `a3+letter`, `210x297mm`.
    pub paper: String,
    /// The width of the strip along each edge of the paper that the printer leaves blank, in mm.
    pub margin: f64,
    /// The components that are printed. If empty, all components are printed.
    pub only: Vec<String>,
    /// The seed of random decks. `None` uses the seed of the layout.
    pub seed: Option<u64>,
    /// The amount of ink. `None` prints all colours.
    pub ink: Option<Ink>,
    /// The tool that cuts the sheets. If `None`, the outline of the pieces determines the tool.
    pub cut: Option<Cut>,
    /// How sheets are turned over before their backs are printed. `None` turns them over their long
    /// edge.
    pub backs: Option<Backs>,
    /// The format of the files.
    pub format: Format,
}

/// The format of finished files.
///
/// ```
/// let game = hexpress::Source::layout("ann", "[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n");
/// let png = hexpress::Format::Png { dpi: 50 };
/// let made = hexpress::build(&game, &hexpress::Options { format: png, ..hexpress::Options::default() })?;
/// assert!(made.files[0].bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// A PDF for each paper size.
    #[default]
    Pdf,
    /// An SVG file for each sheet.
    Svg,
    /// A picture of each sheet.
    Png {
        /// The resolution in pixels per inch, from 10 to 2400.
        dpi: u32,
    },
}

impl Default for Options {
    /// The defaults are A3 and A4 paper with a margin of 6.35 mm.
    fn default() -> Self {
        Self {
            paper: "iso".to_owned(),
            margin: DEFAULT_MARGIN,
            only: Vec::new(),
            seed: None,
            ink: None,
            cut: None,
            backs: None,
            format: Format::Pdf,
        }
    }
}

impl Options {
    /// Returns the options in the form in which a PDF stores them.
    ///
    /// # Errors
    /// The margin is less than 0 or more than 100 mm.
    pub(super) fn to_recorded(&self) -> Result<record::Options, Report> {
        // `from_sides` also rejects NaN, because NaN is in no range.
        let Some(margin) = Margins::from_sides([self.margin; 4]) else {
            let message = format!("`margin` must be from 0 to 100 mm, not {} mm", self.margin);
            return Err(codes::BAD_OPTION
                .error(message)
                .hint("write margin: 6.35, which suits most printers")
                .into());
        };
        Ok(record::Options {
            only: self.only.clone(),
            seed: self.seed,
            print_setup: PrintSetup {
                ink: self.ink,
                cut: self.cut,
                backs: self.backs,
                ..PrintSetup::default()
            },
            margin,
            ..record::Options::new(&self.paper, self.margin)
        })
    }

    /// Returns the kind of files to make.
    ///
    /// # Errors
    /// The resolution of a PNG is not in [`POSSIBLE_DPI`].
    pub(super) fn kind(&self) -> Result<OutputKind, Report> {
        match self.format {
            Format::Pdf => Ok(OutputKind::Pdf),
            Format::Svg => Ok(OutputKind::Svg),
            Format::Png { dpi } if POSSIBLE_DPI.contains(&dpi) => Ok(OutputKind::Png(Some(dpi))),
            Format::Png { dpi } => {
                let message = format!(
                    "`dpi` must be from {} to {}, not {dpi}",
                    POSSIBLE_DPI.start(),
                    POSSIBLE_DPI.end()
                );
                Err(codes::BAD_OPTION
                    .error(message)
                    .hint("write dpi: 300, which print shops usually ask for")
                    .into())
            }
        }
    }
}
