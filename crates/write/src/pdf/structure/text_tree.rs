//! Makes the structure elements of texts: headings, paragraphs, lists and tables.
//!
//! - In: the parts of texts that are on each page, in reading order.
//! - Out: structure elements (ISO 32000-1, 14.7). An element may continue on later pages.
//! - Not here: the other elements of a page (`structure`).

use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

use super::super::tags::TextPart;
use hexpress_base::sorted_map::SortedMap;
use hexpress_scene::{TagStep, TextElement};

/// The structure elements of all texts in a document.
pub struct TextTree {
    /// The element that contains the elements of all texts.
    top: ObjectId,
    nodes: Vec<Node>,
    /// The index of each element in `nodes`. The key consists of the component and the number of the element.
    node_indices: SortedMap<(Option<Arc<str>>, u32), usize>,
    /// The outermost elements of texts whose sheets are not in reading order, such as booklets. Each
    /// component has a list of such elements: the number of the element, and its index among the children of
    /// the document element.
    unsorted: SortedMap<Option<Arc<str>>, Vec<(u32, usize)>>,
}

struct Node {
    id: ObjectId,
    element: TextElement,
    parent: ObjectId,
    alt: Option<Arc<str>>,
    /// The words of the element, if they run from right to left. Each entry is the index of a page in reading
    /// order, and the words on this page.
    rtl_words: Vec<(usize, String)>,
    kids: Vec<TagChild>,
}

/// A child of an element.
struct TagChild {
    /// The value by which the children of an element are sorted. If the child is an element, this is its
    /// number. If it is a marked-content sequence, this is the index of its page in reading order.
    order: usize,
    object: Object,
}

impl TextTree {
    pub fn new(top: ObjectId) -> Self {
        Self { top, nodes: Vec::new(), node_indices: SortedMap::new(), unsorted: SortedMap::new() }
    }

    /// Adds the marked-content sequences `marks` to the element of `part`, and returns a reference to this
    /// element. New outermost elements are also added to `children`.
    pub fn add(
        &mut self,
        part: &TextPart,
        marks: &[usize],
        page: ObjectId,
        document: &mut Document,
        children: &mut Vec<Object>,
    ) -> Object {
        let mut parent: Option<usize> = None;
        for step in &part.tag.steps {
            parent = Some(self.node(part, *step, parent, document, children));
        }
        let Some(node) = parent.and_then(|index| self.nodes.get_mut(index)) else { return self.top.into() };
        node.alt.clone_from(&part.tag.alt);
        node.kids.extend(marks.iter().map(|mark| {
            let object = dictionary! { "Type" => "MCR", "Pg" => page, "MCID" => *mark as i64 }.into();
            TagChild { order: part.tag.page.unwrap_or(0), object }
        }));
        node.id.into()
    }

    /// Returns the element of a part. Returns `None` if the part has not been added.
    fn element_of(&mut self, part: &TextPart) -> Option<&mut Node> {
        let last = part.tag.steps.last()?;
        let index = *self.node_indices.get(&(part.component.clone(), last.number))?;
        self.nodes.get_mut(index)
    }

    /// Adds the words of a part of a text. The text runs from right to left. Adds nothing if `words` is
    /// empty.
    pub fn add_rtl_words(&mut self, part: &TextPart, words: String) {
        let order = part.tag.page.unwrap_or(0);
        // A figure has an alternative text, so its words are not needed.
        let is_needed = !words.is_empty() && part.tag.alt.is_none();
        if let Some(node) = self.element_of(part).filter(|_| is_needed) {
            node.rtl_words.push((order, words));
        }
    }

    /// Adds a reference to an annotation to the element of a part of a text.
    pub fn refer(&mut self, part: &TextPart, annotation: ObjectId, page: ObjectId) {
        let Some(node) = self.element_of(part) else { return };
        let object = dictionary! { "Type" => "OBJR", "Obj" => annotation, "Pg" => page }.into();
        node.kids.push(TagChild { order: part.tag.page.unwrap_or(0), object });
    }

    /// Returns the index in `nodes` of the element that `step` names. If the element is new, adds
    /// it.
    fn node(
        &mut self,
        part: &TextPart,
        step: TagStep,
        parent: Option<usize>,
        document: &mut Document,
        children: &mut Vec<Object>,
    ) -> usize {
        let key = (part.component.clone(), step.number);
        if let Some(index) = self.node_indices.get(&key) {
            return *index;
        }
        let id = document.new_object_id();
        let index = self.nodes.len();
        let parent = match parent.and_then(|parent| self.nodes.get_mut(parent)) {
            Some(outer) => {
                outer.kids.push(TagChild { order: step.number as usize, object: id.into() });
                outer.id
            }
            None => {
                if part.tag.page.is_some() {
                    let places = self.unsorted.entry(part.component.clone()).or_default();
                    places.push((step.number, children.len()));
                }
                children.push(id.into());
                self.top
            }
        };
        self.nodes.push(Node {
            id,
            element: step.element,
            parent,
            alt: None,
            rtl_words: Vec::new(),
            kids: Vec::new(),
        });
        self.node_indices.insert(key, index);
        index
    }

    /// Adds the elements to the document, in reading order.
    pub fn finish(self, document: &mut Document, children: &mut [Object]) {
        let is_unsorted = !self.unsorted.is_empty();
        for places in self.unsorted.into_values() {
            sort_children(places, children);
        }
        for Node { id, element, parent, alt, mut rtl_words, mut kids } in self.nodes {
            if is_unsorted {
                kids.sort_by_key(|kid| kid.order);
            }
            let kids: Vec<Object> = kids.into_iter().map(|kid| kid.object).collect();
            let mut dictionary = dictionary! { "S" => element.word(), "P" => parent, "K" => kids };
            if let Some(alt) = alt {
                dictionary.set("Alt", text_string(&alt));
            }
            rtl_words.sort_by_key(|(page, _)| *page);
            let rtl_words: Vec<String> = rtl_words.into_iter().map(|(_, words)| words).collect();
            if !rtl_words.is_empty() {
                dictionary.set("ActualText", text_string(&rtl_words.join(" ")));
            }
            if let Some(attributes) = attributes(element) {
                dictionary.set("A", attributes);
            }
            document.objects.insert(id, dictionary.into());
        }
    }
}

/// Sorts the elements of a text inside `children` by their numbers. `elements` contains the number of each
/// element and its index in `children`. All other children keep their indices.
fn sort_children(mut elements: Vec<(u32, usize)>, children: &mut [Object]) {
    let mut places: Vec<usize> = elements.iter().map(|(_, place)| *place).collect();
    places.sort_unstable();
    elements.sort_unstable();
    let sorted: Vec<Object> =
        elements.iter().filter_map(|(_, place)| children.get(*place).cloned()).collect();
    for (place, element) in places.into_iter().zip(sorted) {
        if let Some(child) = children.get_mut(place) {
            *child = element;
        }
    }
}

/// Returns the attributes of an element, or `None` if it has none. Only cells in the head of a table have
/// attributes. They state that the cell is the head of a column.
fn attributes(element: TextElement) -> Option<Dictionary> {
    match element {
        TextElement::HeadCell => Some(dictionary! { "O" => "Table", "Scope" => "Column" }),
        _ => None,
    }
}
