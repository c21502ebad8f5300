//! Tests of versions: `diff`, `build --since`, version marks and `which`.

mod change_page_html;
mod change_pages;
mod differences;
mod exchanges;
mod git;
mod marks;
mod page;
mod pairs;
mod patches;
mod pixels;
mod poster_sheets;
mod posters;
