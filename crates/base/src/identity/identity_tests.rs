use super::*;

fn parsed(text: &str) -> Identity {
    let Ok(identity) = text.parse();
    identity
}

/// Returns one identity of each kind, with its text.
fn all() -> Vec<(Identity, String)> {
    let of = |feature: Feature, text: &str| (Identity::Of("a-1".into(), feature), format!("a-1/{text}"));
    let mut all = vec![
        (Identity::Cut, "cut".to_owned()),
        (Identity::Fold, "fold".to_owned()),
        (Identity::Registration, "registration".to_owned()),
        (Identity::Foreign("Layer 1".into()), "Layer 1".to_owned()),
        of(Feature::Piece(NumberedSide { number: 7, side: PieceSide::Front }), "7"),
        of(Feature::Piece(NumberedSide { number: 120, side: PieceSide::Back }), "120/back"),
        of(Feature::Cell(CellAddress::new(3, -1)), "cell:3,-1"),
        of(Feature::Beyond(CellAddress::new(0, 12)), "cell:0,12/beyond"),
        of(Feature::Name(CellAddress::new(-10, 0)), "name:-10,0"),
        of(Feature::Line("é b".into()), "line:é b"),
        of(Feature::Side("black".into()), "side:black"),
        of(Feature::EdgeLine(1), "edge-line:1"),
        of(Feature::Road(1), "road:1"),
        of(Feature::Detail(2), "detail:2"),
        of(Feature::Under(3), "under:3"),
        of(Feature::Draw(4), "draw:4"),
        of(Feature::Link(4), "link:4"),
        of(Feature::Step(5), "cut/5"),
        of(Feature::Seam(None, "AB".into()), "seam:AB"),
        of(Feature::Seam(Some(NumberedSide { number: 2, side: PieceSide::Front }), "A".into()), "2/seam:A"),
        of(
            Feature::Seam(Some(NumberedSide { number: 2, side: PieceSide::Back }), "A".into()),
            "2/back/seam:A",
        ),
        of(Feature::Foreign("b/c".into()), "b/c"),
    ];
    all.extend(Ruler::ALL.iter().map(|ruler| (Identity::Ruler(*ruler), ruler.to_string())));
    all.extend(Single::ALL.iter().map(|single| of(Feature::Single(*single), single.word())));
    all.extend(Mark::ALL.iter().map(|mark| of(Feature::Mark(*mark), mark.word())));
    all
}

#[test]
fn what_is_written_is_read_back() {
    for (identity, text) in all() {
        assert_eq!(identity.to_string(), text);
        assert_eq!(parsed(&text), identity, "{text}");
    }
}

#[test]
fn every_word_is_one_thing() {
    let words: std::collections::BTreeSet<_> = all().into_iter().map(|(_, text)| text).collect();
    assert_eq!(words.len(), all().len());
}

#[test]
fn foreign_and_malformed_texts_stay_as_they_are() {
    for text in [
        "",
        "/",
        "a/",
        "/7",
        "//",
        "a//back",
        "a/back",
        "a/7/",
        "a/7/front",
        "a/7/back/back",
        "a/+7",
        "a/007",
        "a/-7",
        "a/99999999999999999999999",
        "a/7 ",
        "a/cell:",
        "a/cell:3",
        "a/cell:3,",
        "a/cell:3,4,5",
        "a/cell:03,1",
        "a/cell:+3,1",
        "a/cell:-0,1",
        "a/cell:3,-",
        "a/cell:9999999999,1",
        "a/cell:1,2/back",
        "a/cell:1,2/beyond/beyond",
        "a/name:x",
        "a/name:1,2/beyond",
        "a/draw:0x1",
        "a/draw:",
        "a/cut/",
        "a/cut/x",
        "a/cut/03",
        "a/b:c",
        "a/sheets",
        "cut/1",
        "cuts",
        "folded",
        "ruler-",
        "ruler-up",
        "seam",
        "cell:1,2",
        "7",
        "7/back",
        "Ebene 1",
        "日/本:語",
        "a/line:",
        "a/line:x/y:z",
        "a/side:/back",
        "seam:",
        "seam:a:b",
        "seam:a/b",
    ] {
        assert_eq!(parsed(text).to_string(), text);
    }
    for text in ["a/007", "a/+7", "a/-7", "a/cell:03,1", "a/cell:-0,1", "a/cell:1,2/back", "a/7/front"] {
        assert!(matches!(parsed(text).feature(), Some(Feature::Foreign(_))), "{text}");
    }
}
