//! Tests of `check` with files of cut lines: correct files, and files with a fault.

use crate::support::run::{Ran, Run};

const LAYOUT: &str = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nround = \"3mm\"\ncopies = 4\nbleed = \"2mm\"\n\
                      holes = [{ size = \"4mm\", at = \"0 0mm\" }]\nface = [{ fill = \"tan\" }]\n\
                      [[counters]]\nname = \"discs\"\nshape = \"disc\"\nacross = \"25mm\"\ncopies = 12\ncut = \"kiss\"\n\
                      face = [{ fill = \"tan\" }]\n";

fn built(more: &[&str], profile: &str) -> Ran {
    let args =
        ["build", "x.toml", "--paper", "a4", "--cut", "plotter"].into_iter().chain(more.iter().copied());
    let run = Run::new().file("x.toml", LAYOUT).file("p.toml", profile);
    run.args(args).any_stderr().run()
}

/// Builds a file with the cut lines of the first sheet.
fn cuts(format: &str) -> String {
    let ran = built(&["--format", format], "");
    let extension = format.replace('-', ".");
    let name = ran.folder.files().into_iter().find(|name| name.ends_with(&extension)).unwrap();
    String::from_utf8(ran.bytes(&name)).unwrap()
}

/// Checks a file with cut lines against the PDF. Returns the output of the program.
#[track_caller]
fn checked(file: &str, cuts: &str, status: i32) -> String {
    let pdf = built(&[], "").bytes("output/x-a4.pdf");
    let run = Run::new().file("print.pdf", &pdf).file(file, cuts);
    run.args(["check", file, "--against", "print.pdf"]).status(status).run().stdout
}

#[test]
fn right_files_are_right() {
    for format in ["cut-dxf", "cut-svg"] {
        let name = format!("any.{}", format.replace('-', "."));
        let output = checked(&name, &cuts(format), 0);
        assert!(output.contains("right: ") && output.contains("the largest error is "), "{output}");
        let error: f64 =
            output.split("error is ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(error <= 5.0, "{output}");
    }
    // `--against` may also name a layout. The cut lines are then compared with the layout, not with
    // a PDF.
    let run = Run::new().file("x.toml", LAYOUT).file("a.cut.dxf", cuts("cut-dxf"));
    let ran = run
        .args(["check", "a.cut.dxf", "--against", "x.toml", "--paper", "a4"])
        .any_stderr()
        .any_status()
        .run();
    assert!(ran.stdout.contains("x.toml"), "{} {}", ran.stdout, ran.stderr);
}

/// Returns an SVG with cut lines in which `edit` has changed one cut. `index` is the number of the cut,
/// counted from 0.
fn edited(index: usize, edit: impl Fn(&str) -> String) -> String {
    let text = cuts("cut-svg");
    let mut at = 0;
    let lines = text.lines().map(|line| {
        let is_cut = line.starts_with("<path d=");
        let changed = if is_cut && at == index { edit(line) } else { line.to_owned() };
        at += usize::from(is_cut);
        changed
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn transformed(line: &str, transform: &str) -> String {
    line.replace("<path ", &format!("<path transform=\"{transform}\" "))
}

#[test]
fn a_missing_moved_doubled_or_further_cut_is_reported_with_its_place() {
    let output = checked("a.cut.svg", &edited(3, |_| String::new()), 1);
    assert!(output.contains("is missing, at ") && output.contains("1 fault"), "{output}");
    let output = checked("a.cut.svg", &edited(3, |line| transformed(line, "translate(0.3 0)")), 1);
    assert!(
        output.contains("is 0.30 mm away from the outline")
            || output.contains("is 0.3 mm away from the outline"),
        "{output}"
    );
    let output = checked("a.cut.svg", &edited(3, |line| format!("{line}\n{line}")), 1);
    assert!(output.contains("is made twice along "), "{output}");
    let more = |line: &str| format!("{line}\n<path d=\"M5 5 L60 5\"/>");
    let output = checked("a.cut.svg", &edited(3, more), 1);
    assert!(output.contains("the file has a kiss cut that the print does not need, at 5, 5 mm"), "{output}");
}

#[test]
fn a_scaled_or_moved_file_is_one_fault() {
    for (transform, expected) in [
        ("scale(0.997)", "all cuts are scaled to 99.7 %"),
        ("translate(0.8 -0.4)", "all cuts are moved by 0.8 mm to the right and 0.4 mm up"),
    ] {
        let text =
            cuts("cut-svg").replace("fill=\"none\"", &format!("fill=\"none\" transform=\"{transform}\""));
        let output = checked("a.cut.svg", &text, 1);
        assert!(output.contains(expected) && output.contains("1 fault"), "{transform}: {output}");
    }
}

#[test]
fn the_wrong_kind_of_cut_is_a_fault() {
    let output = checked("a.cut.svg", &cuts("cut-svg").replace("#f0f", "#f00"), 1);
    let extra = "the file has a cut that the print does not need";
    assert!(output.contains("a kiss cut is missing") && output.contains(extra), "{output}");
}

#[test]
fn the_knife_is_understood() {
    let knife = "name = \"P\"\novercut = \"1.5mm\"\nblade-offset = \"0.9mm\"\n";
    let pdf = built(&[], "").bytes("output/x-a4.pdf");
    for format in ["cut-dxf", "cut-svg"] {
        let ran = built(&["--format", format, "--printer", "p.toml"], knife);
        let end = format.replace('-', ".");
        let name = ran.folder.files().into_iter().find(|name| name.ends_with(&end)).unwrap();
        let file = format!("a.{end}");
        let check = |more: &[&str], status: i32| {
            let run = Run::new().file("print.pdf", &pdf).file("p.toml", knife).file(&file, ran.bytes(&name));
            let args = ["check", &file, "--against", "print.pdf"].into_iter().chain(more.iter().copied());
            run.args(args).status(status).run().stdout
        };
        let output = check(&["--printer", "p.toml"], 0);
        assert!(output.contains("right: "), "{output}");
        let output = check(&[], 1);
        assert!(output.contains("away from the outline"), "{output}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let run = Run::new().file("x.toml", LAYOUT).file("a.dxf", "0\nSECTION\n");
    let output = run.args(["check", "a.dxf", "--against", "x.toml"]).any_stderr().status(2).run().stderr;
    assert!(output.contains("a.dxf cannot be read: it is not a DXF file in text form"), "{output}");
}
