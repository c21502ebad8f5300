//! Runs tasks on all cores and returns their results in order.
//!
//! - In: the number of tasks, and a function for one task.
//! - Out: the results in the order of the tasks.
//! - Not here: a pool of threads. Each call starts new threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work(state, i)` for every `i` that is less than `count`, on all cores. Returns the
/// results in the order of `i`.
///
/// `state` returns a new state for each thread. If there is only one task, it runs on the current
/// thread.
pub fn in_order<S, T: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    in_order_and_gather(count, state, work, drop).0
}

/// Works like [`in_order`], and also collects data from each thread. When a thread has done its
/// last task, `gather` takes the data from the state of the thread.
///
/// The threads do different tasks in every run, so the data of a single thread is random. Only the data
/// of all threads together is the same in every run.
pub fn in_order_and_gather<S, T: Send, G: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    gather: impl Fn(S) -> G + Sync,
) -> (Vec<T>, Vec<G>) {
    // For a single task, the number of cores is not needed. Reading it takes a dozen system calls.
    let cores = if count > 1 { thread::available_parallelism().map_or(1, usize::from).min(count) } else { 1 };
    let tasks = Tasks { count, next: AtomicUsize::new(0) };
    let run = || {
        let mut state = state();
        let mut results = Vec::with_capacity(count / cores + 1);
        while let Some(index) = tasks.take() {
            results.push((index, work(&mut state, index)));
        }
        (results, gather(state))
    };
    let (results, gathered): (Vec<_>, Vec<_>) = thread::scope(|scope| {
        // If the system cannot start a thread, the other threads do its tasks. The current thread
        // does tasks, too.
        let others: Vec<_> =
            (1..cores).map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok()).collect();
        let own = run();
        let joined = others.into_iter().map(|other| match other.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(own).chain(joined).unzip()
    });
    let mut indexed: Vec<(usize, T)> = results.into_iter().flatten().collect();
    indexed.sort_unstable_by_key(|(index, _)| *index);
    (indexed.into_iter().map(|(_, result)| result).collect(), gathered)
}

/// The tasks that no thread has started yet.
struct Tasks {
    count: usize,
    next: AtomicUsize,
}

impl Tasks {
    fn take(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.count).then_some(index)
    }
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
    fn the_states_of_all_cores_are_gathered() {
        let (_, sums) = super::in_order_and_gather(1000, || 0, |sum, i| *sum += i, |sum| sum);
        assert_eq!(sums.iter().sum::<usize>(), 499_500);
    }
}
