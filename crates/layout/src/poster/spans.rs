//! Things by the stretch that they take along one axis: those near a place are found without a look at all of them.

/// Things in the order in which they begin.
#[derive(Debug, Clone)]
pub struct Spans<T> {
    all: Vec<Span<T>>,
    /// How long the longest is.
    longest: f64,
}

#[derive(Debug, Clone)]
struct Span<T> {
    from: f64,
    to: f64,
    thing: T,
}

impl<T> Spans<T> {
    /// Of these things, each with the stretch that it takes.
    pub fn new(things: impl Iterator<Item = T>, stretch: impl Fn(&T) -> [f64; 2]) -> Self {
        let span = |thing: T| {
            let [from, to] = stretch(&thing);
            Span { from, to, thing }
        };
        let mut all: Vec<Span<T>> = things.map(span).collect();
        all.sort_by(|a, b| a.from.total_cmp(&b.from));
        let longest = all.iter().map(|span| span.to - span.from).fold(0.0, f64::max);
        Self { all, longest }
    }

    /// Those that reach into a stretch, or touch it.
    pub fn near(&self, from: f64, to: f64) -> impl Iterator<Item = &T> + Clone {
        let first = self.all.partition_point(|span| span.from < from - self.longest);
        let last = self.all.partition_point(|span| span.from <= to);
        let near = self.all.get(first..last).unwrap_or_default().iter();
        near.filter(move |span| span.to >= from).map(|span| &span.thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_into_a_stretch_is_found() {
        let things = [[4.0, 5.0], [0.0, 9.0], [7.0, 7.5], [2.0, 3.0]];
        let spans = Spans::new(things.into_iter(), |thing| *thing);
        let near = |from, to| spans.near(from, to).map(|thing| thing[0] as u8).collect::<Vec<_>>();
        assert_eq!(near(3.0, 4.0), [0, 2, 4]);
        assert_eq!(near(9.0, 20.0), [0]);
        assert!(near(9.1, 20.0).is_empty());
    }
}
