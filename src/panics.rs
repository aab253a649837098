//! Panics of other crates, where one is to be expected and is an answer.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

thread_local! {
    /// How many calls of [`caught`] this thread is inside of.
    static INSIDE: Cell<usize> = const { Cell::new(0) };
}

/// How many calls of [`caught`] all threads are inside of.
static ANYWHERE: AtomicUsize = AtomicUsize::new(0);

/// Whether a panic of this thread is one that is waited for: polars works in threads of its own too.
fn expected() -> bool {
    let of_polars = || thread::current().name().is_some_and(|name| name.starts_with("polars"));
    INSIDE.get() > 0 || (ANYWHERE.load(Ordering::Relaxed) > 0 && of_polars())
}

/// What `work` gives, or `None` where it panics, which nothing is printed of. For reading files by crates that
/// take damage in them for a mistake of the caller's. What `work` changes must not be used after a panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !expected() {
                usual(info);
            }
        }));
    });
    ANYWHERE.fetch_add(1, Ordering::Relaxed);
    INSIDE.set(INSIDE.get() + 1);
    let found = panic::catch_unwind(AssertUnwindSafe(work));
    INSIDE.set(INSIDE.get() - 1);
    ANYWHERE.fetch_sub(1, Ordering::Relaxed);
    found.ok()
}

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn a_panic_is_no_answer() {
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| -> u8 { panic!("not printed") }), None);
        assert_eq!(caught(|| caught(|| -> u8 { panic!("not printed") })), Some(None));
    }
}
