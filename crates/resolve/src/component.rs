//! Compiles the keys that every component has: its name, its paper and how often it is printed.
//!
//! - In: the table of a component, and its compiled body.
//! - Out: a component, or errors.
//! - Not here: what a component shows.

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::files::{NotPlain, PlainName};
use hexpress_game::{Body, Component, Sharing};
use hexpress_language::values::spanned::Spanned;
use hexpress_scene::print::paper::SheetClass;

/// A compiled component of the layout.
pub struct ResolvedComponent {
    pub component: Component,
    pub is_valid: bool,
}

/// The keys that every component has.
pub struct ComponentKeys<'a> {
    /// The name of the component's table. It is also the default name of the component.
    table: &'static str,
    name: &'a Option<Spanned<String>>,
    stock: &'a Option<Spanned<String>>,
    print: &'a Option<Spanned<u32>>,
    class: SheetClass,
    share: Sharing,
}

impl<'a> ComponentKeys<'a> {
    pub fn new(
        table: &'static str,
        name: &'a Option<Spanned<String>>,
        stock: &'a Option<Spanned<String>>,
        print: &'a Option<Spanned<u32>>,
        class: SheetClass,
        share: Sharing,
    ) -> Self {
        Self { table, name, stock, print, class, share }
    }
}

/// The largest length of a component's name, in bytes.
const MAX_NAME_LENGTH: usize = 60;

/// Creates a component, and sets the keys that every component has. `has_valid_body` is false if
/// errors were found in `body`.
pub fn component<T>(
    value: &Spanned<T>,
    common: ComponentKeys<'_>,
    body: Body,
    has_valid_body: bool,
    resolver: &mut Resolver<'_>,
) -> ResolvedComponent {
    let place = resolver.place(value);
    let name = common.name.as_deref().map_or(common.table, String::as_str);
    let ((), has_valid_keys) = resolver.track_errors(|resolver| {
        if let Some(diagnostic) = bad_name(name) {
            resolver.add_error(diagnostic, common.name.as_ref().map_or(place, |name| resolver.place(name)));
        }
        if let Some(at) = common.print.as_ref().filter(|at| !(0..=1000).contains(&at.value)) {
            let message = "`print` must be 0 to 1000: it is the number of times to print each sheet";
            let hint =
                "write print = 1000, or a smaller number; if you need more, print the finished file again";
            resolver.error_with_hint(codes::BAD_COUNT, at, message, hint);
        }
    });
    let component = Component {
        name: name.into(),
        table: common.table,
        class: common.class,
        stock: common.stock.as_deref().cloned(),
        print: common.print.as_deref().copied().unwrap_or(1),
        share: common.share,
        sheets: Vec::new(),
        body,
        place,
    };
    ResolvedComponent { component, is_valid: has_valid_body && has_valid_keys }
}

/// Returns whether a byte is allowed in the name of a component, such as `starting-tiles`.
fn is_kebab(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

/// Returns the error for an invalid name of a component, or `None` for a valid name. Files and folders
/// get this name, so every operating system must allow it.
fn bad_name(name: &str) -> Option<Diagnostic> {
    let plain = name.parse::<PlainName>();
    let (message, hint) = if plain == Err(NotPlain::Device) {
        (
            format!("`{name}` cannot be the name of a component: {}", NotPlain::Device),
            "write a longer name".to_owned(),
        )
    } else if name.len() > MAX_NAME_LENGTH {
        (
            format!("the name of this component has {} characters", name.chars().count()),
            format!("write a name of at most {MAX_NAME_LENGTH} characters"),
        )
    } else if plain.is_err() || !name.bytes().all(is_kebab) {
        (
            format!("`{name}` cannot be the name of a component"),
            "use only lower-case letters, digits and -, as in `starting-tiles`".to_owned(),
        )
    } else {
        return None;
    };
    Some(codes::BAD_VALUE.error(message).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::{MAX_NAME_LENGTH, bad_name};

    #[test]
    fn names_of_components_may_be_names_of_files() {
        assert!(bad_name("starting-tiles-2").is_none() && bad_name(&"a".repeat(MAX_NAME_LENGTH)).is_none());
        for name in [&*"a".repeat(MAX_NAME_LENGTH + 1), "", "Cards", "con", "a/b", "ä"] {
            assert!(bad_name(name).is_some(), "{name}");
        }
    }
}
