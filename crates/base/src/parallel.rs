//! Work on all cores, results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work(state, i)` for every `i` below `count`. Each core makes its own state; the results come back
/// in order, whichever core was first. A single piece of work starts no thread.
pub fn in_order<S, T: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    gathering(count, state, work, drop).0
}

/// As [`in_order`]; at the end each core hands over what it has gathered in its state. Which core gathered what
/// is a matter of chance, so that only what they have together may be used.
pub fn gathering<S, T: Send, G: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    gather: impl Fn(S) -> G + Sync,
) -> (Vec<T>, Vec<G>) {
    // To ask how many cores there are costs a dozen system calls.
    let cores = if count > 1 { thread::available_parallelism().map_or(1, usize::from).min(count) } else { 1 };
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        let mut done = Vec::with_capacity(count / cores + 1);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return (done, gather(state));
            }
            done.push((i, work(&mut state, i)));
        }
    };
    let (parts, gathered): (Vec<_>, Vec<_>) = thread::scope(|scope| {
        // Where no more threads can be had, those that there are do all the work: one of them is this one.
        let another = || thread::Builder::new().spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..cores).map_while(|_| another()).collect();
        let first = run();
        let joined = |other: thread::ScopedJoinHandle<'_, _>| match other.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        std::iter::once(first).chain(others.into_iter().map(joined)).unzip()
    });
    let mut all: Vec<(usize, T)> = parts.into_iter().flatten().collect();
    all.sort_unstable_by_key(|(i, _)| *i);
    (all.into_iter().map(|(_, result)| result).collect(), gathered)
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order() {
        let squares = super::in_order(1000, || (), |(), i| i * i);
        assert_eq!(squares, (0..1000).map(|i| i * i).collect::<Vec<_>>());
        assert!(super::in_order(0, || (), |(), i| i).is_empty());
    }

    #[test]
    fn what_was_gathered_is_all_there() {
        let (_, sums) = super::gathering(1000, || 0, |sum, i| *sum += i, |sum| sum);
        assert_eq!(sums.iter().sum::<usize>(), 499_500);
    }
}
