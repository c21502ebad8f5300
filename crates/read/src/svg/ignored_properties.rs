//! Finds properties that affect the look of an element but are not evaluated, such as masks,
//! filters and blend modes.
//!
//! - In: the name and the value of a property.
//! - Out: the name of the effect, for messages.
//! - Not here: elements and attributes that hexpress never writes (`unknown_features`).

/// The place where a property of an element is set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PropertySource {
    /// A presentation attribute, such as `fill="red"`.
    Attribute,
    /// A style sheet or a `style` attribute.
    Css,
}

/// Returns the name of the effect that a property has, if this effect is not evaluated. Returns
/// `None` if the effect is evaluated, or if the property has its initial value.
pub fn ignored_effect(property: &str, value: &str, source: PropertySource) -> Option<&'static str> {
    let value = value.trim();
    // Geometry properties are evaluated in attributes, but not in style sheets.
    let is_css = source == PropertySource::Css;
    let (effect, initial): (_, &[&str]) = match property {
        "mask" | "mask-image" => ("masks", &["none"]),
        "filter" | "backdrop-filter" => ("filters", &["none"]),
        "mix-blend-mode" => ("blend modes", &["normal"]),
        "marker" | "marker-start" | "marker-mid" | "marker-end" => ("markers on lines", &["none"]),
        "paint-order" => ("strokes below fills", &["normal", "fill", "fill stroke", "fill stroke markers"]),
        "rotate" | "scale" | "translate" | "offset-path" | "zoom" if is_css => {
            ("transforms in style sheets", &["none", "1", "100%", "normal"])
        }
        "x" | "y" | "cx" | "cy" | "r" | "rx" | "ry" | "width" | "height" | "d" if is_css => {
            ("positions and sizes in style sheets", &["auto"])
        }
        _ => return None,
    };
    let is_initial = value.is_empty() || initial.contains(&value) || matches!(value, "inherit" | "initial");
    (!is_initial).then_some(effect)
}

/// Returns whether a property applies to an element. Geometry properties apply to only a few elements
/// (SVG 2, 7.3).
pub fn applies_to(property: &str, element: &str) -> bool {
    match property {
        "cx" | "cy" => matches!(element, "circle" | "ellipse"),
        "r" => element == "circle",
        "rx" | "ry" => matches!(element, "ellipse" | "rect"),
        "x" | "y" | "width" | "height" => {
            matches!(element, "svg" | "rect" | "image" | "use" | "foreignObject" | "symbol")
        }
        "d" => element == "path",
        _ => true,
    }
}
