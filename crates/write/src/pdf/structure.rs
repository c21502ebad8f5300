//! What a document says of its pages beside their contents: labels, bookmarks, layers, and the tree of tags by which its
//! pages are read aloud (ISO 32000-1, 14.7): a heading for each page, and the figures on it.

use crate::base::map::Map;
use std::collections::BTreeSet;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

use super::aside::Aside;
use super::tags::{Layer, Told};
use crate::diag::Result;
use crate::write::lost;

/// A page, as it is spoken of.
#[derive(Debug)]
pub struct Spoken {
    /// Its object.
    pub page: ObjectId,
    /// What is on it: `movement`, `movement back`.
    pub title: Arc<str>,
    /// Its figures.
    pub figures: Vec<Told>,
    /// Whether its mark 0 is a heading.
    pub has_heading: bool,
}

/// Adds labels, bookmarks and tags of all pages, in their order; the figures of the pages are gone then.
///
/// # Errors
/// Words cannot be read again.
pub fn add(document: &mut Document, aside: &mut Aside, title: &str, pages: &mut [Spoken]) -> Result<()> {
    let numbers = numbers(pages);
    let marks = bookmarks(document, pages);
    let labels = labels(pages, &numbers);
    let tree = tree(document, aside, title, pages, &numbers)?;
    let Ok(catalog) = document.catalog_mut() else { return Ok(()) };
    catalog.set("PageLabels", labels);
    if let Some(marks) = marks {
        catalog.set("Outlines", marks);
    }
    catalog.set("StructTreeRoot", tree);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

/// The number of each page among those with its title, from 1.
fn numbers(pages: &[Spoken]) -> Vec<i64> {
    let mut last: Map<&str, i64> = Map::new();
    let mut count = |page| {
        let last = last.entry(page).or_default();
        *last += 1;
        *last
    };
    pages.iter().map(|page| count(&*page.title)).collect()
}

/// The label of each page: what is on it, and its number. One entry serves pages that follow each other.
fn labels(pages: &[Spoken], numbers: &[i64]) -> Dictionary {
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

/// A bookmark at the first page of each title, where there are several.
fn bookmarks(document: &mut Document, pages: &[Spoken]) -> Option<ObjectId> {
    let mut known = BTreeSet::new();
    let first: Vec<&Spoken> = pages.iter().filter(|page| known.insert(&*page.title)).collect();
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
        let beside = [("Prev", index.checked_sub(1)), ("Next", Some(index + 1))];
        for (key, other) in beside {
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

/// The tree of tags: under one document, the heading and the figures of each page. A page on which no line says what it is
/// has no heading: its figures stand in a section with that title.
fn tree(
    document: &mut Document,
    aside: &mut Aside,
    title: &str,
    pages: &mut [Spoken],
    numbers: &[i64],
) -> Result<ObjectId> {
    let root = document.new_object_id();
    let whole = document.new_object_id();
    let (mut all, mut by_page) = (Vec::new(), Vec::new());
    for (index, (page, number)) in pages.iter_mut().zip(numbers).enumerate() {
        let own = page.page;
        let called = format!("{title}: {} {number}", page.title);
        let section = (!page.has_heading).then(|| document.new_object_id());
        let above = section.unwrap_or(whole);
        let mut element = |kind: &str, key: &str, words: &str, marks: Object| {
            let element = dictionary! {
                "S" => kind,
                "P" => above,
                "Pg" => own,
                "K" => marks,
                key => text_string(words),
            };
            Object::Reference(aside.write(document, &element.into()))
        };
        let heading = section.is_none().then(|| element("H1", "ActualText", &called, 0.into()));
        // The elements of the page, and that of each mark on it.
        let mut elements: Vec<Object> = heading.iter().cloned().collect();
        let mut by_mark: Map<usize, Object> = heading.into_iter().map(|heading| (0, heading)).collect();
        for Told { words, marks } in std::mem::take(&mut page.figures) {
            let own = match marks.as_slice() {
                [mark] => Object::from(*mark as i64),
                several => several.iter().map(|mark| Object::from(*mark as i64)).collect::<Vec<_>>().into(),
            };
            let words = words.bytes().map_err(|error| lost(&error))?;
            let figure = element("Figure", "Alt", &String::from_utf8_lossy(&words), own);
            by_mark.extend(marks.iter().map(|mark| (*mark, figure.clone())));
            elements.push(figure);
        }
        match section {
            None => all.append(&mut elements),
            Some(section) => {
                let title = text_string(&called);
                let element = dictionary! { "S" => "Sect", "P" => whole, "T" => title, "K" => elements };
                document.objects.insert(section, element.into());
                all.push(section.into());
            }
        }
        by_page.extend([Object::Integer(index as i64), Object::Array(by_mark.into_values().collect())]);
    }
    let element = dictionary! { "S" => "Document", "P" => root, "K" => all };
    document.objects.insert(whole, element.into());
    let parents = document.add_object(dictionary! { "Nums" => by_page });
    let element = dictionary! {
        "Type" => "StructTreeRoot",
        "K" => whole,
        "ParentTree" => parents,
        "ParentTreeNextKey" => pages.len() as i64,
    };
    document.objects.insert(root, element.into());
    Ok(root)
}

/// Adds layers, all of them shown; gives them by the names that contents use.
pub fn layers(document: &mut Document, layers: &BTreeSet<Layer>) -> Dictionary {
    let mut properties = Dictionary::new();
    let mut all: Vec<Object> = Vec::new();
    for layer in layers {
        let group = dictionary! { "Type" => "OCG", "Name" => text_string(layer.word()) };
        let group = document.add_object(group);
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
