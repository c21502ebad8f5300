//! Fits the pieces of a game to the products of a print shop.
//!
//! - In: the preset of a shop, and a game.
//! - Out: the canvas of each component, which is the size of a piece's picture with bleed. The
//!   components of the game get the bleed of the shop. They also get the `safe` of the shop, unless
//!   their own `safe` is larger.
//! - Not here: drawing pictures, and reading presets.

use std::sync::Arc;

use kurbo::Size;
use serde_json::{Value, json};

use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_base::geometry::grown;
use hexpress_base::tiling::hex::Orientation;
use hexpress_base::units::{count_with_noun, width_and_height};
use hexpress_game::{BleedShape, Body, Component, Game, Outline, PieceSize, Sharing};
use hexpress_language::tables::shop::{Product, ProductShape, Shop, ShopFormat};
use hexpress_layout::Setup;
use hexpress_layout::plan::piece_size::piece_size;
use hexpress_scene::PixelSize;

use super::board::choose_for_board;

/// The largest difference between the size of a piece and that of a product, in mm. A difference is
/// allowed, because shops state sizes in inches, and round them.
const DIFFERENCE: f64 = 0.5;

/// The largest number of characters of a shop's name in a file name.
const MAX_LETTERS: usize = 40;

/// The canvas of a component: the size of a picture of a piece, with the bleed.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    pub component: Arc<str>,
    /// The size with the bleed, in mm.
    pub size: Size,
    /// The size of a piece after the cut, in mm.
    pub trim: Size,
    /// Whether the shop needs an outline to cut the pieces. This is the case if the pieces are not
    /// rectangles, and no product has the shape of the pieces.
    pub needs_outline: bool,
    /// The name of the product. `None` if the shop takes pieces of any size.
    pub product: Option<String>,
}

/// Chooses a product of the shop for each component that is printed. The component gets the bleed of
/// the shop. It also gets the `safe` of the shop, unless its own `safe` is larger.
///
/// # Errors
/// The shop does not sell a component, or not this number of pieces. The report contains all such
/// errors.
pub fn choose_canvases(shop: &Shop, game: &mut Game, setup: &Setup) -> Result<Vec<Canvas>, Report> {
    let mut report = Report::default();
    let mut unsold = Vec::new();
    let mut canvases = Vec::new();
    let mut total = 0;
    fix_sizes(game, setup);
    for component in game.components.iter_mut().filter(|component| component.print > 0) {
        if !component.is_among(&setup.only) {
            continue;
        }
        match choose(shop, component, setup) {
            Ok(canvas) => canvases.push(canvas),
            Err(diagnostic) => unsold.push(match diagnostic.place {
                Some(_) => diagnostic,
                None => diagnostic.at(component.place),
            }),
        }
        let print = component.print as usize;
        total += component.deck().map_or(0, |deck| deck.pieces.len().saturating_mul(print));
    }
    let names: Vec<&str> = canvases.iter().map(|canvas: &Canvas| &*canvas.component).collect();
    for diagnostic in unsold {
        let hint = diagnostic.hint.clone().unwrap_or_else(|| match names.is_empty() {
            true => "delete --for, and print the game yourself".to_owned(),
            false => format!("build only what the shop sells: --only {}", names.join(",")),
        });
        report.push(diagnostic.hint(hint));
    }
    if let Some(most) = shop.most.filter(|most| total > *most as usize) {
        let message = format!("{} takes at most {most} pieces in an order, not {total}", shop.name);
        report.push(codes::UNSOLD.error(message).hint("divide the order with --only or --pieces"));
    }
    if report.has_errors() { Err(report) } else { Ok(canvases) }
}

/// If the size of pieces is a fraction of a cell, replaces it by their size in mm on the sheets that
/// `setup` describes.
fn fix_sizes(game: &mut Game, setup: &Setup) {
    let size = |component: &Component| piece_size(game, component.deck()?, setup).ok();
    let sizes: Vec<Option<Size>> = game.components.iter().map(size).collect();
    for (component, size) in game.components.iter_mut().zip(sizes) {
        if let (Body::Pieces(deck), Some(size)) = (&mut component.body, size) {
            deck.size = PieceSize::Fixed(size);
        }
    }
}

/// Chooses the product for a component, and adapts the component to the shop.
///
/// # Errors
/// The shop does not sell the component. If a change of the layout would help, the hint suggests it.
fn choose(shop: &Shop, component: &mut Component, setup: &Setup) -> Result<Canvas, Diagnostic> {
    let (name, place) = (Arc::clone(&component.name), component.place);
    let unsold = |why: &str| {
        let message = format!("{} sells no product that fits `{name}`, {why}", shop.name);
        Err(codes::UNSOLD.error(message))
    };
    let sheet = setup.paper.design_sheet(component.class);
    let deck = match &mut component.body {
        Body::Pieces(deck) => deck,
        Body::Board(board) => return choose_for_board(shop, board, &name, sheet, place),
        Body::Pages(_) => return unsold("a text"),
    };
    if deck.net.is_some() {
        return unsold("a box");
    }
    // A triangle cannot be centred on a canvas, because its centre is not the centre of its bounding
    // box.
    if matches!(deck.outline, Outline::Regular(tiling) if tiling.is_triangles()) {
        return unsold("a triangle");
    }
    let PieceSize::Fixed(size) = deck.size else {
        // The size is still unknown, so `fix_sizes` could not compute it. The plan reports the reason.
        return unsold("whose size depends on a board");
    };
    let (canvas, product) = match shop.bleed.filter(|_| shop.products.is_empty()) {
        Some(bleed) => (grown(size, bleed), None),
        None => {
            let key = matches!(deck.outline, Outline::Rectangle(_)).then_some("size");
            let piece = Piece { outline: &deck.outline, name: &name, size, key };
            let of_size = |diagnostic: Diagnostic| diagnostic.at(deck.size_place.unwrap_or(place));
            let product = choose_product(shop, &piece).map_err(of_size)?;
            (product.canvas, Some(product.name.clone()))
        }
    };
    // The canvas may extend beyond the piece by different distances horizontally and vertically. The
    // bleed is the larger of the two.
    let bleed = ((canvas.width - size.width).max(canvas.height - size.height) / 2.0).max(0.0);
    // The shop uses its own sheets, so keys of the layout about sheets have no effect.
    (deck.die_sheet, deck.grid) = (None, None);
    component.share = Sharing::Nothing;
    deck.bleed = bleed;
    deck.back_bleed = deck.back_bleed.max(bleed);
    deck.bleed_shape = BleedShape::Rectangle;
    if shop.safe > deck.safe.mm {
        deck.safe.mm = shop.safe;
        deck.safe.place = Some(place);
    }
    let needs_outline = product.is_none() && !matches!(deck.outline, Outline::Rectangle(_));
    Ok(Canvas { component: name, size: canvas, trim: size, needs_outline, product })
}

/// The pieces of a component, or its board.
pub struct Piece<'p> {
    pub outline: &'p Outline,
    /// The name of the component.
    pub name: &'p str,
    /// The size after the cut, in mm.
    pub size: Size,
    /// The key of the layout that sets the size. `None` if several keys can set it.
    pub key: Option<&'p str>,
}

/// Chooses the product for the pieces of a component.
///
/// # Errors
/// The shop does not sell this size or shape.
pub fn choose_product<'s>(shop: &'s Shop, piece: &Piece<'_>) -> Result<&'s Product, Diagnostic> {
    let &Piece { outline, name, size, key } = piece;
    let turned = Size::new(size.height, size.width);
    let either = |product: &Product| difference(product.trim, size).min(difference(product.trim, turned));
    let same_shape = || shop.products.iter().filter(|product| has_shape(outline, product.shape));
    let upright = same_shape().min_by(|a, b| difference(a.trim, size).total_cmp(&difference(b.trim, size)));
    if let Some(product) = upright.filter(|product| difference(product.trim, size) <= DIFFERENCE) {
        return Ok(product);
    }
    let called = outline.called();
    let article = if called.starts_with('o') { "an" } else { "a" };
    let message = format!(
        "{} does not sell {article} {called} of {} mm, which `{name}` needs",
        shop.name,
        width_and_height(size)
    );
    let nearest = same_shape().min_by(|a, b| either(a).total_cmp(&either(b)));
    let error = codes::UNSOLD.error(message);
    let Some(product) = nearest else { return Err(error) };
    let trim = width_and_height(product.trim);
    let mut sold = key.map_or_else(|| format!("{trim} mm"), |key| format!("{key} = \"{trim}mm\""));
    // If the name of a product is its size, the size is not repeated.
    if *product.name != *format!("{trim} mm") {
        sold.push_str(&format!(" ({})", product.name));
    }
    Err(error.hint(match either(product) <= DIFFERENCE {
        true => format!("turn your piece by 90 degrees, to a size that the shop sells: {sold}"),
        false => format!("use the nearest size that the shop sells: {sold}"),
    }))
}

/// Returns the size of a canvas as text: in pixels for a shop that takes pictures, and in mm for a
/// shop that takes PDFs.
fn extent(shop: &Shop, canvas: Size) -> String {
    match shop.format {
        ShopFormat::Png => {
            let PixelSize { width, height } = pixels(shop, canvas);
            format!("{width} x {height} pixels")
        }
        ShopFormat::Pdf => format!("{} mm with bleed", width_and_height(canvas)),
    }
}

/// Returns the size of a canvas in pixels.
fn pixels(shop: &Shop, canvas: Size) -> PixelSize {
    let pixels = |mm: f64| (mm / 25.4 * f64::from(shop.dpi)).round() as u32;
    PixelSize::new(pixels(canvas.width), pixels(canvas.height))
}

/// Returns the larger of two values in mm: the difference in width and the difference in height.
fn difference(one: Size, other: Size) -> f64 {
    (one.width - other.width).abs().max((one.height - other.height).abs())
}

/// Returns whether pieces with this outline have the shape of a product.
fn has_shape(outline: &Outline, shape: ProductShape) -> bool {
    match *outline {
        Outline::Rectangle(_) => shape == ProductShape::Rectangle,
        Outline::Hexagon(Orientation::FlatTop) => shape == ProductShape::Hexagon,
        Outline::Disc => shape == ProductShape::Disc,
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Path(_) => false,
    }
}

/// Replaces the hints about text outside the safe zone. The usual hints do not help, because the shop,
/// not the layout, sets the safe zone.
pub fn explain_safe_zone(shop: &Shop, report: Report) -> Report {
    let mut explained = Report::default();
    for diagnostic in report.into_items() {
        explained.push(match diagnostic.code == codes::NOT_SAFE && shop.safe > 0.0 {
            true => diagnostic.hint(format!(
                "make the element smaller or move it inwards: {} asks for this safe zone",
                shop.name
            )),
            false => diagnostic,
        });
    }
    explained
}

/// Returns a text for the ticket that says what to order from the shop. `zip` is the path of the ZIP
/// file.
pub fn describe(shop: &Shop, canvases: &[Canvas], zip: Option<&str>) -> String {
    let mut text = format!("  For {}: {}\n", shop.name, count_with_noun(canvases.len(), "component"));
    for Canvas { component, size, product, .. } in canvases {
        let product = product.as_ref().map_or_else(String::new, |product| format!("{product}, "));
        text.push_str(&format!("    {component:<14} {product}{}\n", extent(shop, *size)));
    }
    let outlined: Vec<&str> =
        canvases.iter().filter(|canvas| canvas.needs_outline).map(|canvas| &*canvas.component).collect();
    if !outlined.is_empty() {
        let names = outlined.join(", ");
        text.push_str(&format!(
            "  These files do not show the outline of {names}: agree on it with the shop.\n"
        ));
    }
    if let Some(zip) = zip {
        text.push_str(&format!("  {zip} contains all these files.\n"));
    }
    if let Some(upload) = &shop.upload {
        text.extend(upload.trim_end().lines().map(|line| format!("  {line}\n")));
    }
    if shop.second_hand {
        text.push_str("  These numbers are second-hand: check the shop's template before you order.\n");
    }
    if let Some(source) = &shop.source {
        text.push_str(&format!("  Source: {source}\n"));
    }
    text
}

/// Returns what to order from the shop as JSON.
pub fn to_json(shop: &Shop, canvases: &[Canvas]) -> Value {
    let products = canvases.iter().map(|Canvas { component, size, product, .. }| {
        let mut value = json!({
            "component": **component,
            "product": product,
            "mm": [size.width, size.height],
        });
        if shop.format == ShopFormat::Png {
            let PixelSize { width, height } = pixels(shop, *size);
            value["pixels"] = json!([width, height]);
        }
        value
    });
    json!({
        "name": shop.name,
        "products": products.collect::<Vec<_>>(),
        "second-hand": shop.second_hand,
        "source": shop.source,
    })
}

/// Returns the name of a shop as a part of file names: `The Corner Shop` becomes `the-corner-shop`.
pub fn file_word(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-").chars().take(MAX_LETTERS).collect()
}
