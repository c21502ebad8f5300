//! The state of an element.
//!
//! In: an element and the state around it. Out: the state in the element, from its attributes, its `style`, style sheets,
//! and the clips and masks that it refers to. What single properties mean is in [`super::style`].

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Shape as _};
use roxmltree::Node;

use super::css::declarations;
use super::css_transform;
use super::figure::figure;
use super::paint::colour;
use super::style::State;
use super::transform::transform;
use super::veil::{both, is_for, named, of_words, reference};
use super::walk::{Walk, shift};
use crate::item::identity;
use crate::{ReadError, Rgb};

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Returns the state in an element. Style sheets override attributes, `style` overrides both, and `!important`
    /// declarations override everything (CSS Cascade, 6.1).
    ///
    /// # Errors
    /// If the `transform` attribute is not understood.
    pub fn state(&mut self, node: Node<'a, 'i>, outer: &State) -> Result<State, ReadError> {
        let mut state = State { opacity: 1.0, ..outer.clone() };
        if !self.ours {
            state.id = None;
        }
        let (mut style, mut clip, mut artifact) = (None, None, false);
        let mut own = Affine::IDENTITY;
        // The values of properties that are not followed.
        let mut veils: BTreeMap<String, &str> = BTreeMap::new();
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let value = attribute.value();
            match attribute.name() {
                "transform" => {
                    own = transform(value)
                        .ok_or_else(|| ReadError::Svg(format!("transform=\"{value}\" is not understood")))?;
                }
                "data-piece" => {
                    state.id = identity(value);
                    state.tag = Some(Arc::clone(&self.piece));
                }
                "id" if !self.ours => state.id = identity(value),
                "class" if self.ours && matches!(value, "cut" | "furniture") => artifact = true,
                "style" => style = Some(value),
                "clip-path" => clip = Some(value),
                key => {
                    self.say(&mut state, key, value);
                    if named(key, value, false).is_some() {
                        veils.insert(key.to_owned(), value);
                    }
                }
            }
        }
        // Cut lines and printer's marks are no pieces, even with an identity. The order of attributes does not matter.
        if artifact {
            state.tag = Some(Arc::clone(&self.artifact));
        }
        let mut declared = self.sheet.of_element(node);
        declared.extend(style.into_iter().flat_map(declarations));
        declared.sort_by_key(|one| one.important);
        let place = css_transform::transform(node, outer, &declared, own);
        if place.is_none() {
            let transforms = declared.iter().filter(|one| one.name.eq_ignore_ascii_case("transform"));
            let digest = transforms.map(|one| of_words(one.value)).fold(0, both);
            state.cover_with("transforms in style sheets", digest.max(1));
        }
        state.transform *= place.unwrap_or(own);
        for one in declared {
            let name = one.name.to_ascii_lowercase();
            match &*name {
                "clip-path" => clip = Some(one.value),
                "transform" => {}
                "background" | "background-color" if node.has_tag_name("svg") => {
                    self.out.vague.insert("backgrounds");
                }
                // The attributes determine the size on paper.
                "width" | "height" if node.has_tag_name("svg") => {}
                _ if !is_for(node.tag_name().name(), &name) => {}
                _ => {
                    self.say(&mut state, &name, one.value);
                    match named(&name, one.value, true) {
                        Some(_) => veils.insert(name, one.value),
                        None => veils.remove(&name),
                    };
                }
            }
        }
        state.opacity *= outer.opacity;
        // Nothing of a drawing is visible outside of its mask.
        let mask = veils.get("mask").filter(|_| !self.ours).and_then(|mask| self.clip(mask, &state));
        if let Some(rect) = mask.map(|mask| mask.bounding_box()) {
            state.clip = Some(state.clip.map_or(rect, |outer| outer.intersect(rect)));
        }
        for (name, value) in veils {
            let digest = both(of_words(&name), self.meaning(value));
            if let Some(what) = named(&name, value, true) {
                state.cover_with(what, digest);
            }
        }
        for animated in node.children().filter(|n| {
            matches!(n.tag_name().name(), "animate" | "set" | "animateTransform" | "animateMotion")
        }) {
            state.cover_with("drawings that move", of_words(source(animated)));
            // An animation may show an item that is hidden at first.
            self.out.vague.insert("drawings that move");
        }
        if let Some(clip) = clip.filter(|clip| clip.trim() != "none") {
            match self.clip(clip, &state) {
                Some(path) => {
                    let starts = path.elements().iter().filter(|e| matches!(e, PathEl::MoveTo(_))).take(2);
                    let is_one = starts.count() == 1;
                    state.clip_to(path);
                    if is_one && !self.ours {
                        state.cut = state.clips.last().cloned();
                    }
                }
                // Items that the clip would hide are treated as visible.
                None => state.cover_with("clips that are no outlines", self.meaning(clip)),
            }
        }
        Ok(state)
    }

    /// Sets one property of a state.
    fn say(&mut self, state: &mut State, key: &str, value: &str) {
        state.say(key, value);
        let which = match key {
            "fill" => 0,
            "stroke" => 1,
            _ => return,
        };
        if value.trim() != "inherit" {
            state.patterns[which] =
                if value.trim_start().starts_with("url") { self.meaning(value) } else { 0 };
        }
        if which == 0 {
            let stops = self.stops(value);
            // A reference in a foreign file may lead to any kind of fill.
            let unknown = (!self.ours && value.trim_start().starts_with("url")).then(Arc::default);
            state.shades = stops.or(unknown);
            // The mean of the colours follows the reference.
            let mean = value.split_once(')').and_then(|(_, mean)| colour(mean, state.current));
            if let (Some(_), Some((mean, _))) = (&state.shades, mean) {
                state.fill = Some(mean);
            }
        }
    }

    /// Returns the colours of the gradient that a fill refers to.
    fn stops(&self, value: &str) -> Option<Arc<[Rgb]>> {
        let stops = self.by_id.get(reference(value)?)?.children().filter(|node| node.has_tag_name("stop"));
        let colours = stops.map(|stop| Some(colour(stop.attribute("stop-color")?, Rgb::default())?.0));
        colours.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty()).map(Into::into)
    }

    /// Returns a digest of a property, including the source of the element that it refers to.
    fn meaning(&mut self, value: &str) -> u64 {
        let named = reference(value).and_then(|id| self.by_id.get_key_value(id));
        let Some((&id, &node)) = named else { return of_words(value) };
        if let Some(&known) = self.meanings.get(id) {
            return known;
        }
        // A gradient may refer to another one for its colours.
        let chain = std::iter::successors(Some(node), |node| self.target(*node)).take(8);
        let meaning = chain.map(|node| of_words(source(node))).fold(0, both);
        self.meanings.insert(id, meaning);
        meaning
    }

    /// Returns the outline of a clip or of a mask on the page; `None` if it is not understood.
    fn clip(&self, value: &str, state: &State) -> Option<BezPath> {
        let clip = self.by_id.get(reference(value)?)?;
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

/// Returns the source text of an element.
fn source<'a>(node: Node<'a, '_>) -> &'a str {
    node.document().input_text().get(node.range()).unwrap_or_default()
}

/// Returns the transform of an attribute; `None` if it is not understood.
fn transform_of(node: Node<'_, '_>) -> Option<Affine> {
    node.attribute("transform").map_or(Some(Affine::IDENTITY), transform)
}
