//! Rules about what an eye sees of what was drawn: whether it is covered, has the colour of its ground,
//! or stands at another edge than its own.

pub mod at_edges;
pub mod covered;
pub mod in_cell;
pub mod pale;
