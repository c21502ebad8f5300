use super::*;

const DISPLAY: ColourUse = ColourUse::Letters(24.0);
const SMALL_PRINT: ColourUse = ColourUse::Letters(7.0);

fn inks(rgb: [u8; 3], used_for: ColourUse) -> Inks {
    Press::coated().unwrap().inks(rgb, used_for)
}

/// The expected shares come from littlecms 2.19 with the same profile. Its settings were relative
/// colorimetric with black point compensation. The shares have steps of 0.4 percent.
#[test]
fn colours_are_converted_as_by_littlecms() {
    for (rgb, expected) in [
        ([255, 0, 0], [0.0, 96.1, 98.4, 0.0]),
        ([0, 255, 0], [63.1, 0.0, 96.5, 0.0]),
        ([0, 0, 255], [97.6, 73.7, 0.0, 0.0]),
        ([0, 255, 255], [39.6, 0.0, 16.9, 0.0]),
        ([255, 0, 255], [33.3, 69.4, 0.0, 0.0]),
        ([255, 255, 0], [3.9, 0.0, 95.3, 0.0]),
        ([200, 120, 60], [0.0, 51.8, 76.9, 23.5]),
        ([90, 140, 90], [54.9, 0.0, 64.3, 36.5]),
        ([40, 60, 120], [89.8, 71.0, 0.0, 33.3]),
        ([130, 20, 30], [0.0, 94.5, 66.3, 54.1]),
        ([245, 230, 200], [0.4, 5.9, 22.7, 6.7]),
        ([160, 160, 200], [36.1, 31.4, 0.0, 12.2]),
        ([30, 120, 130], [68.2, 0.0, 21.6, 47.1]),
        ([240, 180, 190], [0.0, 34.9, 12.5, 6.7]),
    ] {
        let found = inks(rgb, ColourUse::Shapes);
        for (share, other) in found.iter().zip(expected) {
            assert!((f64::from(*share) - other).abs() <= 2.0, "{rgb:?}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn greys_are_black_ink_alone_and_look_as_light_as_before() {
    let press = Press::coated().unwrap();
    let mut before = 101;
    for grey in 0..=255 {
        let found = inks([grey; 3], ColourUse::Shapes);
        assert_eq!(found[..3], [0; 3], "{grey}");
        assert!(found[3] <= before, "{grey}");
        before = found[3];
        let shown = press.shown(found);
        // Shares of ink are whole percents, and one percent of black ink changes the channels of a dark grey
        // by up to 5.
        assert!(shown.iter().all(|channel| channel.abs_diff(grey) <= 5), "{grey}: {shown:?}");
    }
    assert_eq!(inks([0; 3], ColourUse::Shapes), BLACK);
    assert_eq!(inks([255; 3], ColourUse::Shapes), [0; 4]);
}

#[test]
fn dark_letters_need_few_inks() {
    let (ink, navy, ruby, red) = ([38, 38, 43], [0, 0, 63], [120, 30, 40], [255, 0, 0]);
    assert_eq!(inks(ink, DISPLAY), BLACK);
    assert_eq!(inks(navy, DISPLAY), BLACK);
    // A colour counts as dark only if all its channels are less than 64.
    assert_ne!(inks([0, 0, 64], DISPLAY), BLACK);
    // An area that is nearly black and nearly grey needs only black ink. A dark blue area keeps its
    // colour.
    assert_eq!(inks(ink, ColourUse::Shapes)[..3], [0; 3]);
    assert_ne!(inks(navy, ColourUse::Shapes)[..3], [0; 3]);
    // Small letters in three inks become black. Letters of at least 12 pt and letters in two inks keep
    // their colour.
    assert_eq!(inks(ruby, SMALL_PRINT)[..3], [0; 3]);
    assert_eq!(inks(ruby, ColourUse::Letters(11.99))[..3], [0; 3]);
    assert_eq!(inks(ruby, ColourUse::Letters(12.0)), inks(ruby, ColourUse::Shapes));
    assert_eq!(inks(red, SMALL_PRINT), inks(red, ColourUse::Shapes));
}

#[test]
fn no_mixture_has_more_ink_than_the_profile_allows() {
    let steps = || (0..=255u8).step_by(15);
    let most = steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b])));
    let most =
        most.map(|rgb| inks(rgb, ColourUse::Shapes).iter().map(|share| u32::from(*share)).sum::<u32>());
    assert!(most.max().is_some_and(|most| (240..=300).contains(&most)));
}

/// The checker calls `may_show` to compare the colour that inks show with the colour in the layout.
#[test]
fn a_press_shows_what_was_asked_and_nothing_else() {
    let press = Press::coated().unwrap();
    for rgb in [[200, 120, 60], [245, 230, 200], [38, 38, 43], [128; 3], [0, 255, 0]] {
        assert!(press.may_show(rgb, press.shown(inks(rgb, ColourUse::Shapes))), "{rgb:?}");
        assert!(press.may_show(rgb, press.shown(inks(rgb, SMALL_PRINT))), "{rgb:?}");
        assert!(!press.may_show(rgb, [10, 60, 90]), "{rgb:?}");
    }
    let shown = press.shown(inks([200, 120, 60], ColourUse::Shapes));
    assert!(shown.iter().zip([200, 120, 60]).all(|(one, other)| one.abs_diff(other) <= 6), "{shown:?}");
}
