//! Pages of text.
//!
//! - In: the Markdown of a page.
//! - Out: its blocks, and the mistakes in it with their places.
//! - Not here: breaking lines, columns and pages.

mod markdown;
mod placeholder;
#[cfg(test)]
mod tests;
