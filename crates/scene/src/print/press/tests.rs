use super::*;

const DISPLAY: ColourUse = ColourUse::Letters(24.0);
const SMALL_PRINT: ColourUse = ColourUse::Letters(7.0);

fn inks(rgb: [u8; 3], used_for: ColourUse) -> Inks {
    Press::coated().unwrap().inks(rgb, used_for)
}

/// The shares come from littlecms 2.19, with the same profile, relative colorimetric, with black
/// point compensation, in steps of 0.4 percent.
#[test]
fn colours_are_converted_as_by_littlecms() {
    for (rgb, expected) in [
        ([255, 0, 0], [0.0, 90.2, 92.2, 1.2]),
        ([0, 255, 0], [56.5, 0.0, 82.0, 0.0]),
        ([0, 0, 255], [94.5, 71.4, 0.0, 0.0]),
        ([0, 255, 255], [40.8, 0.0, 16.9, 0.0]),
        ([255, 0, 255], [32.9, 69.8, 0.0, 0.0]),
        ([255, 255, 0], [9.4, 0.8, 90.2, 0.8]),
        ([200, 120, 60], [0.8, 51.0, 75.3, 23.1]),
        ([90, 140, 90], [56.1, 4.7, 66.3, 33.3]),
        ([40, 60, 120], [88.6, 68.2, 0.0, 35.3]),
        ([130, 20, 30], [0.0, 87.1, 58.8, 53.3]),
        ([245, 230, 200], [2.0, 5.1, 22.7, 7.8]),
        ([160, 160, 200], [35.7, 31.4, 4.7, 11.8]),
        ([30, 120, 130], [72.9, 11.4, 28.6, 38.4]),
        ([240, 180, 190], [2.4, 33.7, 13.3, 7.5]),
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
        // A percent of black ink is up to 5 steps of a dark grey.
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
    // A channel of 64 is no longer dark.
    assert_ne!(inks([0, 0, 64], DISPLAY), BLACK);
    // Nearly black areas need only black ink; coloured ones keep their colour.
    assert_eq!(inks(ink, ColourUse::Shapes)[..3], [0; 3]);
    assert_ne!(inks(navy, ColourUse::Shapes)[..3], [0; 3]);
    // Small letters in three inks become black; letters from 12 pt, and letters in two inks, do not.
    assert_eq!(inks(ruby, SMALL_PRINT)[..3], [0; 3]);
    assert_eq!(inks(ruby, ColourUse::Letters(11.99))[..3], [0; 3]);
    assert_eq!(inks(ruby, ColourUse::Letters(12.0)), inks(ruby, ColourUse::Shapes));
    assert_eq!(inks(red, SMALL_PRINT), inks(red, ColourUse::Shapes));
}

#[test]
fn no_mixture_has_more_ink_than_the_profile_allows() {
    let steps = || (0..=255u8).step_by(15);
    let most = steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b])));
    let most = most.map(|rgb| inks(rgb, ColourUse::Shapes).iter().map(|share| u32::from(*share)).sum::<u32>());
    assert!(most.max().is_some_and(|most| (240..=300).contains(&most)));
}

/// The checker compares what inks show with what the layout asks for.
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
