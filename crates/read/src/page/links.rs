//! Reads the links of a page (ISO 32000-1, 12.5.6.5).
//!
//! - Not here: other annotations (`annotations`).

use kurbo::{Affine, Point, Rect};

use crate::hayro::{Array, Dict, MaybeRef, Object, Pdf, PdfPage, PdfString};
use crate::structure::{dict_name_is, page};
use crate::text_string::decode;
use crate::{LinkEnd, PageLink};

/// Returns the links of a page. `to_sheet` transforms the units of the page to mm.
pub(super) fn links(pdf: &Pdf, source: &PdfPage<'_>, to_sheet: Affine) -> Vec<PageLink> {
    let Some(list) = source.raw().get::<Array<'_>>("Annots") else { return Vec::new() };
    let links = list.iter::<Dict<'_>>().filter(|annotation| dict_name_is(annotation, "Subtype", b"Link"));
    let links = links.filter_map(|annotation| {
        let [x0, y0, x1, y1] = annotation.get::<[f64; 4]>("Rect")?;
        let area = to_sheet.transform_rect_bbox(Rect::new(x0, y0, x1, y1).abs());
        Some(PageLink { area, to: end(pdf, &annotation) })
    });
    links.collect()
}

fn end(pdf: &Pdf, annotation: &Dict<'_>) -> LinkEnd {
    let action = annotation.get::<Dict<'_>>("A").unwrap_or_default();
    if dict_name_is(&action, "S", b"URI")
        && let Some(address) = action.get::<PdfString<'_>>("URI")
    {
        return LinkEnd::Address(decode(&address));
    }
    let place = annotation.get::<Array<'_>>("Dest").or_else(|| action.get::<Array<'_>>("D"));
    place.and_then(|place| place_on_page(pdf, &place)).unwrap_or(LinkEnd::Unknown)
}

/// Returns the place on a page to which a destination with `XYZ` leads (ISO 32000-1, 12.3.2.2). Returns
/// `None` if the page is not in this file, or if the destination states no position.
fn place_on_page(pdf: &Pdf, destination: &Array<'_>) -> Option<LinkEnd> {
    let reference = destination.raw_iter().next()?.as_obj_ref()?;
    let wanted = pdf.xref().get::<Dict<'_>>(reference.into())?;
    let index = pdf.pages().iter().position(|page| page.raw().data() == wanted.data())?;
    let (_, to_page) = page(pdf.pages().get(index)?, index + 1).ok()?;
    let mut numbers = destination.raw_iter().skip(2).map(|number| match number {
        MaybeRef::NotRef(Object::Number(number)) => number.as_f64(),
        _ => 0.0,
    });
    let at = Point::new(numbers.next()?, numbers.next()?);
    Some(LinkEnd::Place { page: index + 1, at: to_page * at })
}
