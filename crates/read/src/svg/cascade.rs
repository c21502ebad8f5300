//! Implements the cascade: decides which properties apply to an element, and which of these properties
//! override others.
//!
//! - In: an element and the style of its parent.
//! - Out: the style of the element. It comes from the attributes of the element, the style sheets, and
//!   the clips and masks that the element uses.
//! - Not here: the effect of a property (`style`), and how selectors match (`css`).

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Shape as _};
use roxmltree::Node;

use super::css::{Property, declarations};
use super::css_transform;
use super::figure::figure;
use super::ignored_properties::{PropertySource, applies_to, ignored_effect};
use super::references::url_id;
use super::style::{PaintTarget, State};
use super::transform::transform;
use super::values::colour;
use super::walk::{Walk, shift};
use crate::digest;
use crate::item::identity;
use crate::{ReadError, Rgb};

/// The maximum number of gradients that are followed in a chain. In a chain, each gradient refers
/// to the next one.
const MAX_LINKS: usize = 8;

/// The values of an element that other values may still override. They are collected first, and applied to
/// the [`State`] of the element at the end.
struct Cascaded<'v> {
    /// The value of the `transform` attribute.
    transform: Affine,
    /// The value of the `style` attribute.
    style: Option<&'v str>,
    /// The last value of `clip-path`, which overrides all earlier values.
    clip_path: Option<&'v str>,
    /// The properties whose effects are not evaluated. The key is the name of the property.
    ignored_properties: BTreeMap<String, IgnoredProperty<'v>>,
}

/// A property whose effect is not evaluated.
struct IgnoredProperty<'v> {
    effect: &'static str,
    value: &'v str,
}

impl<'a, 'i, 't> Walk<'a, 'i, 't> {
    /// Returns the style of an element. Style sheets override attributes, the `style` attribute
    /// overrides style sheets, and `!important` declarations override everything (CSS Cascade,
    /// 6.1).
    ///
    /// # Errors
    /// The `transform` attribute cannot be parsed.
    pub fn state(&mut self, node: Node<'a, 'i>, outer: &State) -> Result<State, ReadError> {
        let mut state = State { opacity: 1.0, ..outer.clone() };
        if !self.is_ours {
            state.id = None;
        }
        let mut own_style = Cascaded {
            transform: Affine::IDENTITY,
            style: None,
            clip_path: None,
            ignored_properties: BTreeMap::new(),
        };
        self.apply_attributes(node, &mut state, &mut own_style)?;
        self.apply_declarations(node, outer, &mut state, &mut own_style);
        state.opacity *= outer.opacity;
        self.add_ignored_effects(&own_style.ignored_properties, &mut state);
        self.add_animations(node, &mut state);
        if let Some(clip) = own_style.clip_path.filter(|clip| clip.trim() != "none") {
            self.apply_clip(clip, &mut state);
        }
        Ok(state)
    }

    fn apply_attributes<'v>(
        &mut self,
        node: Node<'a, 'i>,
        state: &mut State,
        own_style: &mut Cascaded<'v>,
    ) -> Result<(), ReadError>
    where
        'a: 'v,
    {
        let mut is_artifact = false;
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let value = attribute.value();
            match attribute.name() {
                "transform" => {
                    own_style.transform = transform(value)
                        .ok_or_else(|| ReadError::Svg(format!("transform=\"{value}\" is not understood")))?;
                }
                "data-piece" => {
                    state.id = identity(value);
                    state.tag = Some(Arc::clone(&self.piece_tag));
                }
                "data-copy" if self.is_ours => state.copy = Some(value.into()),
                "id" if !self.is_ours => state.id = identity(value),
                "class" if self.is_ours && matches!(value, "cut" | "furniture") => is_artifact = true,
                "style" => own_style.style = Some(value),
                "clip-path" => own_style.clip_path = Some(value),
                property => {
                    self.apply(state, property, value);
                    if let Some(effect) = ignored_effect(property, value, PropertySource::Attribute) {
                        own_style
                            .ignored_properties
                            .insert(property.to_owned(), IgnoredProperty { effect, value });
                    }
                }
            }
        }
        // Cut lines and printer's marks are not pieces, even if they have an id. The tag is set after
        // all attributes, so that their order does not matter.
        if is_artifact {
            state.tag = Some(Arc::clone(&self.artifact_tag));
        }
        Ok(())
    }

    /// Applies the declarations of style sheets and of the `style` attribute, and the transform.
    fn apply_declarations<'v>(
        &mut self,
        node: Node<'a, 'i>,
        outer: &State,
        state: &mut State,
        own_style: &mut Cascaded<'v>,
    ) where
        't: 'v,
    {
        let mut declared: Vec<Property<'v>> = self.sheet.of_element(node);
        declared.extend(own_style.style.into_iter().flat_map(declarations));
        declared.sort_by_key(|property| property.important);
        let transform = css_transform::transform(node, outer, &declared, own_style.transform);
        if transform.is_none() {
            let transforms = declared.iter().filter(|one| one.name.eq_ignore_ascii_case("transform"));
            let definition = transforms.map(|one| digest::of_text(one.value)).fold(0, digest::combined);
            state.add_unfollowed("transforms in style sheets", definition.max(1));
        }
        state.transform *= transform.unwrap_or(own_style.transform);
        for Property { name, value, .. } in declared {
            let property = name.to_ascii_lowercase();
            match &*property {
                "clip-path" => own_style.clip_path = Some(value),
                "transform" => {}
                "background" | "background-color" if node.has_tag_name("svg") => {
                    self.out.ignored_features.insert("backgrounds");
                }
                // The width and height on paper are determined only by the attributes of the root
                // element.
                "width" | "height" if node.has_tag_name("svg") => {}
                _ if !applies_to(&property, node.tag_name().name()) => {}
                _ => {
                    self.apply(state, &property, value);
                    match ignored_effect(&property, value, PropertySource::Css) {
                        Some(effect) => {
                            own_style.ignored_properties.insert(property, IgnoredProperty { effect, value })
                        }
                        None => own_style.ignored_properties.remove(&property),
                    };
                }
            }
        }
    }

    fn add_ignored_effects(
        &mut self,
        ignored_properties: &BTreeMap<String, IgnoredProperty<'_>>,
        state: &mut State,
    ) {
        // A mask is evaluated only as a clip: nothing outside the bounding box of its outline is visible.
        let mask = ignored_properties.get("mask").filter(|_| !self.is_ours);
        if let Some(mask) = mask.and_then(|mask| self.clip_outline(mask.value, state)) {
            state.clip_to_box(mask.bounding_box());
        }
        for (property, IgnoredProperty { effect, value }) in ignored_properties {
            let definition = digest::combined(digest::of_text(property), self.digest_of_value(value));
            state.add_unfollowed(effect, definition);
        }
    }

    fn add_animations(&mut self, node: Node<'a, 'i>, state: &mut State) {
        const ANIMATIONS: [&str; 4] = ["animate", "set", "animateTransform", "animateMotion"];
        for animation in node.children().filter(|child| ANIMATIONS.contains(&child.tag_name().name())) {
            state.add_unfollowed("animations", digest::of_text(source(animation)));
            // An animation may show an item that is not visible at the beginning.
            self.out.ignored_features.insert("animations");
        }
    }

    fn apply_clip(&mut self, value: &str, state: &mut State) {
        let Some(path) = self.clip_outline(value, state) else {
            // The clip is not evaluated, so everything that it might hide counts as visible.
            return state.add_unfollowed("clips that are not outlines", self.digest_of_value(value));
        };
        let is_one_subpath = subpaths(&path) == 1;
        state.clip_to(path);
        if is_one_subpath && !self.is_ours {
            state.innermost_clip = state.clip_paths.last().cloned();
        }
    }

    /// Applies a property. A fill or a stroke may refer to a paint server, which is a pattern or a
    /// gradient. If so, also reads the paint server.
    fn apply(&mut self, state: &mut State, property: &str, value: &str) {
        state.apply(property, value);
        let target = match property {
            "fill" => PaintTarget::Fill,
            "stroke" => PaintTarget::Stroke,
            _ => return,
        };
        let is_reference = value.trim_start().starts_with("url");
        if value.trim() != "inherit" {
            let digest = if is_reference { self.digest_of_value(value) } else { 0 };
            state.painting_mut(target).server_digest = digest;
        }
        if target == PaintTarget::Fill {
            // In a file that another program made, the value may refer to any kind of paint server, so the
            // colours may be unknown.
            let unknown_colours = (!self.is_ours && is_reference).then(Arc::default);
            state.gradient_colours = self.gradient_colours(value).or(unknown_colours);
            // In a file that hexpress made, the value has two parts: a reference to a gradient, and the mean
            // colour of the gradient. An example is `url(#g) #808080`.
            let mean = value.split_once(')').and_then(|(_, mean)| colour(mean, state.current_colour));
            if let (Some(_), Some((mean, _))) = (&state.gradient_colours, mean) {
                state.fill.colour = Some(mean);
            }
        }
    }

    /// Returns the colours of the stops of the gradient that a fill refers to. Returns `None` if the fill
    /// refers to no gradient, or if a stop has no readable colour.
    fn gradient_colours(&self, fill: &str) -> Option<Arc<[Rgb]>> {
        let stops = self.by_id.get(url_id(fill)?)?.children().filter(|node| node.has_tag_name("stop"));
        let colours = stops.map(|stop| Some(colour(stop.attribute("stop-color")?, Rgb::default())?.0));
        colours.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty()).map(Into::into)
    }

    /// Returns a digest of the value of a property. If the value refers to an element, digests the
    /// source text of this element instead.
    fn digest_of_value(&mut self, value: &str) -> u64 {
        let target = url_id(value).and_then(|id| self.by_id.get_key_value(id));
        let Some((&id, &node)) = target else { return digest::of_text(value) };
        if let Some(&known) = self.element_digests.get(id) {
            return known;
        }
        // A gradient may take its colours from another gradient.
        let chain = std::iter::successors(Some(node), |node| self.target(*node)).take(MAX_LINKS);
        let found = chain.map(|node| digest::of_text(source(node))).fold(0, digest::combined);
        self.element_digests.insert(id, found);
        found
    }

    /// Returns the outline of a clip or a mask, as it is on the page. Returns `None` if the outline
    /// cannot be determined.
    fn clip_outline(&self, value: &str, state: &State) -> Option<BezPath> {
        let clip = self.by_id.get(url_id(value)?)?;
        let is_relative = ["clipPathUnits", "maskContentUnits"]
            .iter()
            .any(|key| clip.attribute(*key) == Some("objectBoundingBox"));
        if is_relative || clip.has_attribute("clip-path") {
            return None;
        }
        let mut all = BezPath::new();
        for child in clip.children().filter(Node::is_element) {
            let mut place = state.transform * transform_of(*clip)? * transform_of(child)?;
            let mut shape = child;
            if child.has_tag_name("use") {
                shape = self.target(child)?;
                place = place * Affine::translate(shift(child, state)) * transform_of(shape)?;
            }
            let path = match shape.attribute("d") {
                Some(d) => BezPath::from_svg(d).ok()?,
                None if shape.has_tag_name("title") || shape.has_tag_name("desc") => continue,
                None => figure(shape, state)?,
            };
            all.extend(place * path);
        }
        Some(all)
    }
}

/// Returns the number of subpaths of a path.
pub fn subpaths(path: &BezPath) -> usize {
    path.elements().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count()
}

/// Returns the source text of an element.
fn source<'a>(node: Node<'a, '_>) -> &'a str {
    node.document().input_text().get(node.range()).unwrap_or_default()
}

/// Returns the transform in the `transform` attribute, or `None` if it cannot be parsed.
fn transform_of(node: Node<'_, '_>) -> Option<Affine> {
    node.attribute("transform").map_or(Some(Affine::IDENTITY), transform)
}
