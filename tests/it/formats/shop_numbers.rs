//! Tests of the numbers in the presets of print shops. The expected numbers are from the web pages
//! of the shops. The tests measure finished files.

use super::png::decoded;
use crate::support::measure::same_length;
use crate::support::run::Run;
use hexpress::shops::SHOPS;

/// What a shop says about a deck of cards. Lengths are in mm.
struct Numbers {
    id: &'static str,
    /// The page that gives the numbers.
    source: &'static str,
    trim: [f64; 2],
    file: File,
    /// The distance from the cut to the safe zone. `None` if the shop does not say.
    safe: Option<f64>,
}

/// The file for a deck of two cards with a shared back.
enum File {
    /// A PDF: the width of its bleed, and the number of its pages.
    Pdf { bleed: f64, pages: usize },
    /// A picture of each card, with its width and height in pixels.
    Pictures([u32; 2]),
}

const INCH: f64 = 25.4;
const POKER: [f64; 2] = [2.5 * INCH, 3.5 * INCH];
const EIGHTH: f64 = INCH / 8.0;

const NUMBERS: [Numbers; 8] = [
    Numbers {
        id: "american-printer",
        source: "http://www.4over4.com/printing/fileprep",
        trim: POKER,
        file: File::Pdf { bleed: EIGHTH, pages: 4 },
        safe: Some(EIGHTH),
    },
    // The page of the shop is 2.75 x 3.75 in.
    Numbers {
        id: "drivethrucards",
        source: "https://onebookshelfpublisherservice.zendesk.com/hc/en-us/articles/227867607",
        trim: POKER,
        file: File::Pdf { bleed: EIGHTH, pages: 4 },
        safe: Some(EIGHTH),
    },
    Numbers {
        id: "european-printer",
        source: "https://shop.mbe.at/content/14-druckdatenanleitung",
        trim: [63.0, 88.0],
        file: File::Pdf { bleed: 3.0, pages: 4 },
        safe: Some(3.0),
    },
    // 3 mm of bleed at the usual 300 pixels per inch.
    Numbers {
        id: "launch-tabletop",
        source: "https://launchtabletop.com/knowledge-base",
        trim: [63.0, 88.0],
        file: File::Pictures([815, 1110]),
        safe: None,
    },
    // 36 pixels of bleed on each side.
    Numbers {
        id: "makeplayingcards",
        source: "https://www.makeplayingcards.com/pops/faq-photo.html",
        trim: POKER,
        file: File::Pictures([822, 1122]),
        safe: Some(0.12 * INCH),
    },
    // A card of 63 x 88 mm is a page of 69 x 94 mm.
    Numbers {
        id: "mb-print",
        source: "https://mbprint.pl/en/?p=658",
        trim: [63.0, 88.0],
        file: File::Pdf { bleed: 3.0, pages: 4 },
        safe: Some(4.0),
    },
    // A back that all cards share is sent once.
    Numbers {
        id: "printninja",
        source: "http://www.printninja.com/printing-resource-center/file-setup/offset-printing-guidelines/book-bleed-safe-zone-borders",
        trim: POKER,
        file: File::Pdf { bleed: EIGHTH, pages: 3 },
        safe: Some(EIGHTH),
    },
    // The sides of canvases are multiples of 75 pixels.
    Numbers {
        id: "the-game-crafter",
        source: "https://github.com/templative/templative-electron/blob/main/src/shared/componentInfo.js",
        trim: POKER,
        file: File::Pictures([825, 1125]),
        safe: Some(EIGHTH),
    },
];

/// Returns a layout of two cards whose words are `inset` mm from the cut.
fn deck([across, down]: [f64; 2], inset: f64) -> String {
    format!(
        "[[cards]]\nname = \"deck\"\nsize = \"{across} x {down}mm\"\nrows = [{{ n = \"H\" }}, {{ n = \"E\" }}]\n\
         face = [{{ fill = \"white\" }}, {{ text = \"{{{{ n }}}}\", font = \"12pt\", at = \"left\", inset = \"{inset}mm\" }}]\n\
         back = [{{ fill = \"white\" }}]\n"
    )
}

#[test]
fn every_preset_makes_what_its_shop_asks_for() {
    let ids: Vec<_> = NUMBERS.iter().map(|shop| shop.id).collect();
    assert_eq!(ids, SHOPS.iter().map(|shop| shop.id).collect::<Vec<_>>());
    for (Numbers { id, source, trim, file, safe }, preset) in NUMBERS.iter().zip(SHOPS) {
        assert!(preset.text.contains(&format!("source = \"{source}\"")), "{id}");
        // Letters do not begin exactly at the edge of their box.
        let build = |inset: f64| {
            Run::new().file("x.toml", deck(*trim, inset)).args(["build", "x.toml", "--for", id]).any_stderr()
        };
        let ran = build(safe.unwrap_or(0.0) + 0.5).run();
        match *file {
            File::Pdf { bleed, pages } => {
                let document = ran.pdf(&format!("output/x-{id}/deck.pdf"));
                assert_eq!(document.pages.len(), pages, "{id}");
                for page in document.pages {
                    let cut = page.trim.unwrap();
                    assert_eq!(page.bleed, Some(page.media), "{id}");
                    same_length(page.media.width(), trim[0] + 2.0 * bleed, id);
                    same_length(page.media.height(), trim[1] + 2.0 * bleed, id);
                    same_length(cut.width(), trim[0], id);
                    same_length(cut.height(), trim[1], id);
                    same_length(cut.x0, bleed, id);
                }
            }
            File::Pictures(pixels) => {
                for name in ["001", "002", "back"] {
                    let picture = decoded(&ran.bytes(&format!("output/x-{id}/deck/{name}.png")));
                    assert_eq!([picture.wide, picture.high], pixels, "{id}: {name}");
                }
            }
        }
        if let Some(safe) = safe {
            let output = build(safe - 0.5).status(2).no_files().run().stderr;
            assert!(output.contains("from the cut, but must stay"), "{id}: {output}");
        }
    }
}
