//! Shapes found in a drawing.
