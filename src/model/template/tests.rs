//! Tests of the expression language.

use crate::model::template::*;

struct Pairs(Vec<(&'static str, Scalar)>);

impl Row for Pairs {
    fn value(&self, name: &str) -> Option<&Scalar> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(n, _)| *n).collect()
    }
}

fn row() -> Pairs {
    Pairs(vec![("steps", Scalar::Whole(3)), ("direction", Scalar::Text("North".into()))])
}

#[test]
fn works_out_names_and_filters() {
    let engine = Engine::default();
    let say = |source: &str| engine.render(&engine.compile(source).unwrap(), &row()).unwrap();
    assert_eq!(say("{{ steps }}{{ direction | first }}"), "3N");
    assert_eq!(say("{{ steps | words | upper }} {{ direction | upper }}"), "THREE NORTH");
    assert_eq!(say("{{ steps }} {{direction}}!"), "3 North!");
    assert_eq!(say("{{ 'Pound' | plural(steps) }}"), "Pounds");
}

#[test]
fn names_what_is_not_known() {
    let engine = Engine::default();
    for source in ["{{ stpes }}", "{{ stpes | words }}"] {
        let error = engine.render(&engine.compile(source).unwrap(), &row()).unwrap_err();
        assert_eq!(error.message, "`stpes` is not known for this piece: did you mean `steps`?");
    }
    assert!(engine.compile("{{ steps").is_err());
    assert!(
        engine.compile("{{ steps | wrods }}").is_err()
            || engine.render(&engine.compile("{{ steps | wrods }}").unwrap(), &row()).is_err()
    );
}

#[test]
fn ink_that_is_read_on_a_colour() {
    let ink = |name: &str, rgb| crate::scene::Ink::new(name, rgb);
    let names = crate::model::Names {
        colours: vec![ink("lemon", [0xF0, 0xE4, 0x42]), ink("indigo", [0x33, 0x22, 0x88])],
        ..crate::model::Names::default()
    };
    let engine = Engine::new(&names, "en");
    let on = |colour: &str| {
        let row = Pairs(vec![("edge", Scalar::Text(colour.into()))]);
        engine.render(&engine.compile("{{ edge | contrast }}").unwrap(), &row)
    };
    assert_eq!(on("lemon").unwrap(), "black");
    assert_eq!(on("indigo").unwrap(), "white");
    assert_eq!(on("#4477AA").unwrap(), "white");
    assert_eq!(on("").unwrap(), "black");
    assert!(on("lemmon").unwrap_err().message.contains("no colour is called `lemmon`"));
}

#[test]
fn conditions() {
    let engine = Engine::default();
    let holds = |source: &str| engine.holds(&engine.compile_condition(source).unwrap(), &row()).unwrap();
    assert!(holds("steps > 2"));
    assert!(!holds("direction == 'South'"));
}
