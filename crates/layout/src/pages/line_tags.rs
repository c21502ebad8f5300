//! Chooses the tags of the parts of a paragraph. A tag names an element of the tag tree, which screen
//! readers use.
//!
//! - In: the element of the paragraph, and its links.
//! - Out: a tag for each part of a line. The tag of a link has the place and the target of the link.
//! - Not here: drawing lines.

use std::sync::Arc;

use hexpress_game::pages::Link;
use hexpress_scene::{LinkRole, LinkSpot, TagStep, TextElement, TextTag};
use kurbo::Rect;

use super::text_lines::LineSegment;
use super::typeset::Typesetter;

/// The tags of a paragraph.
pub struct LineTags {
    /// The tag of the whole paragraph.
    pub paragraph: Arc<TextTag>,
    /// The link and the tagged element of the previous part. If the same link continues on the next line,
    /// this element is reused. The index of the link is `None` for words outside links. The whole field is
    /// `None` before the first part.
    last: Option<(Option<usize>, TagStep)>,
    has_links: bool,
}

impl LineTags {
    pub fn new(setter: &mut Typesetter<'_, '_>, element: TextElement, links: &[Link]) -> Self {
        Self { paragraph: setter.tag(element), last: None, has_links: !links.is_empty() }
    }

    /// Makes the paragraph a heading. `number` is the number of the heading, and `area` is the box of
    /// its first line, in mm.
    pub fn mark_heading(&mut self, number: usize, area: Rect) {
        let spot = Some(Arc::new(LinkSpot { area, role: LinkRole::Heading(number) }));
        self.paragraph = Arc::new(TextTag { spot, ..(*self.paragraph).clone() });
    }

    /// Returns the tag of a part of a line. In a paragraph with links, the words between links become
    /// elements, too. The numbers of all these elements determine their order.
    pub fn of(
        &mut self,
        segment: &LineSegment,
        links: &[Link],
        setter: &mut Typesetter<'_, '_>,
    ) -> Arc<TextTag> {
        if !self.has_links {
            return Arc::clone(&self.paragraph);
        }
        let step = match self.last {
            Some((link, step)) if link == segment.link => step,
            _ => {
                let is_link = segment.link.is_some();
                setter.step(if is_link { TextElement::Link } else { TextElement::Span })
            }
        };
        self.last = Some((segment.link, step));
        let to = segment.link.and_then(|link| links.get(link)).map(|link| link.to.clone());
        let spot = match to {
            Some(to) => Some(Arc::new(LinkSpot { area: segment.area, role: LinkRole::Link(to) })),
            None => self.paragraph.spot.clone(),
        };
        Arc::new(TextTag {
            steps: [&self.paragraph.steps[..], &[step]].concat(),
            spot,
            ..(*self.paragraph).clone()
        })
    }
}
