//! The faces of a deck, and values as seen from one edge of a piece.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl};

use super::face::{Context, OVERSHOOT, Painter};
use super::frame::Frame;
use super::share::shared;
use crate::diag::{Diagnostic, codes};
use crate::model::template::{Of, Row};
use crate::model::{Element, Figure, Piece, Shape};
use crate::scene::{Draw, Shared};
use crate::spec::value::Where;
use crate::units::Trimmed;

/// The face of a deck, drawn once for each combination of values that an element asks for.
pub struct Faces<'d> {
    face: &'d [Element],
    frame: Frame,
    /// For each element: the edge it is drawn for, if it stands at each edge, and the names it asks for.
    parts: Vec<(usize, Option<usize>, Vec<String>)>,
    known: HashMap<(usize, String), Option<Arc<Shared>>>,
}

impl<'d> Faces<'d> {
    /// The faces of pieces that are drawn in `frame`.
    #[must_use]
    pub fn new(face: &'d [Element], frame: Frame) -> Self {
        let edges = frame.edges().len();
        let mut parts = Vec::new();
        for (index, element) in face.iter().enumerate() {
            let needs = element.needs();
            if !element.places.contains(&Where::EachEdge) {
                parts.push((index, None, needs.iter().map(|n| (*n).to_owned()).collect()));
                continue;
            }
            // Each edge by itself: six edges in seven colours are 42 drawings, all six together 117,649.
            for edge in 0..edges {
                let own = |need: &&str| if **need == *"edge" { edge_name(edge) } else { (*need).to_owned() };
                parts.push((index, Some(edge), needs.iter().map(own).collect()));
            }
        }
        Self { face, frame, parts, known: HashMap::new() }
    }

    /// The drawing of one piece, about its middle; `number` is for messages.
    pub fn piece(&mut self, painter: &mut Painter<'_, '_>, piece: Piece<'_>, number: usize) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(self.parts.len());
        for (part, (index, edge, needs)) in self.parts.iter().enumerate() {
            let mut key = String::new();
            for need in needs {
                if let Some(value) = piece.value(need) {
                    key.push_str(&value.to_string());
                }
                key.push('\u{1f}');
            }
            let frame = &self.frame;
            let face = self.face;
            let known = self.known.entry((part, key)).or_insert_with(|| {
                let who = format!("{}/{number}", painter.component());
                let context = Context { frame, row: &piece, who: &who, edge: *edge };
                let element = face.get(*index)?;
                let draws = painter.element(element, context);
                if let Some(what) = figure(element)
                    && let reach = outside(&draws, Affine::IDENTITY, frame)
                    && reach > OVERSHOOT
                {
                    let message =
                        format!("{who}: this {what} reaches {} mm outside its piece", Trimmed(reach));
                    let hint = "what reaches outside is printed on the piece beside it";
                    let wrong = Diagnostic::error(codes::FIGURE_TOO_LARGE, message).at(element.place);
                    painter.wrong(wrong.hint(hint));
                }
                (!draws.is_empty()).then(|| Arc::new(shared(draws)))
            });
            if let Some(shared) = known {
                draws.push(Draw::Use { shared: Arc::clone(shared), transform: Affine::IDENTITY });
            }
        }
        draws
    }
}

/// What a drawing is called that must stay on its piece; none for those that always do, and for words, which are
/// measured as they are set.
fn figure(element: &Element) -> Option<&'static str> {
    match &element.shape {
        Shape::Figure(Figure::Box, _) => Some("box"),
        Shape::Figure(Figure::Disc, _) => Some("disc"),
        Shape::Figure(Figure::Hexagon(_), _) => Some("hexagon"),
        Shape::Figure(Figure::Star, _) => Some("star"),
        Shape::Icon(_) => Some("icon"),
        Shape::Arrow(_) => Some("arrow"),
        Shape::Path(_) => Some("figure"),
        _ => None,
    }
}

/// How far the paths of drawings reach outside a frame, in mm; zero or less for those inside.
fn outside(draws: &[Draw], transform: Affine, frame: &Frame) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for draw in draws {
        let reach = match draw {
            Draw::Group(group) => outside(&group.draws, transform * group.transform, frame),
            Draw::Path { path, .. } | Draw::EvenOdd { path, .. } => {
                let near = frame.excess(path.control_box(), transform);
                if near <= OVERSHOOT { near } else { path_outside(path, transform, frame) }
            }
            _ => continue,
        };
        most = most.max(reach);
    }
    most
}

fn path_outside(path: &BezPath, transform: Affine, frame: &Frame) -> f64 {
    let mut most = f64::NEG_INFINITY;
    kurbo::flatten(transform * path.clone(), 0.01, |element| {
        if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
            most = most.max(frame.outside(p));
        }
    });
    most
}

fn edge_name(edge: usize) -> String {
    format!("edge{}", edge + 1)
}

/// A row as seen from one edge: `edge` is that edge's value.
pub struct EdgeRow<'r> {
    row: &'r dyn Row,
    name: String,
}

impl<'r> EdgeRow<'r> {
    /// The row as edge `edge`, from 0, sees it.
    pub fn new(row: &'r dyn Row, edge: usize) -> Self {
        Self { row, name: edge_name(edge) }
    }
}

impl Row for EdgeRow<'_> {
    fn of(&self) -> Of {
        self.row.of()
    }

    fn value(&self, name: &str) -> Option<&crate::spec::scalar::Scalar> {
        self.row.value(if name == "edge" { &self.name } else { name })
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.row.names();
        names.push("edge");
        names
    }

    fn place(&self, name: &str) -> Option<crate::diag::Place> {
        self.row.place(if name == "edge" { &self.name } else { name })
    }

    fn origin(&self, needs: &[&str], message: &str) -> Option<(crate::diag::Place, String)> {
        self.row.origin(needs, message)
    }
}
