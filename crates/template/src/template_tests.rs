//! Tests of the expression language.

use std::sync::Arc;

use crate::*;
use hexpress_base::diag::Result;
use hexpress_language::values::parse_field::Spelling;
use hexpress_language::values::scalar::Scalar;

struct Pairs(Vec<(&'static str, Scalar)>);

impl Row for Pairs {
    fn value(&self, name: &str) -> Option<&Scalar> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(n, _)| *n).collect()
    }
}

/// A game without colours.
struct NoColours;

impl Colours for NoColours {
    fn icon(&self, _: &str) -> Option<&str> {
        None
    }

    fn is_light(&self, colour: &str) -> Result<bool> {
        Err(fault::bad(format!("unknown colour `{colour}`")))
    }
}

fn engine(language: &str) -> Engine {
    Engine::new(Arc::new(NoColours), language, Spelling::of_language(language))
}

fn row() -> Pairs {
    Pairs(vec![("steps", Scalar::Whole(3)), ("direction", Scalar::Text("North".into()))])
}

#[test]
fn names_and_filters_are_computed() {
    let engine = Engine::default();
    let say = |source: &str| engine.render(&engine.compile(source).unwrap(), &row()).unwrap();
    assert_eq!(say("{{ steps }}{{ direction | first }}"), "3N");
    assert_eq!(say("{{ steps | words | upper }} {{ direction | upper }}"), "THREE NORTH");
    assert_eq!(say("{{ steps }} {{direction}}!"), "3 North!");
    assert_eq!(say("{{ 'Pound' | plural(steps) }}"), "Pounds");
}

#[test]
fn unknown_names_are_errors_with_hints() {
    let engine = Engine::default();
    for source in ["{{ stpes }}", "{{ stpes | words }}"] {
        let error = engine.render(&engine.compile(source).unwrap(), &row()).unwrap_err();
        assert_eq!(error.to_string(), "unknown field `stpes` for this piece; did you mean `steps`?");
    }
    assert!(engine.compile("{{ steps").is_err());
    assert!(
        engine.compile("{{ steps | wrods }}").is_err()
            || engine.render(&engine.compile("{{ steps | wrods }}").unwrap(), &row()).is_err()
    );
}

#[test]
fn conditions_compare_numbers_and_texts() {
    let engine = Engine::default();
    let holds = |source: &str| engine.is_met(&engine.compile_condition(source).unwrap(), &row()).unwrap();
    assert!(holds("steps > 2"));
    assert!(!holds("direction == 'South'"));
}

fn fields() -> Pairs {
    let text = |text: &str| Scalar::Text(text.into());
    Pairs(vec![
        ("price", text("1.50")),
        ("many", text("1,000")),
        ("coins", text("£2")),
        ("share", text("12 %")),
        ("gap", text("")),
        ("blank", text(" ")),
        ("word", text("free")),
        ("no", text("no")),
        ("yes", text("TRUE")),
        ("mark", text("x")),
        ("id", text("007")),
        ("rank", text("10")),
        ("three", Scalar::Whole(3)),
        ("flag", Scalar::Flag(true)),
    ])
}

#[test]
fn fields_mean_what_they_mean_in_a_spreadsheet() {
    let engine = Engine::default();
    let holds = |source: &str| engine.is_met(&engine.compile_condition(source).unwrap(), &fields());
    for source in [
        "price > 1",
        "price < 2",
        "price == 1.5",
        "price == '1.50'",
        "many > three",
        "coins == 2",
        "share < 1",
        "not (gap > 1)",
        "not (gap < 1)",
        "gap == ''",
        "blank == ''",
        "gap != 1",
        "not gap",
        "word == 'free'",
        "not no",
        "no == 'no'",
        "yes",
        "yes == true",
        "yes == 'TRUE'",
        "mark",
        "flag and mark",
        "id == '007'",
        "id | number == 7",
        "rank in ['9', '10']",
        "rank in [9, 10]",
        "rank == 10",
        "rank == '10'",
        "1 < price < 2",
        "not (1 < price < 1.2)",
        "three == '3'",
        "word in ['free', 'dear']",
        "word not in ['x']",
        "'re' in word",
        "price * 2 == three",
        "0.1 + 0.2 == 0.3",
        "price is number",
        "word is not number",
        "word is string",
        "word[0:2] == 'fr'",
        "price is gt 1",
        "three",
        "(gap or word) == 'free'",
        "price + many > 1001",
        "-price < 0",
        "not (mark in [1])",
        "[price, 3] | max == 3",
        "blank | default(2) == 2",
    ] {
        assert!(holds(source).unwrap(), "{source}");
    }
    for (source, message) in [
        ("word > 2", "`word` is the text `free`, but `>` compares it with the number 2"),
        ("2 <= word", "`word` is the text `free`, but `<=` compares it with the number 2"),
        ("word == 2", "`word` is the text `free`, but `==` compares it with the number 2"),
        ("id == 7", "`id` is the text `007`, but `==` compares it with the number 7"),
        ("word * 2 > 1", "`word` is the text `free`, but `*` takes numbers"),
        ("gap + 2 > 1", "`gap` is empty here, but `+` takes numbers"),
        ("mark > 2", "`mark` is `x`, a yes or no value, but `>` compares it with the number 2"),
        ("mark == 1", "`mark` is `x`, a yes or no value, but `==` compares it with the number 1"),
        ("1 < price / (three - 3)", "`/` has no result here: a divisor is 0, or a number is too large"),
        ("price > '1'", "`1` is text, but `>` compares it with the number 1.50"),
        ("wrod > 2", "unknown field `wrod` for this piece"),
        ("word | number > 2", "expected a number, found `free`"),
    ] {
        assert_eq!(holds(source).unwrap_err().message, message, "{source}");
    }
}

#[test]
fn fields_are_printed_as_they_are_written() {
    let engine = Engine::default();
    let say = |source: &str| engine.render(&engine.compile(source).unwrap(), &fields()).unwrap();
    for (source, text) in [
        ("{{ price }}{{ '!' }}", "1.50!"),
        ("{{ price * 2 }} {{ 7 / 2 }} {{ 6 / 2 }} {{ 1.1 * 3 }}", "3 3.5 3 3.3"),
        ("{{ '£' ~ price }} {{ no | upper }} {{ mark }}{{ '' }}", "£1.50 NO x"),
        ("{{ word[0:2] }} {{ word[::-1] }} {{ word[-2:] }} {{ id[1:] }} {{ rank[0] }}", "fr eerf ee 07 1"),
        ("{{ [1, 2, 3][1:] }}{{ word[9:] }}{{ word[2:1] }}", "[2, 3]"),
        ("{{ ':coin:' * three }}", ":coin::coin::coin:"),
        ("{% if gap > 0 %}dear{% else %}cheap{% endif %}{% if no %}!{% endif %}", "cheap"),
        ("{{ many | words }} {{ 'day' | plural(rank) }}", "one thousand days"),
        ("{{ gap | default('-') }} {{ id | number }} {{ '12' | number + 1 }}", "- 7 13"),
        ("{{ [price, 3] | max }} {{ [three, price] | min }} {{ [price, three] | sum }}", "3 1.50 4.5"),
        ("{{ [many, three, price] | sort | join(' ') }} {{ [price, '1.50'] | first }}", "1.50 3 1,000 1.50"),
        ("{% for n in range(coins) %}{{ n }}{% endfor %} {{ 1.234 | round(coins) }}", "01 1.23"),
        ("{{ yes }} {{ flag }} {{ rank | first }}", "TRUE true 1"),
        ("{{ '%05.2f' | format(price) }} {{ '%s' | format(price) }} {{ price | round }}", "01.50 1.50 2.0"),
        ("{% for n in range(3) %}{{ n }}{% endfor %}\n\n", "012\n"),
    ] {
        assert_eq!(say(source), text, "{source}");
    }
    assert_eq!(say("{{ word | lower }}.html & more.html"), "free.html & more.html");
}

#[test]
fn texts_that_an_operator_cannot_use_have_the_right_hint() {
    let hint = |language: &str, text: &str, source: &str| {
        let engine = engine(language);
        let row = Pairs(vec![("a", Scalar::Text(text.into())), ("b", Scalar::Text("z".into()))]);
        engine.render(&engine.compile(source).unwrap(), &row).unwrap_err().hint.unwrap_or_default()
    };
    let joined = "to join texts, use `~`: {{ first ~ ' ' ~ last }}";
    assert_eq!(hint("en", "3", "{{ a + ' ' + b }}"), joined);
    assert_eq!(hint("en", "3", "{{ 'x' + a }}"), joined);
    assert_eq!(hint("en", "free", "{{ a + b }}"), "to join texts, use `~`: {{ a ~ … }}");
    assert_eq!(
        hint("en", "£5", "{{ (a | replace('£', '')) * 2 }}"),
        "write the number without quotes: 5; if a filter returns it, add `| number` after the filter"
    );
    assert_eq!(
        hint("en", "1.000,5", "{{ a * 2 }}"),
        "set decimal = \"comma\" in [game]: the decimal sign in this text is a comma"
    );
    assert_eq!(
        hint("de", "1,000.5", "{{ a * 2 }}"),
        "set decimal = \"point\" in [game]: the decimal sign in this text is a point"
    );
}

#[test]
fn what_is_computed_stays_a_number_where_fractions_have_a_comma() {
    let engine = engine("de");
    let row = Pairs(vec![("n", Scalar::Text("2,25".into())), ("m", Scalar::Text("1.125".into()))]);
    let field = |source: &str| engine.field(&engine.compile(source).unwrap(), &row).unwrap();
    assert_eq!(field("{{ n / 2 }}"), Scalar::Number(1.125));
    assert_eq!(field("{{ m }}"), Scalar::Text("1.125".into()));
    assert_eq!(field("{{ m | trim }}"), Scalar::Text("1.125".into()));
    assert_eq!(engine.whole_number(&field("{{ n / 2 }}")), None);
    assert_eq!(engine.whole_number(&field("{{ m }}")), Some(1125));
}

#[test]
fn fields_may_have_a_decimal_comma() {
    let row = Pairs(vec![("price", Scalar::Text("3,5".into()))]);
    let holds = |language: &str| {
        let engine = engine(language);
        engine.is_met(&engine.compile_condition("price > 3").unwrap(), &row)
    };
    assert!(holds("de").unwrap());
    let diagnostic = holds("en").unwrap_err();
    assert_eq!(
        diagnostic.hint.as_deref(),
        Some("set decimal = \"comma\" in [game]: the decimal sign in this text is a comma")
    );
}

#[test]
fn a_part_of_a_text_is_traced_to_its_field() {
    let engine = Engine::default();
    let text_of = |text: &str| Scalar::Text(text.into());
    let row = Pairs(vec![("way", text_of("1-4")), ("ink", text_of("navi")), ("hot", Scalar::Flag(true))]);
    let field = |source: &str, part: &str| {
        let template = engine.compile(source).unwrap();
        let text = engine.render(&template, &row).unwrap();
        let start = text.find(part).unwrap();
        template.source_field(&text, Some(start..start + part.len()), &row).map(str::to_owned)
    };
    assert_eq!(field("{{ way }} {{ ink }}", "navi").as_deref(), Some("ink"));
    assert_eq!(field("{{ way }} {{ ink }}", "4").as_deref(), Some("way"));
    assert_eq!(field("{{ way }} {{ ink }}", "1-4 navi"), None);
    assert_eq!(field("{{ ink | upper }} 20%", "NAVI").as_deref(), Some("ink"));
    assert_eq!(field("{{ ink if hot else way }}", "navi").as_deref(), Some("ink"));
    assert_eq!(field("1-4 red", "red"), None);
}

#[test]
fn texts_have_at_most_one_mebibyte() {
    let engine = Engine::default();
    for source in ["{{ name }}", "{{ name | trim }}"] {
        let template = engine.compile(source).unwrap();
        let longest = "x".repeat(limits::MAX_BYTES);
        let row = |text: &str| Pairs(vec![("name", Scalar::Text(text.into()))]);
        assert_eq!(engine.render(&template, &row(&longest)).unwrap().len(), limits::MAX_BYTES);
        assert!(engine.render(&template, &row(&(longest + "x"))).is_err());
    }
}

#[test]
fn all_texts_together_have_at_most_the_bytes_of_a_layout() {
    let mut engine = Engine::default();
    assert_eq!(*engine.bytes_left.get_mut(), limits::MAX_TOTAL_BYTES);
    *engine.bytes_left.get_mut() = 5;
    let template = engine.compile("{{ direction }}").unwrap();
    assert!(engine.render(&template, &row()).is_ok());
    let one_more = engine.compile("x").unwrap();
    assert!(engine.render(&one_more, &row()).unwrap_err().message.contains("256 MiB"));
}

#[test]
fn a_template_has_the_steps_of_the_limit() {
    assert_eq!(environment::environment("en", Spelling::default()).fuel(), Some(MAX_STEPS));
    let engine = Engine::default();
    let render = |count: u64| {
        // Each iteration of a loop takes more than one step and fewer than ten.
        let source =
            format!("{{% for a in range({count}) %}}{{% for b in range(100) %}}{{% endfor %}}{{% endfor %}}");
        engine.render(&engine.compile(&source).unwrap(), &row())
    };
    assert!(render(MAX_STEPS / 1_000).is_ok());
    assert!(render(MAX_STEPS / 100).unwrap_err().message.contains("more than 200000 steps"));
}

#[test]
fn a_text_is_computed_again_if_a_field_differs() {
    let engine = engine("de");
    let double = engine.compile("{{ a ~ '|' ~ b }}").unwrap();
    let ask = |a: Scalar, b: Scalar| engine.render(&double, &Pairs(vec![("a", a), ("b", b)])).unwrap();
    assert_eq!(ask(Scalar::Whole(1), Scalar::Whole(2)), "1|2");
    assert_eq!(ask(Scalar::Whole(1), Scalar::Whole(3)), "1|3");
    assert_eq!(ask(Scalar::Whole(1), Scalar::Whole(2)), "1|2");
    // These texts look like parts of a key, but the keys of the two rows must be different.
    assert_eq!(ask(Scalar::Text("x\0t1:y".into()), Scalar::Text("z".into())), "x\0t1:y|z");
    assert_eq!(ask(Scalar::Text("x".into()), Scalar::Text("y\0t1:z".into())), "x|y\0t1:z");
    // The second time, the text is remembered. The field is then a number again, and not a text with a
    // decimal comma.
    let half = engine.compile("{{ a / 2 }}").unwrap();
    for _ in 0..2 {
        let field = engine.field(&half, &Pairs(vec![("a", Scalar::Whole(5))])).unwrap();
        assert_eq!(field, Scalar::Number(2.5));
    }
}
