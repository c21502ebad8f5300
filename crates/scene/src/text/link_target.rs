//! Describes where a link in a text leads.

use std::sync::Arc;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// An address on the web, or an address for mail. It consists of ASCII characters.
    Address(Arc<str>),
    /// The number of a heading in the same text, counted from 1.
    Heading(usize),
}
