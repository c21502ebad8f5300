//! Rules that hold for every game, a file for each topic.

pub(crate) mod backs;
pub(crate) mod calibration;
pub(crate) mod cells;
pub(crate) mod colours;
pub(crate) mod contrast;
pub(crate) mod crooked;
pub(crate) mod cut_plan;
pub(crate) mod element_pair;
pub(crate) mod file;
pub(crate) mod fit;
pub(crate) mod job;
pub(crate) mod labels;
pub(crate) mod lines;
pub(crate) mod marks;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod poster;
pub(crate) mod printer;
pub(crate) mod sheet;
pub(crate) mod strips;
