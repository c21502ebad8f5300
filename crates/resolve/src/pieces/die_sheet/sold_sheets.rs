//! Lists sheets of labels and cards that are sold already cut. Each sheet has the name of the
//! product.
//!
//! - In: the name of a product, as in `sheet = "avery-5371"`.
//! - Out: a [`DieSheet`].
//!
//! The measures are those of the label program gLabels: `templates/avery-us-templates.xml`,
//! `avery-iso-templates.xml` and `zweckform-iso-templates.xml` of
//! <https://github.com/jimevins/glabels-qt>, commit 2da9b2d8565110dc02271d059a54b12b3d60b1ff.

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};

use hexpress_game::DieSheet;
use hexpress_language::values::value::Grid;

const LETTER: [f64; 2] = [215.9, 279.4];
const A4: [f64; 2] = [210.0, 297.0];

/// A sheet that is sold already cut. Lengths are in mm. In each pair, the first number is horizontal,
/// and the second is vertical.
struct SoldSheet {
    name: &'static str,
    paper: [f64; 2],
    /// The number of columns and the number of rows.
    grid: [u32; 2],
    size: [f64; 2],
    /// The distance of the first place from the left edge, and from the top edge.
    first: [f64; 2],
    /// The distance between the left edges, and between the top edges, of neighbouring places.
    pitch: [f64; 2],
}

const fn sold(
    name: &'static str,
    paper: [f64; 2],
    grid: [u32; 2],
    size: [f64; 2],
    [first, pitch]: [[f64; 2]; 2],
) -> SoldSheet {
    SoldSheet { name, paper, grid, size, first, pitch }
}

/// The products, sorted by name.
const SOLD_SHEETS: &[SoldSheet] = &[
    sold("avery-5160", LETTER, [3, 10], [66.675, 25.4], [[3.969, 12.7], [70.644, 25.4]]),
    sold("avery-5161", LETTER, [2, 10], [101.6, 25.4], [[3.969, 12.7], [106.362, 25.4]]),
    sold("avery-5162", LETTER, [2, 7], [101.6, 33.866], [[3.969, 21.167], [106.362, 33.867]]),
    sold("avery-5163", LETTER, [2, 5], [101.6, 50.8], [[4.127, 12.7], [106.362, 50.8]]),
    sold("avery-5164", LETTER, [2, 3], [101.6, 84.666], [[3.969, 12.7], [106.362, 84.667]]),
    sold("avery-5167", LETTER, [4, 20], [44.45, 12.7], [[7.144, 12.7], [52.387, 12.7]]),
    sold("avery-5371", LETTER, [2, 5], [88.9, 50.8], [[19.05, 12.7], [88.9, 50.8]]),
    sold("avery-5388", LETTER, [1, 3], [127.0, 76.2], [[44.45, 25.4], [127.0, 76.2]]),
    sold("avery-5389", LETTER, [1, 2], [152.4, 101.6], [[31.75, 31.75], [152.4, 114.3]]),
    sold("avery-5395", LETTER, [2, 4], [85.725, 59.266], [[17.462, 14.817], [95.25, 63.5]]),
    sold("avery-8371", LETTER, [2, 5], [88.9, 50.8], [[19.05, 12.7], [88.9, 50.8]]),
    sold("avery-8373", LETTER, [2, 4], [88.9, 50.8], [[12.7, 19.05], [101.6, 63.5]]),
    sold("avery-c32011", A4, [2, 5], [85.0, 54.0], [[15.0, 13.5], [95.0, 54.0]]),
    sold("avery-c32015", A4, [2, 4], [85.0, 54.0], [[17.0, 31.5], [91.0, 60.0]]),
    sold("avery-l4732", A4, [5, 16], [35.6, 16.9], [[11.0, 13.0], [38.1, 16.9]]),
    sold("avery-l4785", A4, [2, 5], [80.0, 50.0], [[18.0, 13.0], [95.0, 55.0]]),
    sold("avery-l7160", A4, [3, 7], [63.994, 38.1], [[7.479, 15.487], [66.04, 38.1]]),
    sold("avery-l7163", A4, [2, 7], [99.095, 38.1], [[3.351, 15.169], [103.011, 38.1]]),
    sold("avery-l7165", A4, [2, 4], [99.06, 67.73], [[4.67, 13.04], [101.64, 67.73]]),
    sold("zweckform-3474", A4, [3, 8], [70.0, 37.0], [[0.0, 0.0], [70.0, 37.0]]),
];

/// Returns the sheet with this name. Capitals and small letters are treated as equal. Returns `None`
/// for an unknown name.
pub fn named(name: &str) -> Option<Arc<DieSheet>> {
    let name = name.to_ascii_lowercase();
    SOLD_SHEETS.iter().find(|sold| sold.name == name).map(|sold| Arc::new(sold.die_sheet()))
}

pub fn names<'n>() -> impl Iterator<Item = &'n str> {
    SOLD_SHEETS.iter().map(|sold| sold.name)
}

impl SoldSheet {
    fn die_sheet(&self) -> DieSheet {
        let [columns, rows] = self.grid;
        DieSheet {
            name: self.name.into(),
            paper: Size::new(self.paper[0], self.paper[1]),
            first: Point::new(self.first[0], self.first[1]),
            pitch: Vec2::new(self.pitch[0], self.pitch[1]),
            grid: Grid { columns, rows },
            size: Size::new(self.size[0], self.size[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest difference between opposite margins of a sheet, in mm. Manufacturers place the
    /// grid in the middle of the sheet, so a larger difference means that a number in this file is
    /// mistyped.
    const MAX_MARGIN_DIFFERENCE_MM: f64 = 1.5;

    #[test]
    fn every_grid_is_in_the_middle_of_its_sheet_and_its_places_do_not_overlap() {
        assert_eq!(SOLD_SHEETS.len(), 20);
        assert!(SOLD_SHEETS.windows(2).all(|pair| pair[0].name < pair[1].name));
        for sold in SOLD_SHEETS {
            let sheet = sold.die_sheet();
            let all = sheet.places().reduce(|a, b| a.union(b)).unwrap();
            assert!(all.x0 >= 0.0 && all.y0 >= 0.0, "{} {all:?}", sold.name);
            let (right, bottom) = (sheet.paper.width - all.x1, sheet.paper.height - all.y1);
            assert!(right >= -0.001 && bottom >= -0.001, "{} {all:?}", sold.name);
            assert!((all.x0 - right).abs() <= MAX_MARGIN_DIFFERENCE_MM, "{} {all:?}", sold.name);
            assert!((all.y0 - bottom).abs() <= MAX_MARGIN_DIFFERENCE_MM, "{} {all:?}", sold.name);
            let overlap = sheet.size.to_vec2() - sheet.pitch;
            assert!(overlap.x <= 0.001 || sheet.grid.columns == 1, "{}", sold.name);
            assert!(overlap.y <= 0.001 || sheet.grid.rows == 1, "{}", sold.name);
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!(named("Avery-L7160").unwrap().grid, Grid { columns: 3, rows: 7 });
        assert!(named("avery-9999").is_none());
    }
}
