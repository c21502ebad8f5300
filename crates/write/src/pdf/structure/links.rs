//! Writes links as annotations of pages. A link leads to an address, or to a heading in the same text.
//!
//! - In: the boxes of links and headings on the pages.
//! - Out: link annotations (ISO 32000-1, 12.5.6.5), and their entries in the parent tree
//!   (`ParentTree`).
//! - Not here: the structure elements of the words that are links (`text_tree`).

use std::sync::Arc;

use kurbo::Rect;
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary, text_string};

use super::super::finish::real;
use super::super::tags::TaggedFigure;
use super::TaggedPage;
use hexpress_base::sorted_map::SortedMap;
use hexpress_scene::{LinkRole, LinkSpot, LinkTarget};

/// The annotation flag `Print`, which PDF/A requires (ISO 19005-3, 6.3.2).
const PRINT: i64 = 4;

/// A link on a page.
pub struct PlacedLink {
    /// The object number of the annotation.
    pub id: ObjectId,
    to: LinkTarget,
    /// The box around the words of the link on the page, in points.
    area: Rect,
}

/// A heading, and its place in the document.
struct Heading {
    page: ObjectId,
    /// The upper left corner of the heading, in points.
    left: f64,
    top: f64,
    words: String,
}

/// The links of a document.
pub struct Links {
    /// The headings of all texts. The key consists of the component and the number of the heading.
    headings: SortedMap<(Option<Arc<str>>, usize), Heading>,
    /// The key of the first link in the parent tree (`ParentTree`). Lower keys belong to pages.
    first_key: usize,
    /// The structure element of each link, in the order of the links' keys.
    elements: Vec<Object>,
}

impl TaggedFigure {
    /// Returns the role and the box of a figure that is a link or a heading. Returns `None` for
    /// other figures.
    pub fn spot(&self) -> Option<(&LinkSpot, Rect)> {
        Some((self.part.as_ref()?.tag.spot.as_deref()?, self.area?))
    }

    /// Returns the link, or `None` if the figure is not a link. The annotation of the link gets the next
    /// number in `ids`.
    pub fn link(&self, ids: &mut impl Iterator<Item = ObjectId>) -> Option<PlacedLink> {
        let (spot, area) = self.spot()?;
        match &spot.role {
            LinkRole::Link(to) => Some(PlacedLink { id: ids.next()?, to: to.clone(), area }),
            LinkRole::Heading(_) => None,
        }
    }
}

impl Links {
    /// Finds the headings on pages.
    pub fn new(pages: &[TaggedPage]) -> Self {
        let mut headings = SortedMap::new();
        for page in pages {
            for figure in &page.figures {
                let (Some((spot, area)), Some(part)) = (figure.spot(), &figure.part) else { continue };
                if let LinkRole::Heading(number) = spot.role {
                    let key = (part.component.clone(), number);
                    let heading =
                        Heading { page: page.page, left: area.x0, top: area.y1, words: figure.words.clone() };
                    headings.entry(key).or_insert(heading);
                }
            }
        }
        Self { headings, first_key: pages.len(), elements: Vec::new() }
    }

    pub fn count(&self) -> usize {
        self.elements.len()
    }

    /// Adds the annotation of a link. `element` is a reference to the structure element of the
    /// link.
    pub fn add(
        &mut self,
        link: PlacedLink,
        component: Option<&Arc<str>>,
        element: &Object,
        document: &mut Document,
    ) {
        let PlacedLink { id, to, area } = link;
        let key = self.first_key + self.elements.len();
        let corners = [area.x0, area.y0, area.x1, area.y1].map(rounded);
        let mut annotation = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => corners.to_vec(),
            "F" => PRINT,
            "Border" => vec![0.into(), 0.into(), 0.into()],
            "StructParent" => key as i64,
        };
        self.lead(&to, component, &mut annotation);
        document.objects.insert(id, annotation.into());
        self.elements.push(element.clone());
    }

    /// Sets the place to which an annotation leads, and the description that screen readers read
    /// (ISO 14289-1, 7.18.5).
    fn lead(&self, to: &LinkTarget, component: Option<&Arc<str>>, annotation: &mut Dictionary) {
        match to {
            LinkTarget::Address(address) => {
                let uri = Object::String(address.as_bytes().to_vec(), StringFormat::Literal);
                annotation.set("Contents", text_string(address));
                annotation.set("A", dictionary! { "S" => "URI", "URI" => uri });
            }
            LinkTarget::Heading(number) => {
                let Some(heading) = self.headings.get(&(component.cloned(), *number)) else { return };
                annotation.set("Contents", text_string(&heading.words));
                let place = [rounded(heading.left), rounded(heading.top), Object::Null];
                let to: Vec<Object> = [heading.page.into(), "XYZ".into()].into_iter().chain(place).collect();
                annotation.set("Dest", to);
            }
        }
    }

    /// Returns the entries for the links in the parent tree (`ParentTree`): keys and elements
    /// alternately.
    pub fn finish(self) -> impl Iterator<Item = Object> {
        let keys = (self.first_key..).map(|key| Object::Integer(key as i64));
        keys.zip(self.elements).flat_map(|(key, element)| [key, element])
    }
}

/// Returns a length in points as an object, rounded to thousandths.
fn rounded(points: f64) -> Object {
    real((points * 1000.0).round() / 1000.0)
}
