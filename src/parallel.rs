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
    // To ask how many cores there are costs a dozen system calls.
    let cores = if count > 1 { thread::available_parallelism().map_or(1, usize::from).min(count) } else { 1 };
    if cores <= 1 {
        let mut state = state();
        return (0..count).map(|i| work(&mut state, i)).collect();
    }
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        let mut done = Vec::with_capacity(count / cores + 1);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return done;
            }
            done.push((i, work(&mut state, i)));
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(run)).collect();
        let mut all = run();
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order() {
        let squares = super::in_order(1000, || (), |(), i| i * i);
        assert_eq!(squares, (0..1000).map(|i| i * i).collect::<Vec<_>>());
        assert!(super::in_order(0, || (), |(), i| i).is_empty());
    }
}
