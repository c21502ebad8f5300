//! Tests files that are just within a limit, and files that just exceed it.

use kurbo::Affine;
use lopdf::{Dictionary, dictionary};

use super::sample::{Sample, one_page, reals, string};
use super::{ReadError, SQUARE, pdf};
use crate::attached::attachments_within;
use crate::hayro::{Dict, Pdf};
use crate::limits::{MAX_DEPTH, MAX_MARKS, MAX_PAGES};
use crate::page::OpenFile;

#[test]
fn marked_content_may_be_nested_as_deep_as_the_limit() {
    let nested = |depth: usize| {
        pdf(&one_page(&format!("{}0 0 m 9 9 l S {}", "/A BMC ".repeat(depth), "EMC ".repeat(depth))))
    };
    assert_eq!(nested(MAX_MARKS).unwrap().pages[0].items.len(), 1);
    assert_eq!(nested(MAX_MARKS + 1).unwrap_err(), ReadError::TooDeep(1));
}

#[test]
fn forms_may_be_nested_as_deep_as_the_limit() {
    let form =
        || dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&[0.0, 0.0, 9.0, 9.0]) };
    let nested = |depth: usize| {
        let mut sample = Sample::new();
        let mut last = sample.stream(form(), b"0 0 5 5 re f");
        for _ in 1..depth {
            let mut next = form();
            next.set("Resources", dictionary! { "XObject" => dictionary! { "F" => last } });
            last = sample.stream(next, b"/F Do");
        }
        sample.page(SQUARE, "/F Do", dictionary! { "XObject" => dictionary! { "F" => last } });
        pdf(&sample.bytes())
    };
    assert_eq!(nested(MAX_DEPTH).unwrap().pages[0].items.len(), 1);
    assert_eq!(nested(MAX_DEPTH + 1).unwrap_err(), ReadError::DEEP_DRAWINGS);
}

#[test]
fn a_file_may_have_as_many_items_as_the_limit() {
    let file = OpenFile::new(&one_page("0 0 m 9 9 l S 0 0 m 8 9 l S 0 0 m 7 9 l S")).unwrap();
    let within = |items: usize| {
        file.pages_within(items, Some(&|_, _| Affine::IDENTITY), |page| page.items.len())
            .map(|read| read.pages)
    };
    assert_eq!(within(3), Ok(vec![3]));
    assert_eq!(within(2), Err(ReadError::TooManyItems));
}

#[test]
fn a_file_may_have_as_many_pages_as_the_limit() {
    let file = |pages: usize| {
        let mut sample = Sample::new();
        for _ in 0..pages {
            sample.page(SQUARE, "", Dictionary::new());
        }
        OpenFile::new(&sample.bytes()).map(|file| file.page_count())
    };
    assert_eq!(file(MAX_PAGES), Ok(MAX_PAGES));
    assert_eq!(file(MAX_PAGES + 1), Err(ReadError::TooManyPages(MAX_PAGES + 1)));
}

#[test]
fn a_page_may_be_as_long_as_the_limit() {
    let long = |points: f64| {
        let mut sample = Sample::new();
        sample.page([0.0, 0.0, points, 9.0], "", Dictionary::new());
        pdf(&sample.bytes()).map(|document| document.pages.len())
    };
    // A kilometre is 2,834,645.67 points.
    assert_eq!(long(2_834_645.0), Ok(1));
    assert_eq!(long(2_834_646.0), Err(ReadError::Bounds(1)));
}

#[test]
fn attachments_may_have_as_many_bytes_and_names_as_the_limit() {
    let mut sample = Sample::new();
    sample.page(SQUARE, "", Dictionary::new());
    let mut names = Vec::new();
    for name in ["a.txt", "b.txt"] {
        let file = sample.stream(dictionary! { "Type" => "EmbeddedFile" }, b"hello");
        names.push(string(name));
        names.push(dictionary! { "F" => string(name), "EF" => dictionary! { "F" => file } }.into());
    }
    let catalogue = sample.catalogue;
    let tree = dictionary! { "EmbeddedFiles" => dictionary! { "Names" => names } };
    sample.dict(catalogue).set("Names", tree);
    let pdf = Pdf::new(sample.bytes()).unwrap();
    let read = |bytes: usize, names: usize| {
        let catalogue: Dict<'_> = pdf.xref().get(pdf.xref().root_id()).unwrap();
        attachments_within(bytes, names, &catalogue, pdf.xref()).map(|files| files.len())
    };
    // The file contains two attachments of five bytes each, so it needs 10 bytes. Five objects count:
    // one node of the name tree, its two names, and the two attached files.
    assert_eq!(read(10, 5), Ok(2));
    assert_eq!(read(9, 5), Err(ReadError::TooMuchAttached));
    assert_eq!(read(10, 4), Err(ReadError::TooMuchAttached));
}
