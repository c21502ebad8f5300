//! Adds the structure of a document: page labels, bookmarks, layers, and the structure tree.
//!
//! Screen readers use the structure tree (ISO 32000-1, 14.7). The tree contains the heading and the figures
//! of every page.
//!
//! - In: pages that are in the document, with their titles and figures.
//! - Out: objects to which the catalogue of the document refers.
//! - Not here: deciding which drawings form figures (`tags`).

mod links;
mod text_tree;

use hexpress_base::sorted_map::SortedMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

use super::tags::{Layer, TaggedFigure};
use super::written_objects::WrittenObjects;
use crate::file_bytes::stored_bytes_error;
use hexpress_base::diag::Result;
use links::Links;
use text_tree::TextTree;

/// A page of the document, with everything that the structure tree needs to know about it.
#[derive(Debug)]
pub struct TaggedPage {
    pub page: ObjectId,
    /// The name of the component on the page, such as `movement` or `movement back`.
    pub title: Arc<str>,
    pub figures: Vec<TaggedFigure>,
    /// The object numbers of the links on the page, in the order of the figures.
    pub links: Vec<ObjectId>,
    /// Whether the page has a heading. If so, the heading is the marked-content sequence with the
    /// number 0.
    pub has_heading: bool,
}

/// Adds page labels, bookmarks and the structure tree. Removes the figures from `pages`.
///
/// # Errors
/// An alternative text that was stored cannot be read again.
pub fn add(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    title: &str,
    pages: &mut [TaggedPage],
) -> Result<()> {
    let numbers = numbers(pages);
    let marks = bookmarks(document, pages);
    let labels = labels(pages, &numbers);
    let titles: Vec<String> = pages
        .iter()
        .zip(&numbers)
        .map(|(page, number)| format!("{title}: {} {number}", page.title))
        .collect();
    let tree = tree(&mut Objects { document, written_objects }, pages, &titles)?;
    let Ok(catalog) = document.catalog_mut() else { return Ok(()) };
    catalog.set("PageLabels", labels);
    if let Some(marks) = marks {
        catalog.set("Outlines", marks);
    }
    catalog.set("StructTreeRoot", tree);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

/// Returns a number for each page. Pages with the same title are numbered from 1.
fn numbers(pages: &[TaggedPage]) -> Vec<i64> {
    let mut counts: SortedMap<&str, i64> = SortedMap::new();
    let numbers = pages.iter().map(|page| {
        let count = counts.entry(&*page.title).or_default();
        *count += 1;
        *count
    });
    numbers.collect()
}

/// Returns the labels of the pages. A label is a title and a number, such as `movement 2`. Successive pages
/// with the same title and consecutive numbers share an entry.
fn labels(pages: &[TaggedPage], numbers: &[i64]) -> Dictionary {
    let mut list: Vec<Object> = Vec::new();
    let mut before: Option<(&str, i64)> = None;
    for (index, (page, number)) in pages.iter().zip(numbers).enumerate() {
        if before != Some((&*page.title, number - 1)) {
            list.push((index as i64).into());
            let prefix = text_string(&format!("{} ", page.title));
            list.push(dictionary! { "P" => prefix, "S" => "D", "St" => *number }.into());
        }
        before = Some((&*page.title, *number));
    }
    dictionary! { "Nums" => list }
}

/// Adds a bookmark for the first page with each title. If all pages have the same title, adds nothing and
/// returns `None`.
fn bookmarks(document: &mut Document, pages: &[TaggedPage]) -> Option<ObjectId> {
    let mut known = BTreeSet::new();
    let first: Vec<&TaggedPage> = pages.iter().filter(|page| known.insert(&*page.title)).collect();
    if first.len() < 2 {
        return None;
    }
    let root = document.new_object_id();
    let ids: Vec<ObjectId> = first.iter().map(|_| document.new_object_id()).collect();
    for (index, (page, id)) in first.iter().zip(&ids).enumerate() {
        let mut mark = dictionary! {
            "Title" => text_string(&page.title),
            "Parent" => root,
            "Dest" => vec![page.page.into(), "Fit".into()],
        };
        let neighbours = [("Prev", index.checked_sub(1)), ("Next", Some(index + 1))];
        for (key, other) in neighbours {
            if let Some(other) = other.and_then(|other| ids.get(other)) {
                mark.set(key, *other);
            }
        }
        document.objects.insert(*id, mark.into());
    }
    let mut all = dictionary! { "Type" => "Outlines", "Count" => ids.len() as i64 };
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        all.set("First", *first);
        all.set("Last", *last);
    }
    document.objects.insert(root, all.into());
    Some(root)
}

/// A document, and the store that keeps its many small objects until the document is saved.
struct Objects<'d> {
    document: &'d mut Document,
    written_objects: &'d mut WrittenObjects,
}

/// Adds the structure tree. A single document element contains the heading and the figures of each
/// page.
///
/// If a page has no heading, its figures are in a section that has the title of the page.
fn tree(objects: &mut Objects<'_>, pages: &mut [TaggedPage], titles: &[String]) -> Result<ObjectId> {
    let root = objects.document.new_object_id();
    let top = objects.document.new_object_id();
    let (mut children, mut marks_by_page) = (Vec::new(), Vec::new());
    let mut texts = TextTree::new(top);
    let mut links = Links::new(pages);
    for (index, (page, title)) in pages.iter_mut().zip(titles).enumerate() {
        let section = (!page.has_heading).then(|| objects.document.new_object_id());
        let mut elements = PageElements {
            page: page.page,
            parent: section.unwrap_or(top),
            all: Vec::new(),
            by_mark: SortedMap::new(),
        };
        if section.is_none() {
            elements.add(TaggedText::Heading(title), &[0], objects);
        }
        let mut own_links = std::mem::take(&mut page.links).into_iter();
        for figure in std::mem::take(&mut page.figures) {
            let link = figure.link(&mut own_links);
            let TaggedFigure { alt, marks, part, rtl_words, .. } = figure;
            if let Some(part) = part {
                let element = texts.add(&part, &marks, page.page, objects.document, &mut children);
                texts.add_rtl_words(&part, rtl_words);
                if let Some(link) = link {
                    texts.refer(&part, link.id, page.page);
                    links.add(link, part.component.as_ref(), &element, objects.document);
                }
                elements.by_mark.extend(marks.iter().map(|mark| (*mark, element.clone())));
                continue;
            }
            let alt = alt.bytes().map_err(|error| stored_bytes_error(&error))?;
            elements.add(TaggedText::Figure(&String::from_utf8_lossy(&alt)), &marks, objects);
        }
        let PageElements { all, by_mark, .. } = elements;
        match section {
            None => children.extend(all),
            // If all drawings of a page belong to texts, no section is needed, because the elements of texts
            // are not in sections.
            Some(_) if all.is_empty() && !by_mark.is_empty() => {}
            Some(section) => {
                let element =
                    dictionary! { "S" => "Sect", "P" => top, "T" => text_string(title), "K" => all };
                objects.document.objects.insert(section, element.into());
                children.push(section.into());
            }
        }
        marks_by_page.extend([Object::Integer(index as i64), Object::Array(by_mark.into_values().collect())]);
    }
    texts.finish(objects.document, &mut children);
    let document_element = dictionary! { "S" => "Document", "P" => root, "K" => children };
    objects.document.objects.insert(top, document_element.into());
    let next_key = pages.len() + links.count();
    marks_by_page.extend(links.finish());
    let parents = objects.document.add_object(dictionary! { "Nums" => marks_by_page });
    let structure_root = dictionary! {
        "Type" => "StructTreeRoot",
        "K" => top,
        "ParentTree" => parents,
        "ParentTreeNextKey" => next_key as i64,
    };
    objects.document.objects.insert(root, structure_root.into());
    Ok(root)
}

/// The structure elements of a page.
struct PageElements {
    page: ObjectId,
    /// The element that contains all elements of the page.
    parent: ObjectId,
    all: Vec<Object>,
    /// For each marked-content sequence of the page: the element that contains it. The key is the number of
    /// the sequence.
    by_mark: SortedMap<usize, Object>,
}

/// The text that a screen reader reads for a structure element.
enum TaggedText<'t> {
    Heading(&'t str),
    /// The alternative text of a figure.
    Figure(&'t str),
}

impl PageElements {
    /// Adds an element that contains several marked-content sequences of the page. `marks` are
    /// their numbers.
    fn add(&mut self, text: TaggedText<'_>, marks: &[usize], objects: &mut Objects<'_>) {
        let (kind, key, text) = match text {
            TaggedText::Heading(text) => ("H1", "ActualText", text),
            TaggedText::Figure(text) => ("Figure", "Alt", text),
        };
        let content = match marks {
            [mark] => Object::from(*mark as i64),
            several => several.iter().map(|mark| Object::from(*mark as i64)).collect::<Vec<_>>().into(),
        };
        let dictionary = dictionary! {
            "S" => kind,
            "P" => self.parent,
            "Pg" => self.page,
            "K" => content,
            key => text_string(text),
        };
        let element = Object::Reference(objects.written_objects.add(objects.document, &dictionary.into()));
        self.by_mark.extend(marks.iter().map(|mark| (*mark, element.clone())));
        self.all.push(element);
    }
}

/// Adds the layers to the document, and makes all of them visible. Returns the dictionary in which
/// pages find the layers by name.
pub fn layers(document: &mut Document, layers: &BTreeSet<Layer>) -> Dictionary {
    let mut properties = Dictionary::new();
    let mut all: Vec<Object> = Vec::new();
    for layer in layers {
        let group = document.add_object(dictionary! { "Type" => "OCG", "Name" => text_string(layer.word()) });
        properties.set(layer.word(), group);
        all.push(group.into());
    }
    if let Ok(catalog) = document.catalog_mut()
        && !all.is_empty()
    {
        let shown = dictionary! { "Name" => text_string("Layers"), "Order" => all.clone() };
        catalog.set("OCProperties", dictionary! { "OCGs" => all, "D" => shown });
    }
    properties
}
