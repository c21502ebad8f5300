//! Writes what the user needs to cut with a machine. For a Silhouette machine, these are numbers to
//! type into its program. For other machines, these are the captured jobs to open. The program of the
//! machine has printed its jobs to a PDF, and each page of this PDF is a captured job.
//!
//! - In: a plan, and a setup whose tool is a cutting machine.
//! - Out: lines of the ticket, and the same numbers as JSON.

use kurbo::Size;
use serde_json::{Value, json};

use hexpress_base::units::ShortNumber;
use hexpress_layout::{Content, Plan, Setup};
use hexpress_scene::print::paper::sheet_name;

/// Returns the lines about registration marks, or about captured jobs if the tool has no marks. The
/// text is empty if no sheet is cut by a machine.
pub fn instructions(plan: &Plan<'_>, setup: &Setup) -> String {
    let Some(marks) = setup.registration() else { return jobs(plan, setup) };
    let sizes = marked_sizes(plan);
    if sizes.is_empty() {
        return String::new();
    }
    let [inset, length, thickness] = [marks.inset, marks.length, marks.thickness].map(ShortNumber);
    let mut text =
        format!("  Registration marks: inset {inset} mm, length {length} mm, thickness {thickness} mm.\n");
    sizes.into_iter().for_each(|size| text.push_str(&page(size)));
    text.push_str(
        "  If the paper shines, put matte tape over the marks. Load the sheet with the marks up.\n",
    );
    text
}

/// Returns the numbers for the registration marks as JSON. Returns null if no sheet has marks.
pub fn to_json(plan: &Plan<'_>, setup: &Setup) -> Value {
    let sizes = marked_sizes(plan);
    let Some(marks) = setup.registration().filter(|_| !sizes.is_empty()) else { return Value::Null };
    json!({
        "inset-mm": marks.inset,
        "length-mm": marks.length,
        "thickness-mm": marks.thickness,
        "corners": marks.corners().len(),
        "pages-mm": sizes.iter().map(|size| [size.width, size.height]).collect::<Vec<_>>(),
    })
}

/// Returns the sizes of the sheets with marks, in printing order. Each size occurs once.
fn marked_sizes(plan: &Plan<'_>) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for sheet in &plan.sheets {
        let is_marked = matches!(&sheet.content, Content::Fronts(deck, ..) if deck.die_sheet.is_none());
        if is_marked && !sizes.contains(&sheet.size) {
            sizes.push(sheet.size);
        }
    }
    sizes
}

/// Returns the line with the page size that the user sets in the program of the machine.
fn page(size: Size) -> String {
    let orientation = if size.width > size.height { "landscape" } else { "portrait" };
    let [width, height] = [size.width, size.height].map(ShortNumber::hundredths);
    let paper = sheet_name(size);
    format!("  Page in the program of the machine: {paper}, {orientation}, {width} x {height} mm.\n")
}

/// Returns the lines about captured jobs.
fn jobs(plan: &Plan<'_>, setup: &Setup) -> String {
    let Some(capture) = &setup.capture else { return String::new() };
    let mut text = String::new();
    for (component, page) in captured(plan) {
        let name = &capture.name;
        text.push_str(&format!(
            "  To cut {component}: open the job of the machine that was printed to {name}, page {page}.\n"
        ));
    }
    if !text.is_empty() {
        text.push_str("  Load the sheet as the program of the machine says, with the marks up.\n");
    }
    text
}

/// Returns the captured jobs as JSON. Returns null if there are none.
pub fn captured_jobs(plan: &Plan<'_>, setup: &Setup) -> Value {
    let Some(capture) = &setup.capture else { return Value::Null };
    let jobs = captured(plan);
    let jobs = jobs.iter().map(|(component, page)| json!({ "component": component, "page": page }));
    json!({ "file": capture.name, "jobs": jobs.collect::<Vec<_>>() })
}

/// Returns the names of the components that have captured jobs. Each name comes with the number of the
/// page that shows the job in the captured PDF. Pages without shapes are not counted.
fn captured(plan: &Plan<'_>) -> Vec<(String, usize)> {
    let mut jobs: Vec<(String, usize)> = Vec::new();
    for (index, sheet) in plan.sheets.iter().enumerate() {
        let name = sheet.component.name.to_string();
        if let Some(page) = plan.captured_page(index).filter(|_| jobs.iter().all(|(known, _)| *known != name))
        {
            jobs.push((name, page));
        }
    }
    jobs
}
