//! Tests of fields that some rows of a component leave out. The fields are empty in these rows.

use crate::support::measure::count;
use crate::support::run::Run;

/// Checks how often each text is on the first page. The rows of the cards have different fields.
#[track_caller]
fn assert_texts(face: &str, words: &[(&str, usize)]) {
    let layout = format!(
        "[[cards]]\nsize = \"mini\"\nrows = [{{ name = \"Ann\", stop = \"left\" }}, {{ name = \"Bob\" }}]\nface = [{face}]\n"
    );
    let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml"]).run();
    let page = &ran.pdf("output/x-iso.pdf").pages[0];
    for (word, times) in words {
        assert_eq!(count(page, word), *times, "{word} of {face}");
    }
}

#[test]
fn a_word_that_other_rows_have_is_empty() {
    assert_texts(r#"{ text = "{{ name }}{{ stop }}", font = "9pt" }"#, &[("Annleft", 1), ("Bob", 1)]);
    assert_texts(r#"{ text = "{{ name }}{{ stop | upper }}", font = "9pt" }"#, &[("AnnLEFT", 1), ("Bob", 1)]);
    assert_texts(
        r#"{ text = "{{ name }}{% if stop %}!{% endif %}", font = "9pt" }"#,
        &[("Ann!", 1), ("Bob", 1)],
    );
    assert_texts(
        r#"{ text = "{{ name }}", font = "9pt", when = "stop == 'left'" }"#,
        &[("Ann", 1), ("Bob", 0)],
    );
    assert_texts(r#"{ text = "{{ name }}", font = "9pt", when = "not stop" }"#, &[("Ann", 0), ("Bob", 1)]);
}

#[test]
fn defaults_replace_missing_words() {
    assert_texts(
        r#"{ text = "{{ name }}{{ stop | default('-') }}", font = "9pt" }"#,
        &[("Annleft", 1), ("Bob-", 1)],
    );
    assert_texts(
        r#"{ text = "{{ name }}{{ stop | d('-') }}", font = "9pt" }"#,
        &[("Annleft", 1), ("Bob-", 1)],
    );
    assert_texts(
        r#"{ text = "{{ name }}", font = "9pt", when = "stop is defined" }"#,
        &[("Ann", 1), ("Bob", 0)],
    );
    assert_texts(
        r#"{ text = "{{ name }}", font = "9pt", when = "stop is undefined" }"#,
        &[("Ann", 0), ("Bob", 1)],
    );
}

#[test]
fn a_cell_that_says_nothing_is_left_out_as_well() {
    let layout = "[[cards]]\nsize = \"mini\"\ndata = \"cards.csv\"\nface = [{ text = \"{{ name }}{{ stop | default('-') }}\", font = \"9pt\" }]\n";
    let run = Run::new().file("x.toml", layout).file("cards.csv", "name,stop\nAnn,left\nBob,\n");
    let page = &run.args(["build", "x.toml"]).run().pdf("output/x-iso.pdf").pages[0];
    assert_eq!((count(page, "Annleft"), count(page, "Bob-")), (1, 1));
}

#[test]
fn the_word_of_the_component_comes_before_that() {
    let layout = "[[cards]]\nsize = \"mini\"\nset = { stop = \"right\" }\nrows = [{ name = \"Ann\", stop = \"left\" }, { name = \"Bob\" }]\nface = [{ text = \"{{ name }}{{ stop }}\", font = \"9pt\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = &ran.pdf("output/x-iso.pdf").pages[0];
    assert_eq!((count(page, "Annleft"), count(page, "Bobright")), (1, 1));
}
