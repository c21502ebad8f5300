//! Writes the operators that set colours.
//!
//! - In: inks.
//! - Out: operators for a screen or a printing press.
//! - Not here: drawing with the colours.

pub mod shade;

use lopdf::{Dictionary, Object, dictionary};

use super::tags::Layer;
use crate::number;
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::Ink;
use hexpress_scene::print::press::{BLACK, ColourUse, Inks, Press};
use hexpress_scene::print::setup::Standard;

/// The name of the graphics state in which drawings overprint: they replace only the inks that they use. All
/// other inks of the drawings behind them stay visible.
const OVERPRINT: &str = "Over";
/// The name of the graphics state in which drawings knock out: all inks of the drawings behind them
/// are replaced.
const KNOCK_OUT: &str = "Knock";

/// A spot colour for lines that a machine follows, such as cut lines. The press prints no ink for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotColour {
    name: &'static str,
    /// The inks in which the spot colour is shown on a screen.
    inks: Inks,
}

const CUT: SpotColour = SpotColour { name: "CutContour", inks: [0, 100, 0, 0] };
const KISS: SpotColour = SpotColour { name: "KissCut", inks: [0, 50, 100, 0] };
const PERFORATION: SpotColour = SpotColour { name: "Perforation", inks: [100, 0, 100, 0] };
const CREASE: SpotColour = SpotColour { name: "Crease", inks: [100, 0, 0, 0] };

impl SpotColour {
    /// Returns the spot colour for the lines of a layer. Returns `None` if the layer has no spot colour.
    fn from_layer(layer: Layer) -> Option<Self> {
        match layer {
            Layer::Cut => Some(CUT),
            Layer::KissCut => Some(KISS),
            Layer::Perforation => Some(PERFORATION),
            Layer::Fold => Some(CREASE),
            Layer::Art | Layer::Glue | Layer::Marks => None,
        }
    }

    /// Returns the colour space of the spot colour (ISO 32000-1, 8.6.6.4).
    fn colour_space(self) -> Object {
        let tint = dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => vec![Object::Integer(0); 4],
            "C1" => self.inks.map(share).to_vec(),
            "N" => 1,
        };
        Object::Array(vec!["Separation".into(), self.name.into(), "DeviceCMYK".into(), tint.into()])
    }
}

/// The colours in which the drawings of a file are written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Colours {
    /// The press, if colours are converted to its inks. `None` if colours stay in sRGB.
    press: Option<&'static Press>,
    /// The spot colour in which all lines are drawn. `None` if lines keep their own colours.
    spot: Option<SpotColour>,
    /// True if the file has no layers, no transparency, and no colours other than inks.
    has_only_inks: bool,
}

/// The operators that set a colour, each followed by white space.
struct Operators {
    /// The operator for a colour in DeviceGray. A press prints such a colour with black ink only.
    grey: &'static str,
    /// The operator for a colour in DeviceRGB.
    rgb: &'static str,
    /// The operator for a colour in DeviceCMYK.
    cmyk: &'static str,
}

const FILL: Operators = Operators { grey: "g\n", rgb: "rg\n", cmyk: "k\n" };
const STROKE: Operators = Operators { grey: "G ", rgb: "RG ", cmyk: "K " };

impl Colours {
    /// Returns the colours for files that follow a standard for printing presses.
    pub fn of_press(press: &'static Press, standard: Standard) -> Self {
        Self { press: Some(press), spot: None, has_only_inks: !standard.allows_transparency() }
    }

    /// Returns the press for which the file is made. Returns `None` for a file for a screen.
    pub fn press(&self) -> Option<&'static Press> {
        self.press
    }

    /// Returns the press if the colours of pictures must be converted to its inks. Returns `None` if pictures
    /// keep their colours.
    pub fn press_for_pictures(&self) -> Option<&'static Press> {
        self.press.filter(|_| self.has_only_inks)
    }

    /// Returns whether the file has no layers, no transparency, and no colours other than inks.
    pub fn has_only_inks(&self) -> bool {
        self.has_only_inks
    }

    pub fn is_for_press(&self) -> bool {
        self.press.is_some()
    }

    /// Appends the operator that sets the colour of areas.
    pub fn fill(&self, ink: &Ink, out: &mut String) {
        self.set(ink, &FILL, out);
    }

    /// Appends the operator that sets the colour of lines.
    pub fn stroke(&self, ink: &Ink, out: &mut String) {
        match self.spot {
            Some(SpotColour { name, .. }) => out.push_str(&format!("/{name} CS 1 SCN ")),
            None => self.set(ink, &STROKE, out),
        }
    }

    /// Appends the operators that set the colour of letters. `size` is in mm.
    ///
    /// Returns whether the letters overprint the drawings behind them. In this case, the caller
    /// must call [`Self::knock_out`] after the letters.
    pub fn letters(&self, ink: &Ink, size: f64, out: &mut String) -> bool {
        let Some(press) = self.press else {
            self.fill(ink, out);
            return false;
        };
        let inks = press.inks(ink.rgb, ColourUse::Letters(size * PT_PER_MM));
        let is_black = inks == BLACK;
        if is_black {
            self.overprint(out);
        }
        push_inks(inks, &FILL, out);
        is_black
    }

    /// Appends the operator that makes later drawings overprint. See [`OVERPRINT`].
    fn overprint(&self, out: &mut String) {
        out.push_str(&format!("/{OVERPRINT} gs "));
    }

    /// Appends the operator that makes later drawings knock out: they replace all inks of the drawings behind
    /// them.
    pub fn knock_out(&self, out: &mut String) {
        out.push_str(&format!("/{KNOCK_OUT} gs\n"));
    }

    /// Begins the drawings of a layer. If the lines of the layer guide a machine, they get a spot colour.
    /// Returns whether [`Self::end`] must be called after the drawings.
    pub fn begin(&mut self, layer: Layer, out: &mut String) -> bool {
        self.spot = self.press.and_then(|_| SpotColour::from_layer(layer));
        if self.spot.is_some() {
            out.push_str("q ");
            self.overprint(out);
        }
        self.spot.is_some()
    }

    /// Ends the drawings of a layer.
    pub fn end(&mut self, out: &mut String) {
        self.spot = None;
        out.push_str("Q\n");
    }

    /// Appends the operator that sets a colour.
    ///
    /// In a file for a screen, black and greys are written in DeviceGray. If they were in
    /// DeviceRGB, a printer would use three or four inks for them.
    fn set(&self, ink: &Ink, operators: &Operators, out: &mut String) {
        if let Some(press) = self.press {
            push_inks(press.inks(ink.rgb, ColourUse::Shapes), operators, out);
            return;
        }
        let [r, g, b] = ink.rgb;
        let is_grey = r == g && g == b;
        let channels = if is_grey { &ink.rgb[..1] } else { &ink.rgb[..] };
        for channel in channels {
            number::push(out, f64::from(*channel) / 255.0, 3);
            out.push(' ');
        }
        out.push_str(if is_grey { operators.grey } else { operators.rgb });
    }

    /// Returns the inks for a colour in a gradient, as numbers from 0 to 1. Returns `None` if the file is not
    /// for a press.
    pub fn in_shading(&self, rgb: [u8; 3]) -> Option<Vec<Object>> {
        let press = self.press?;
        Some(press.inks(rgb, ColourUse::Shapes).map(share).to_vec())
    }

    /// Returns the colour space in which translucent drawings are mixed.
    pub fn blending_space(&self) -> &'static str {
        if self.is_for_press() { "DeviceCMYK" } else { "DeviceRGB" }
    }

    /// Adds all graphics states and colour spaces that the operators use to the resources of pages.
    /// `layers` are the layers of the document.
    pub fn add_resources<'l>(
        &self,
        layers: impl Iterator<Item = &'l Layer>,
        states: &mut Dictionary,
        spaces: &mut Dictionary,
    ) {
        if !self.is_for_press() {
            return;
        }
        for (name, prints_over) in [(OVERPRINT, true), (KNOCK_OUT, false)] {
            // In mode 1 (`OPM`), a drawing changes only the inks that it uses. All other inks of the drawings
            // behind it stay as they are.
            let mode = i64::from(prints_over);
            states.set(
                name,
                dictionary! { "Type" => "ExtGState", "OP" => prints_over, "op" => prints_over, "OPM" => mode },
            );
        }
        for spot in layers.filter_map(|layer| SpotColour::from_layer(*layer)) {
            spaces.set(spot.name, spot.colour_space());
        }
    }
}

fn push_inks(inks: Inks, operators: &Operators, out: &mut String) {
    for share in inks {
        number::push(out, f64::from(share) / 100.0, 2);
        out.push(' ');
    }
    out.push_str(operators.cmyk);
}

/// Returns a share of ink as a number from 0 to 1.
fn share(percent: u8) -> Object {
    match percent {
        0 => Object::Integer(0),
        100 => Object::Integer(1),
        percent => Object::Real(f32::from(percent) / 100.0),
    }
}
