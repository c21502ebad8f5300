//! Tests that a harmful file causes exactly one message.

use crate::support::run::Run;

const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\">";

/// Checks that `check` prints one message and no verdict.
#[track_caller]
fn refused(text: &str, stderr: &str) {
    Run::new().file("bad.svg", text).args(["check", "bad.svg"]).status(2).stdout("").stderr(stderr).run();
}

#[test]
fn a_drawing_that_uses_itself() {
    refused(
        &format!("{HEAD}<g id=\"a\"><use href=\"#a\"/></g></svg>"),
        "error[HX001]: bad.svg: it has drawings nested more than 50 levels deep",
    );
}

#[test]
fn entities_that_unfold_without_end() {
    let mut text = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\">".to_owned();
    for (name, before) in ('b'..='k').zip('a'..) {
        text.push_str(&format!("<!ENTITY {name} \"{}\">", format!("&{before};").repeat(10)));
    }
    text.push_str(&format!("]>{HEAD}<text>&k;</text></svg>"));
    refused(
        &text,
        "error[HX001]: bad.svg: this SVG cannot be read: a possible entity reference loop is detected at 1:55",
    );
}

#[test]
fn files_outside_are_never_fetched() {
    let text = format!(
        "<!DOCTYPE svg [<!ENTITY x SYSTEM \"secret.txt\">]>{HEAD}<text x=\"5\" y=\"9\">&x;</text></svg>"
    );
    let ran = Run::new()
        .file("bad.svg", &text)
        .file("secret.txt", "the secret")
        .args(["check", "bad.svg", "--json", "--picture", "all.svg"])
        .status(2)
        .run();
    assert!(!ran.stdout.contains("the secret"), "{}", ran.stdout);
}

#[test]
fn groups_without_end() {
    refused(
        &format!("{HEAD}{}{}</svg>", "<g>".repeat(3000), "</g>".repeat(3000)),
        "error[HX001]: bad.svg: it has groups nested more than 1000 levels deep",
    );
}

/// The checker must find a board on a page that also has lines far outside any paper.
#[test]
fn numbers_beyond_all_bounds() {
    let lines: String = (0..20)
        .map(|n| {
            format!(
                "<path d=\"M1e300 {n}L-1e300 9M{n} 1e18l5 5\" stroke=\"red\"/><circle cx=\"1e200\" r=\"9\"/>"
            )
        })
        .collect();
    let text =
        super::svg::hexhex(|_, at| Some(super::svg::plain(at))).replace("</svg>", &format!("{lines}</svg>"));
    let ran = Run::new().file("bad.svg", &text).args(["check", "bad.svg"]).any_stderr().status(1).run();
    assert!(ran.stdout.contains("19 cells: hexhex 3"), "{}", ran.stdout);
}

/// The coordinates of this board are absurdly large. The message must not contain them, but say that the
/// drawing is more than a kilometre beyond the sheet.
#[test]
fn a_board_that_is_as_large_as_nothing_is() {
    let text = super::svg::hexhex(|_, at| Some(super::svg::plain(at)))
        .replace("<g fill", "<g transform=\"scale(1e300)\" fill");
    let ran = Run::new()
        .file("bad.svg", &text)
        .args(["check", "bad.svg", "--json", "--picture", "faults.svg"])
        .any_stderr()
        .status(1)
        .run();
    let json = ran.json();
    let fault = &json["results"][0]["faults"][0];
    assert_eq!(fault["message"], "a drawing extends more than a kilometre beyond the sheet");
    let picture = String::from_utf8(ran.bytes("faults.svg")).unwrap();
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

#[test]
fn drawings_without_a_sheet() {
    let size = "error[HX001]: bad.svg: this SVG cannot be read: its width, height or viewBox is not a possible size of a sheet";
    for head in ["width=\"-5mm\" height=\"9mm\"", "viewBox=\"0 0 0 0\"", "width=\"1e300mm\" height=\"9mm\""] {
        refused(
            &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {head}><path d=\"M1 1h5\"/></svg>"),
            size,
        );
    }
}

#[test]
fn drawings_in_another_encoding() {
    let text = format!("{HEAD}<text>\u{e9}</text></svg>");
    let wide: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let narrow: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let output = "error[HX001]: bad.svg: this SVG cannot be read: it is not UTF-8 text; save it as UTF-8";
    for bytes in [wide, narrow] {
        Run::new()
            .file("bad.svg", bytes)
            .args(["check", "bad.svg"])
            .status(2)
            .stdout("")
            .stderr(output)
            .run();
    }
}
