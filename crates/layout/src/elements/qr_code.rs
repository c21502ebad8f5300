//! Draws QR codes.
//!
//! - In: the modules of a code, its size, and its inks.
//! - Out: a light ground, and all dark modules as one path, or the error that phones could not read
//!   the code.
//! - Not here: encoding the text (`hexpress-scene`).

use std::sync::Arc;

use kurbo::{Affine, Rect, Shape as _, Size};

use super::face::group_with_alt;
use super::paint::Paint;
use crate::draw::painter::Painter;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::text::shortened;
use hexpress_base::units::ShortNumber;
use hexpress_scene::{Drawing, Ink, luminance};
use hexpress_settle::SettledQrCode;

/// The default size of a code, including the quiet zone around it, in mm.
const QR_CODE_SIZE: Size = Size::new(20.0, 20.0);
/// The smallest side length of a module that home printers print reliably, in mm. It corresponds to
/// four dots at 300 dpi.
///
/// DENSO WAVE recommends at least four dots: www.qrcode.com/en/howto/cell.html.
const RELIABLE_MODULE: f64 = 0.33;
/// The smallest allowed side length of a module, in mm. It corresponds to four dots at 600 dpi.
const MIN_MODULE: f64 = 0.17;
/// The smallest difference between the reflectances of light and dark modules, as required for grade C
/// of ISO/IEC 15415.
const MIN_CONTRAST: f64 = 0.4;
/// The maximum number of characters of a code's text that screen readers read. The rest is cut off.
const MAX_READ_ALOUD_CHARACTERS: usize = 300;

impl Painter<'_, '_> {
    /// Draws a QR code.
    ///
    /// # Errors
    /// The modules are too small, or have too little contrast.
    pub(super) fn qr_code(
        &mut self,
        code: &SettledQrCode,
        size: Option<Size>,
        paint: Paint,
        at: &Placing<'_>,
    ) -> Result<Vec<Drawing>> {
        let source = at.element.source;
        let side = size.unwrap_or(QR_CODE_SIZE).min_side();
        let across = code.modules.side() + 2 * code.quiet as usize;
        let module = side / across as f64;
        if module < MIN_MODULE {
            return Err(too_small(module, across, MIN_MODULE));
        }
        if module < RELIABLE_MODULE {
            let Diagnostic { message, hint, .. } = too_small(module, across, RELIABLE_MODULE);
            let warning = codes::BAD_QR_CODE.warning(message);
            let warning = hint.into_iter().fold(warning, |warning, hint| warning.hint(hint));
            self.add_finding(warning.at(source.place));
        }
        let mut inks = Inks::new(paint, source.style.opacity.unwrap_or(1.0))?;
        // If the colours of the sheet are replaced, the code becomes black. Without coloured ink, a printer
        // would print any other colour as a pattern of dots.
        if self.inking.is_some() {
            inks = Inks { dark: Ink::black(), ground: inks.ground.map(|_| Ink::white()) };
        }
        let corner = Affine::translate((
            -side / 2.0 + f64::from(code.quiet) * module,
            -side / 2.0 + f64::from(code.quiet) * module,
        ));
        let dark = corner * Affine::scale(module) * code.modules.outline();
        let object = Size::new(side, side);
        let whole = Rect::from_center_size((0.0, 0.0), object).to_path(0.1);
        let ground = inks.ground.map(|ink| Drawing::filled(whole, ink));
        let drawn = at.placed(object, ground.into_iter().chain([Drawing::filled(dark, inks.dark)]).collect());
        Ok(if source.alt.is_some() { drawn } else { group_with_alt(read_aloud(&code.text), drawn) })
    }
}

/// The inks of a code.
struct Inks {
    dark: Ink,
    /// The ink of the background. If `None`, the drawings behind the code are its background.
    ground: Option<Ink>,
}

impl Inks {
    /// Returns the inks for the colours of an element. `opacity` is the opacity of the whole code.
    ///
    /// # Errors
    /// An ink is not a single colour, or the inks have too little contrast.
    fn new(paint: Paint, opacity: f64) -> Result<Self> {
        let ground = if paint.given { paint.fill } else { Some(Ink::white()) };
        let dark = paint.colour;
        if ground.iter().chain([&dark]).any(|ink| ink.pattern.is_some() || ink.shade.is_some()) {
            let message = "a QR code needs plain colours, without a pattern or a gradient";
            return Err(codes::BAD_QR_CODE
                .error(message)
                .hint("write a plain colour, such as fill = \"white\""));
        }
        // A code without a ground of its own is assumed to be on white paper.
        let light = ground.as_ref().map_or([0xFF; 3], |ink| ink.rgb);
        let [reflected_by_light, reflected_by_dark] = [light, dark.rgb].map(|rgb| reflected(rgb, opacity));
        if reflected_by_dark > reflected_by_light {
            let message = "this QR code is light on dark, and many programs cannot read it";
            return Err(codes::BAD_QR_CODE.error(message).hint("write a dark `colour` and a light `fill`"));
        }
        let contrast = reflected_by_light - reflected_by_dark;
        if contrast < MIN_CONTRAST {
            let contrast = ShortNumber((contrast * 100.0).floor() / 100.0);
            let message = format!(
                "the colours of this QR code are too alike: their contrast is {contrast}; the minimum is \
                    {MIN_CONTRAST}"
            );
            let hint = if opacity < 1.0 {
                "delete `opacity`, or use a darker `colour` or a lighter `fill`"
            } else {
                "use a darker `colour` or a lighter `fill`"
            };
            return Err(codes::BAD_QR_CODE.error(message).hint(hint));
        }
        Ok(Self { dark, ground })
    }
}

/// Returns the fraction of light that the colour `rgb` reflects if it is printed on white paper with the
/// given opacity.
fn reflected(rgb: [u8; 3], opacity: f64) -> f64 {
    luminance(rgb.map(|channel| (255.0 - opacity * (255.0 - f64::from(channel))).round() as u8))
}

/// Returns the error for a code whose modules are smaller than `least` mm. `across` is the number of modules
/// along a side of the code, including its quiet zone.
fn too_small(module: f64, across: usize, least: f64) -> Diagnostic {
    let is = ShortNumber((module * 1000.0).floor() / 1000.0);
    let who = if least < RELIABLE_MODULE { "printers and phones" } else { "many printers and phones" };
    let message =
        format!("the small squares of this QR code are {is} mm wide; {who} need at least {least} mm");
    let size = (RELIABLE_MODULE * across as f64).ceil();
    codes::BAD_QR_CODE.error(message).hint(format!("write size = \"{size}mm\", or shorten the text"))
}

/// Returns what screen readers read instead of a code.
fn read_aloud(text: &str) -> Arc<str> {
    format!("QR code: {}", shortened(text, MAX_READ_ALOUD_CHARACTERS)).into()
}
