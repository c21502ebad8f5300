//! Printer's marks: crop marks, rulers and the lines of text at the edges of a sheet.

pub(crate) mod crop;
pub(crate) mod fold;
pub(crate) mod printer_marks;
