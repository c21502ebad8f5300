//! Reads the preset of a print shop.
//!
//! - In: a TOML file.
//! - Out: a [`Shop`] with its products, or all errors in the file.
//! - Not here: laying out pieces for the shop.

use kurbo::Size;
use serde_json::Value;

use crate::read::walk;
use crate::values::spanned::Spanned;
use crate::values::value::{Length, Pair};
use hexpress_base::diag::{Code, FileId, Report, SourceSpan, Sources, codes};
use hexpress_base::units::ShortNumber;
use hexpress_scene::print::demands::Demands;
use hexpress_scene::print::setup::Standard;

choices! {
    /// The format of the files for a shop.
    ShopFormat {
        /// A picture of each side of each piece.
        Png = "png",
        /// A PDF for each component, with a page for each side of each piece.
        Pdf = "pdf",
    }
}

choices! {
    /// The position in a PDF of a back that all pieces of a component share.
    SharedBack {
        /// After each front.
        EachTime = "each-time",
        /// After all fronts.
        Once = "once",
    }
}

choices! {
    /// The outline of a product.
    ProductShape {
        Rectangle = "rectangle",
        /// A hexagon with a side at the bottom.
        Hexagon = "hexagon",
        Disc = "disc",
    }
}

toml_tables! {
    /// The preset of a print shop.
    struct File {
        /// The name of the shop.
        /// Example: `name = "The Corner Shop"`.
        name: Option<Spanned<String>>,
        /// The resolution of pictures, in pixels per inch.
        /// From 72 to 1200. Default: 300. Example: `dpi = 600`.
        dpi: Option<Spanned<u32>>,
        /// The format of the files: `png` makes a picture of each side of each piece, and `pdf` makes
        /// a PDF for each component, with a page for each side of each piece.
        /// Default: `png`. Example: `format = "pdf"`.
        format: Option<Spanned<ShopFormat>>,
        /// The width of the strip outside the cut. With this key, products need no `width` and
        /// `height`, and a preset without products takes pieces of any size.
        /// From 0 to 25 mm. Example: `bleed = "3mm"`.
        bleed: Option<Spanned<Length>>,
        /// The position in a PDF of a back that all pieces share: `each-time` puts it after each
        /// front, and `once` after all fronts.
        /// Default: `each-time`. Example: `shared-back = "once"`.
        shared_back: Option<Spanned<SharedBack>>,
        /// The width of the strip inside the cut that texts and icons must not touch.
        /// Default: none. Example: `safe = "3mm"`.
        safe: Option<Spanned<Length>>,
        /// The largest number of pieces in an order.
        /// Default: any number. Example: `most = 612`.
        most: Option<Spanned<u32>>,
        /// Where the sizes and the other numbers of this preset come from.
        /// Example: `source = "https://example.com/templates"`.
        source: Option<Spanned<String>>,
        /// Whether the numbers were published by somebody other than the shop.
        /// Default: `false`. Example: `second-hand = true`.
        second_hand: Option<Spanned<bool>>,
        /// The standard of the PDFs: `pdfx-4` or `pdfx-1a`.
        /// Default: none. Example: `standard = "pdfx-1a"`.
        standard: Option<Spanned<String>>,
        /// The limit of the total ink coverage: the sum of all inks in a spot, in percent. Needs
        /// `standard`.
        /// From 100 to 400. Example: `ink = 240`.
        ink: Option<Spanned<u32>>,
        /// Whether dark letters below 12 points must not be mixed from three inks or more. Needs
        /// `standard`.
        /// Default: `false`. Example: `black-text = true`.
        black_text: Option<Spanned<bool>>,
        /// The spot colour that cut lines must have. Needs `standard`.
        /// Default: none. Example: `cut-plate = "CutContour"`.
        cut_plate: Option<Spanned<String>>,
        /// Whether a ZIP file with all files is made, too.
        /// Default: `false`. Example: `zip = true`.
        zip: Option<Spanned<bool>>,
        /// How the pictures are uploaded.
        /// Example: `upload = "Choose the deck, then add all files."`.
        upload: Option<Spanned<String>>,
        /// A size that the shop sells.
        /// Example: `[[product]]` and below it `name = "Poker cards"`.
        product: Option<Spanned<Vec<Spanned<TypedProduct>>>>,
    }

    /// A size that a shop sells.
    struct TypedProduct {
        /// The name of the product in the shop.
        /// Example: `name = "Poker cards"`.
        name: Option<Spanned<String>>,
        /// The outline of the pieces: `rectangle`, `hexagon` (a side at the bottom) or `disc`.
        /// Default: `rectangle`. Example: `shape = "disc"`.
        shape: Option<Spanned<ProductShape>>,
        /// The width and height of a piece after the cut.
        /// Example: `trim = "63mm 88mm"`.
        trim: Option<Spanned<Pair>>,
        /// The width of the strip outside the cut, if this product needs another width than the
        /// shop's other products.
        /// From 0 to 25 mm. Default: the `bleed` of the shop. Example: `bleed = "18mm"`.
        bleed: Option<Spanned<Length>>,
        /// The width of the picture with bleed, in pixels.
        /// Default: the trim with its bleed. Example: `width = 822`.
        width: Option<Spanned<u32>>,
        /// The height of the picture with bleed, in pixels.
        /// Default: the trim with its bleed. Example: `height = 1122`.
        height: Option<Spanned<u32>>,
    }
}

/// A print shop that takes a picture or a page for each side of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Shop {
    pub name: String,
    /// The resolution of pictures, in pixels per inch.
    pub dpi: u32,
    pub format: ShopFormat,
    /// The width of the bleed, in mm. `None` if the bleed depends on the product.
    pub bleed: Option<f64>,
    pub shared_back: SharedBack,
    /// The distance from the cut to the safe zone, in mm. It is 0 if the preset does not set it.
    pub safe: f64,
    /// The largest number of pieces in an order. `None` if the preset sets no limit.
    pub most: Option<u32>,
    /// Where the sizes and the other numbers of the preset come from.
    pub source: Option<String>,
    /// Whether somebody other than the shop published the numbers of the preset.
    pub second_hand: bool,
    /// What the shop demands of PDFs.
    pub demands: Demands,
    /// Whether a ZIP file with all files is made, too.
    pub zip: bool,
    /// A text that explains how to upload the pictures.
    pub upload: Option<String>,
    /// The sizes that the shop sells. Empty if the shop takes pieces of any size.
    pub products: Vec<Product>,
}

/// A size of pieces that a shop sells.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    pub name: String,
    pub shape: ProductShape,
    /// The size after the cut, in mm.
    pub trim: Size,
    /// The size with bleed, in mm.
    pub canvas: Size,
}

/// The resolutions that a preset may set, in pixels per inch.
const POSSIBLE_DPI: std::ops::RangeInclusive<u32> = 72..=1200;
/// The resolution of a preset without `dpi`.
const USUAL_DPI: u32 = 300;
/// The largest number of products in a preset.
const MAX_PRODUCTS: usize = 1000;
/// The largest width or height of a picture, in pixels.
const MAX_SIDE_PIXELS: u32 = 20_000;
/// The widest bleed, and the largest distance from the cut to the safe zone, in mm.
const MAX_BLEED_MM: f64 = 25.0;

/// The JSON Schema of presets.
fn schema() -> Value {
    serde_json::from_str(include_str!("../schemas/shop.json")).unwrap_or_default()
}

/// Reads a preset.
///
/// # Errors
/// The file has mistakes. The report contains all of them.
pub fn read(file: FileId, sources: &Sources) -> Result<Shop, Report> {
    let text = sources.get(file).map_or("", |source| source.text());
    let typed: File = walk::read_as(schema, file, text)?;
    let mut reader = Reader { file, report: Report::default() };
    let shop = reader.shop(typed);
    if reader.report.has_errors() { Err(reader.report) } else { Ok(shop) }
}

/// Checks the values of a preset, and collects their errors.
struct Reader {
    file: FileId,
    report: Report,
}

impl Reader {
    fn error<T>(&mut self, code: Code, at: &Spanned<T>, message: impl Into<String>, hint: &'static str) {
        let place = SourceSpan::new(self.file, at.span.clone());
        self.report.push(code.error(message.into()).hint(hint).at(place));
    }

    fn shop(&mut self, typed: File) -> Shop {
        if let Some(dpi) = typed.dpi.as_ref().filter(|dpi| !POSSIBLE_DPI.contains(&dpi.value)) {
            let message = format!("`dpi` must be from 72 to 1200, not {}", dpi.value);
            self.error(codes::BAD_COUNT, dpi, message, "write dpi = 300, which most shops ask for");
        }
        let safe = self.strip("safe", typed.safe.as_ref());
        let bleed = self.strip("bleed", typed.bleed.as_ref());
        let possible = typed.dpi.as_ref().filter(|dpi| POSSIBLE_DPI.contains(&dpi.value));
        let dpi = possible.map_or(USUAL_DPI, |dpi| dpi.value);
        let demands = self.demands(&typed);
        let has_products = typed.product.as_ref().is_some_and(|products| !products.value.is_empty());
        if !has_products && bleed.is_none() {
            let error =
                codes::MISSING_KEY.error("the preset of a shop needs `bleed` or at least one [[product]]");
            let hint = "if the shop takes any size, write bleed = \"3mm\"; otherwise write [[product]], and below \
                        it name, trim, width and height";
            self.report.push(error.hint(hint).at(SourceSpan::new(self.file, 0..0)));
        }
        let mut products = Vec::new();
        if let Some(list) = &typed.product {
            if list.value.len() > MAX_PRODUCTS {
                let message = format!("a shop has at most {MAX_PRODUCTS} products, not {}", list.value.len());
                self.error(codes::BAD_COUNT, list, message, "delete the products that you do not use");
            }
            products.extend(list.value.iter().filter_map(|product| self.product(product, dpi, bleed)));
        }
        Shop {
            name: typed.name.map_or_else(String::new, |name| name.value),
            dpi,
            format: typed.format.map_or(ShopFormat::Png, |format| format.value),
            bleed,
            shared_back: typed.shared_back.map_or(SharedBack::EachTime, |back| back.value),
            safe: safe.unwrap_or(0.0),
            most: typed.most.map(|most| most.value),
            source: typed.source.map(|source| source.value),
            second_hand: typed.second_hand.is_some_and(|marked| marked.value),
            demands,
            zip: typed.zip.is_some_and(|wanted| wanted.value),
            upload: typed.upload.map(|upload| upload.value),
            products,
        }
    }

    /// Returns what the shop demands of PDFs. Reports demands that are not possible.
    fn demands(&mut self, typed: &File) -> Demands {
        let mut demands = Demands::default();
        let is_pdf = typed.format.as_ref().is_some_and(|format| format.value == ShopFormat::Pdf);
        if let Some(standard) = &typed.standard {
            match standard.value.parse::<Standard>() {
                Ok(_) if !is_pdf => {
                    let message = "`standard` is for PDFs, and this shop takes pictures";
                    self.error(
                        codes::BAD_VALUE,
                        standard,
                        message,
                        "write format = \"pdf\", or delete `standard`",
                    );
                }
                Ok(known) => demands.standard = Some(known),
                Err(diagnostic) => {
                    self.report.push(diagnostic.at(SourceSpan::new(self.file, standard.span.clone())));
                }
            }
        }
        let ink = typed.ink.as_ref().map(|ink| (ink.span.clone(), format!("ink={}", ink.value)));
        let plate = typed.cut_plate.as_ref();
        let plate = plate.map(|plate| (plate.span.clone(), format!("cut-plate={}", plate.value)));
        let black = typed.black_text.as_ref().filter(|black| black.value);
        let black = black.map(|black| (black.span.clone(), "black-text".to_owned()));
        for (span, demand) in [ink, plate, black].into_iter().flatten() {
            let place = SourceSpan::new(self.file, span);
            if typed.standard.is_none() {
                let word = demand.split('=').next().unwrap_or_default();
                let error = codes::MISSING_KEY.error(format!(
                    "`{word}` needs `standard`: without a standard, files have RGB colours and no inks"
                ));
                self.report.push(error.hint("add standard = \"pdfx-4\"").at(place));
            } else if let Err(diagnostic) = demands.add(&demand) {
                let message = diagnostic.message.replacen(&format!("--require `{demand}`: "), "", 1);
                let error = codes::BAD_VALUE.error(message).maybe_hint(
                    diagnostic.hint.map(|hint| hint.replace("--require ", "").replace("ink=", "ink = ")),
                );
                self.report.push(error.at(place));
            }
        }
        demands.dpi = typed.dpi.as_ref().map(|dpi| dpi.value).filter(|_| demands.standard.is_some());
        demands
    }

    /// Returns the width of a strip along the cut, in mm. Reports a width that is not possible. `key`
    /// is `bleed` or `safe`. Returns `None` if the preset does not set it.
    fn strip(&mut self, key: &str, typed: Option<&Spanned<Length>>) -> Option<f64> {
        let typed = typed?;
        if !(0.0..=MAX_BLEED_MM).contains(&typed.value.0) {
            let message =
                format!("`{key}` must be from 0 to {MAX_BLEED_MM} mm, not {} mm", ShortNumber(typed.value.0));
            let hint = "write the distance from the cut, such as \"3mm\"";
            self.error(codes::BAD_SIZE, typed, message, hint);
        }
        Some(typed.value.0)
    }

    /// Reads a product. `bleed` is the bleed of the shop, in mm. Returns `None` if a required key is
    /// missing.
    fn product(&mut self, typed: &Spanned<TypedProduct>, dpi: u32, bleed: Option<f64>) -> Option<Product> {
        let TypedProduct { name, shape, trim, bleed: own_bleed, width, height } = &typed.value;
        let bleed = self.strip("bleed", own_bleed.as_ref()).or(bleed);
        let missing: Vec<&str> = [
            ("name", name.is_none()),
            ("trim", trim.is_none()),
            ("width", width.is_none() && bleed.is_none()),
            ("height", height.is_none() && bleed.is_none()),
        ]
        .into_iter()
        .filter_map(|(key, is_missing)| is_missing.then_some(key))
        .collect();
        let (Some(name), Some(trim), true) = (name, trim, missing.is_empty()) else {
            let listed = missing.join("`, no `");
            let named = listed.rsplit_once(", no ");
            let listed = named.map_or_else(|| listed.clone(), |(rest, last)| format!("{rest} and no {last}"));
            let message = format!("this product has no `{listed}`");
            let hint = "write `name`, `trim` (such as \"63mm 88mm\"), and the picture's `width` and `height` in pixels";
            self.error(codes::MISSING_KEY, typed, message, hint);
            return None;
        };
        let mut side = |key: &str, pixels: Option<&Spanned<u32>>, trim: f64| {
            pixels.map_or(trim + 2.0 * bleed.unwrap_or_default(), |pixels| self.side(key, pixels, trim, dpi))
        };
        let canvas = Size::new(
            side("width", width.as_ref(), trim.value.x),
            side("height", height.as_ref(), trim.value.y),
        );
        if trim.value.x <= 0.0 || trim.value.y <= 0.0 {
            let hint = "write the width and the height after the cut, such as trim = \"63mm 88mm\"";
            self.error(codes::BAD_SIZE, trim, "the sides of `trim` must be greater than 0", hint);
        }
        Some(Product {
            name: name.value.clone(),
            shape: shape.as_ref().map_or(ProductShape::Rectangle, |shape| shape.value),
            trim: Size::new(trim.value.x, trim.value.y),
            canvas,
        })
    }

    /// Converts the width or the height of a picture from pixels to mm. `trim` is the same side of the
    /// piece after the cut, in mm. Reports a picture that is too small or too large for the piece.
    fn side(&mut self, key: &str, pixels: &Spanned<u32>, trim: f64, dpi: u32) -> f64 {
        let canvas = f64::from(pixels.value) / f64::from(dpi) * 25.4;
        let bleed = (canvas - trim) / 2.0;
        if !(1..=MAX_SIDE_PIXELS).contains(&pixels.value) || !(0.0..=MAX_BLEED_MM).contains(&bleed) {
            let message = format!(
                "at {dpi} dpi, a {key} of {} pixels is {} mm, but a piece of {} mm with its bleed needs {} to {} mm",
                pixels.value,
                ShortNumber::hundredths(canvas),
                ShortNumber::hundredths(trim),
                ShortNumber::hundredths(trim),
                ShortNumber::hundredths(trim + 2.0 * MAX_BLEED_MM)
            );
            let hint = "write the size with bleed in pixels: (size in mm + 2 x bleed in mm) x dpi / 25.4";
            self.error(codes::BAD_SIZE, pixels, message, hint);
        }
        canvas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::file_is_schema_of;

    #[test]
    fn the_file_is_the_schema_of_a_preset() {
        file_is_schema_of::<File>("shop.json");
    }
}
