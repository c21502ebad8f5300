//! Tests of the library, as another program calls it.

use hexpress::{Backs, Cut, Format, Ink, Options, Place, Source, build, check, check_file, deck};

const CARDS: &str = "[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\nface = [{ text = '{{ name }}', font = '20pt' }]\nback = [{ star = '30mm', fill = 'gold' }]\n";

fn cards(table: &str) -> Source {
    Source::layout("deck", CARDS).with("cards.csv", table)
}

#[test]
fn a_mistake_names_the_file_that_it_is_in() {
    let error = build(&cards("name,copies\nAnn,2\nBob,many\n"), &Options::default()).unwrap_err();
    let place = error.mistakes[0].place.clone().unwrap();
    assert_eq!((place.file.as_str(), place.line), ("cards.csv", 3), "{error}");
    assert!(error.to_string().starts_with(&format!("{place}: error[")), "{error}");
    let error =
        build(&Source::layout("deck", CARDS.replace("size", "sise")), &Options::default()).unwrap_err();
    let expected = Place { file: "deck.toml".to_owned(), line: 2, column: 1 };
    assert_eq!(error.mistakes[0].place.as_ref(), Some(&expected), "{error}");
}

#[test]
fn a_good_build_has_its_warnings() {
    let face = "face = [{ text = '{{ name }}', font = '20pt', when = 'name == \"Bob\"' }]\n";
    let text = format!("[[cards]]\nsize = 'poker'\nrows = [{{ name = 'Ann' }}]\n{face}");
    let made = build(&Source::layout("never", text), &Options::default()).unwrap();
    assert_eq!(made.warnings.len(), 1, "{:?}", made.warnings);
    let warning = &made.warnings[0];
    assert!(warning.code == "HX113" && !warning.is_error);
    assert_eq!(warning.place.as_ref().unwrap().to_string(), "never.toml:4:9");
    assert_eq!(build(&cards("name\nAnn\n"), &Options::default()).unwrap().warnings, []);
}

#[test]
fn ink_cut_and_backs_are_those_of_the_command_line() {
    let table = "name\nAnn\nBob\n";
    let usual = build(&cards(table), &Options::default()).unwrap();
    for options in [
        Options { ink: Some(Ink::Black), ..Options::default() },
        Options { backs: Some(Backs::None), ..Options::default() },
        Options { cut: Some(Cut::Scissors), ..Options::default() },
    ] {
        let made = build(&cards(table), &options).unwrap();
        assert_ne!(made.files[0].bytes, usual.files[0].bytes, "{options:?}");
        assert!(made.verdict.is_clean, "{}", made.verdict.summary);
    }
    assert_eq!("low".parse(), Ok(Ink::Low));
}

#[test]
fn sheets_are_made_as_svg_and_as_png() {
    let make = |format| build(&cards("name\nAnn\n"), &Options { format, ..Options::default() }).unwrap();
    let svg = make(Format::Svg);
    assert!(
        svg.files.len() == 2 && svg.files.iter().all(|file| file.bytes.starts_with(b"<")),
        "{}",
        svg.files.len()
    );
    assert!(svg.files[0].name.ends_with(".svg") && svg.verdict.is_clean);
    let png = make(Format::Png { dpi: 40 });
    assert!(png.files.len() == 2 && png.files.iter().all(|file| file.bytes.starts_with(b"\x89PNG")));
    assert!(png.verdict.is_clean, "{}", png.verdict.summary);
}

#[test]
fn invalid_numbers_are_refused() {
    let table = cards("name\nAnn\n");
    for margin in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 100.1] {
        let options = Options { margin, ..Options::default() };
        for error in
            [build(&table, &options).err(), check(&table, &options).err(), deck(&table, &options).err()]
        {
            let error = error.unwrap_or_else(|| panic!("{margin}"));
            assert!(error.to_string().contains("`margin` must be from 0 to 100 mm"), "{error}");
        }
    }
    for dpi in [0, 9, 2401] {
        let options = Options { format: Format::Png { dpi }, ..Options::default() };
        let error = build(&table, &options).unwrap_err();
        assert!(error.to_string().contains("`dpi` must be from 10 to 2400"), "{error}");
    }
    assert!(build(&table, &Options { margin: 0.0, ..Options::default() }).is_ok());
}

#[test]
fn finished_files_of_any_program_are_judged() {
    let made = build(&cards("name\nAnn\n"), &Options::default()).unwrap();
    assert!(check_file("deck-iso.pdf", &made.files[0].bytes).unwrap().is_clean);
    let foreign = "<svg xmlns='http://www.w3.org/2000/svg' width='210mm' height='297mm' viewBox='0 0 210 297'>\
        <rect x='20' y='20' width='63.5' height='88.9' fill='none' stroke='black'/></svg>";
    assert!(!check_file("card.svg", foreign.as_bytes()).unwrap().summary.is_empty());
    let error = check_file("a.pdf", b"not a PDF").unwrap_err();
    assert!(error.mistakes[0].is_error && error.to_string().contains("a.pdf"), "{error}");
    let mut cut_off = made.files[0].bytes.clone();
    cut_off.truncate(cut_off.len() / 2);
    assert!(check_file("deck-iso.pdf", &cut_off).is_err());
}
