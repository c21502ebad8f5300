//! HX462: pictures made of pixels that the layout does not mention.

use hexpress_base::pixel_size::PixelSize;

use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;
use hexpress_game::{Body, Component, Element, Shape};
use hexpress_read::ItemKind;

pub const RULE: Rule = Rule {
    title: "only the pictures of the layout are made of pixels",
    why: "Lines and letters made of pixels look blurred on paper, and their text cannot be searched.",
    right: "a photograph that the layout uses with image = \"cat.jpg\"",
    wrong: "a page that another program turned into one large picture",
    ..Rule::error(codes::RASTER, RuleFunction::Sheet(raster))
};

/// Returns whether the layout puts a picture on a component.
fn names_pictures(component: &Component) -> bool {
    let is_picture = |element: &Element| matches!(element.shape, Shape::Image(_));
    let is_named_elsewhere = match &component.body {
        Body::Pieces(_) => false,
        Body::Board(board) => board.marks.iter().any(|mark| is_picture(&mark.element)),
        // A text may contain pictures, or show pieces that have pictures.
        Body::Pages(_) => true,
    };
    is_named_elsewhere || component.elements().into_iter().any(is_picture)
}

fn raster(context: &PageContext<'_>, findings: &mut Findings) {
    if context.page.patterns > 0 {
        let areas = match context.page.patterns {
            1 => "an area is".to_owned(),
            n => format!("{n} areas are"),
        };
        let page = context.sheet.number;
        findings
            .not_judged(format!("patterns: on page {page}, {areas} filled with a pattern that was not read"));
    }
    // `views` contains the names of the components on the page, and whether the layout puts
    // pictures on them.
    let mut views: Vec<(&str, bool)> = Vec::new();
    for view in context.sheet.views() {
        let components = context.expected.map(|expected| &expected.game.components);
        let component = components.and_then(|components| components.get(view.component?));
        views.extend(view.name.as_deref().zip(component.map(names_pictures)));
    }
    let last_cell = context.sheet.boards().flat_map(|board| &board.cells).map(|cell| cell.outline.item).max();
    for (number, item) in context.page.items.iter().enumerate() {
        let ItemKind::Image { pixels, .. } = item.kind else { continue };
        let component = item.id.as_deref().and_then(Identity::component);
        let own = views.iter().find(|(name, _)| component.is_some_and(|component| **component == **name));
        let named = own.or(views.first()).map(|(_, named)| *named);
        if named == Some(true) {
            continue;
        }
        // Without a layout, it is unknown which pictures are intended. So only pictures that belong to
        // no piece are reported, such as a picture of the whole page.
        if named.is_none() && !context.sheet.is_foreign() && item.id.is_some() {
            findings.not_judged("whether the pictures are in the layout: the layout is not available");
            continue;
        }
        let size = match pixels {
            PixelSize { width: 0, height: 0 } => String::new(),
            PixelSize { width, height } => format!(" of {width} x {height} pixels"),
        };
        let why = if named.is_some() { ", which is not in the layout" } else { "" };
        let rect = crate::facts::visible_bounds(item).unwrap_or_default();
        let message = format!("there is a picture{size}{why}");
        let fault = context.fault_of(findings, rect, item.id.as_ref(), message);
        // A drawing by another program may contain a photograph, so a picture in it is usually only a
        // warning. If the picture covers at least half of the page, and no cells are drawn over it, it
        // is an error, because nothing can be measured.
        let is_ground = last_cell.is_some_and(|cell| number < cell);
        let is_small = rect.area() < 0.5 * context.sheet.size.area();
        if context.sheet.is_foreign() && (is_small || is_ground) {
            fault.warning();
        }
    }
}
