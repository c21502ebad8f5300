//! Compiles elements that are made of other elements: `parts`, `look` and `stack`.
//!
//! - In: the parts of an element, or the name of a look that lists them.
//! - Out: [`Parts`], or an error for each mistake.

use crate::context::{HasSpan, Resolver};
use hexpress_base::diag::{SourceSpan, codes, near};
use hexpress_game::element::{Arrangement, Element, PartField, Parts, PerRow as Value, Shape, StackAxis};
use hexpress_game::numbers::distance;
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::per_row::{PerRow, is_template};
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::{OneOrMany, Spanned};
use hexpress_language::values::value::{Alignment, Anchor, ElementPlace};

/// The largest number of levels of nested elements.
const MAX_DEPTH: usize = 8;

/// The default distance between the parts of a stack, in mm.
const DEFAULT_GAP: f64 = 1.0;

impl<'a> Resolver<'a> {
    /// Returns the look with this name. Reports an unknown name, and returns `None`. The hint proposes
    /// the most similar name. If no name is similar, `far` returns the hint.
    pub(super) fn look(
        &mut self,
        name: &str,
        at: impl HasSpan,
        far: impl FnOnce(&Self) -> String,
    ) -> Option<&'a Spanned<Vec<Spanned<ElementTable>>>> {
        let looks = &self.layout.look;
        if let Some(look) = looks.get(name) {
            self.uses.looks.insert(name.to_owned());
            return Some(look);
        }
        let hint = near::hint(name, looks.names(), || far(self));
        let is_name = name.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
        let message = match is_name {
            true => format!("unknown look `{name}`"),
            false => format!("expected a list of elements or the name of a look, found `{name}`"),
        };
        self.error_with_hint(codes::UNKNOWN_NAME, at, message, hint).none()
    }
}

impl Resolver<'_> {
    /// Returns the parts of an element with the key `parts`, `look` or `stack`. Returns `None`
    /// after an error.
    pub(super) fn parts_shape(&mut self, element: &ElementTable, place: SourceSpan) -> Option<Shape> {
        if self.depth >= MAX_DEPTH {
            let message = format!("elements are nested more than {MAX_DEPTH} levels deep");
            let hint = "put these parts directly into the face";
            return self.error_with_hint(codes::BAD_ELEMENT, place, message, hint).none();
        }
        let (elements, arrangement) = if let Some(parts) = &element.parts {
            (self.elements_inside(parts), self.free(element))
        } else if let Some(name) = &element.look {
            (self.elements_of_look(name)?, self.free(element))
        } else {
            let stack = self.stack(element);
            let parts = element.stack.as_ref()?;
            let in_line = parts.with(self.parts_in_line(&parts.value, &stack));
            (self.elements_inside(&in_line), stack)
        };
        let fields = element.set.iter().filter_map(|(name, value)| self.part_field(name, value)).collect();
        self.warn_of_unused_fields(element, &elements);
        Some(Shape::Parts(Parts { elements, fields, arrangement }))
    }

    fn free(&self, e: &ElementTable) -> Arrangement {
        Arrangement::Free { clipped: e.clip.as_deref().copied().unwrap_or(false) }
    }

    fn stack(&mut self, e: &ElementTable) -> Arrangement {
        let given = e.gap.as_ref().and_then(|gap| self.value(gap, |mm, _| distance(*mm, "`gap`")));
        let gap = given.unwrap_or(Value::Fixed(DEFAULT_GAP));
        let is_across = e.across.as_deref().copied().unwrap_or(false);
        Arrangement::Stack { axis: if is_across { StackAxis::Across } else { StackAxis::Down }, gap }
    }

    /// Compiles the elements inside another element. Reports an empty list of elements.
    fn elements_inside(&mut self, listed: &Spanned<Vec<Spanned<ElementTable>>>) -> Vec<Element> {
        if listed.value.is_empty() {
            let hint = "add elements to this list, or delete the whole element";
            self.error_with_hint(codes::BAD_ELEMENT, listed, "this element has no parts", hint);
        }
        if let Some(knock_out) = listed.value.first().and_then(|first| first.value.knock_out.as_deref()) {
            let hint = "write this part after the parts that must keep a distance from it";
            let message = "`knock-out` has no effect on the first part, because nothing is below it";
            self.error_with_hint(codes::IDLE_KEY, knock_out, message, hint);
        }
        self.depth += 1;
        let elements = listed.value.iter().filter_map(|part| self.element(part)).collect();
        self.depth -= 1;
        elements
    }

    /// Compiles the elements of a look. Reports an unknown look, and a look that contains itself.
    /// Returns `None` after an error.
    fn elements_of_look(&mut self, name: &Spanned<String>) -> Option<Vec<Element>> {
        let look =
            self.look(&name.value, name, |_| format!("define it below [look]: {} = [{{ … }}]", name.value))?;
        if self.open_looks.contains(&name.value) {
            let message = format!("the look `{}` contains itself", name.value);
            let hint = "delete it here, or use another look";
            return self.error_with_hint(codes::BAD_ELEMENT, name, message, hint).none();
        }
        self.open_looks.push(name.value.clone());
        let elements = self.elements_inside(look);
        self.open_looks.pop();
        Some(elements)
    }

    /// Returns the parts of a stack. In a vertical stack, the key `at` of a part can only be `left`,
    /// `centre` or `right`. In a horizontal stack, it can only be `top`, `centre` or `bottom`. Reports
    /// any other value. Also reports an `edge-band`, which cannot be a part of a stack.
    fn parts_in_line(
        &mut self,
        parts: &[Spanned<ElementTable>],
        stack: &Arrangement,
    ) -> Vec<Spanned<ElementTable>> {
        let is_across = matches!(stack, Arrangement::Stack { axis: StackAxis::Across, .. });
        let mut in_line = Vec::with_capacity(parts.len());
        for part in parts {
            if let Some(band) = &part.value.edge_band {
                let message =
                    "an `edge-band` is drawn along the edges of the piece, so it cannot be part of a stack";
                let hint = "move it out of `stack`, and write it as an element of its own";
                self.error_with_hint(codes::BAD_ELEMENT, band, message, hint);
                in_line.push(part.clone());
                continue;
            }
            let mut placed = part.clone();
            match &part.value.at {
                None => {
                    placed.value.at = Some(part.with(OneOrMany(vec![PerRow::Fixed(ElementPlace::CENTRE)])))
                }
                Some(at) if !is_in_line(&at.value, is_across) => {
                    let (message, hint) = match is_across {
                        true => (
                            "the parts of this stack are side by side: `at` sets only their vertical position",
                            "\"top\", \"centre\" or \"bottom\"",
                        ),
                        false => (
                            "the parts of a stack are one below the other: `at` sets only their horizontal position",
                            "\"left\", \"centre\" or \"right\"",
                        ),
                    };
                    let hint = format!("write at = {hint}");
                    self.error_with_hint(codes::BAD_ELEMENT, at, message, hint);
                }
                Some(_) => {}
            }
            in_line.push(placed);
        }
        in_line
    }

    /// Compiles a field of `set`, which templates in the parts can use. Returns `None` after an error.
    fn part_field(&mut self, name: &Spanned<String>, value: &Spanned<Scalar>) -> Option<PartField> {
        let value = match &value.value {
            Scalar::Text(text) if is_template(text) => {
                Value::Template(self.template(text, self.place(value))?)
            }
            fixed => Value::Fixed(self.engine.meaning(fixed).unwrap_or_else(|| fixed.clone())),
        };
        Some(PartField { name: name.value.as_str().into(), value })
    }
}

impl Resolver<'_> {
    /// Warns about fields of `set` that no part uses.
    fn warn_of_unused_fields(&mut self, e: &ElementTable, parts: &[Element]) {
        for (name, _) in e.set.iter() {
            if parts.iter().any(|part| part.needs().contains(&name.value.as_str())) {
                continue;
            }
            let message = format!("no part of this element uses the field `{}`", name.value);
            let warning = codes::IDLE_KEY.warning(message).at(self.place(name));
            let hint = format!("delete it, or use it in a part: text = \"{{{{ {} }}}}\"", name.value);
            self.warnings.push(warning.hint(hint));
        }
    }
}

/// Returns whether a part of a stack may have this value of `at`: for example, `left` in a vertical
/// stack. `is_across` is true for a horizontal stack.
fn is_in_line(at: &OneOrMany<PerRow<ElementPlace>>, is_across: bool) -> bool {
    let [PerRow::Fixed(ElementPlace::Anchor(Anchor { across, down }))] = at.0.as_slice() else {
        return false;
    };
    if is_across { *across == Alignment::Middle } else { *down == Alignment::Middle }
}
