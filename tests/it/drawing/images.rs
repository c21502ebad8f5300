//! Tests of pictures from files. The finished PDF contains the unchanged bytes of the files, shows each
//! picture in the right place, and has no other pixels.

use std::collections::BTreeMap;

use hexpress::read::{Item, ItemKind, Page};
use kurbo::{Point, Rect, Shape};
use libdeflater::{CompressionLvl, Compressor, Crc};
use lopdf::{Dictionary, Document, Object, Stream};

use crate::support::measure::{TOLERANCE_MM, id, paths, same_length};
use crate::support::run::{Ran, Run};

/// A small photograph: 6 x 4 pixels, three colours.
pub const JPEG: &[u8] = &[
    0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00,
    0x01, 0x00, 0x00, 0xFF, 0xDB, 0x00, 0x43, 0x00, 0x10, 0x0B, 0x0C, 0x0E, 0x0C, 0x0A, 0x10, 0x0E, 0x0D,
    0x0E, 0x12, 0x11, 0x10, 0x13, 0x18, 0x28, 0x1A, 0x18, 0x16, 0x16, 0x18, 0x31, 0x23, 0x25, 0x1D, 0x28,
    0x3A, 0x33, 0x3D, 0x3C, 0x39, 0x33, 0x38, 0x37, 0x40, 0x48, 0x5C, 0x4E, 0x40, 0x44, 0x57, 0x45, 0x37,
    0x38, 0x50, 0x6D, 0x51, 0x57, 0x5F, 0x62, 0x67, 0x68, 0x67, 0x3E, 0x4D, 0x71, 0x79, 0x70, 0x64, 0x78,
    0x5C, 0x65, 0x67, 0x63, 0xFF, 0xDB, 0x00, 0x43, 0x01, 0x11, 0x12, 0x12, 0x18, 0x15, 0x18, 0x2F, 0x1A,
    0x1A, 0x2F, 0x63, 0x42, 0x38, 0x42, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63,
    0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63,
    0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63,
    0x63, 0x63, 0x63, 0x63, 0x63, 0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 0x04, 0x00, 0x06, 0x03, 0x01, 0x22,
    0x00, 0x02, 0x11, 0x01, 0x03, 0x11, 0x01, 0xFF, 0xC4, 0x00, 0x15, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xFF, 0xC4, 0x00, 0x19,
    0x10, 0x01, 0x00, 0x02, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x04, 0x05, 0x13, 0x33, 0x41, 0xFF, 0xC4, 0x00, 0x15, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x05, 0xFF, 0xC4, 0x00, 0x1B, 0x11,
    0x00, 0x01, 0x04, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
    0x00, 0x01, 0x03, 0x21, 0x04, 0x12, 0x13, 0xFF, 0xDA, 0x00, 0x0C, 0x03, 0x01, 0x00, 0x02, 0x11, 0x03,
    0x11, 0x00, 0x3F, 0x00, 0xAD, 0x65, 0x54, 0x4C, 0x5A, 0xF8, 0x00, 0x32, 0x19, 0x6C, 0xF6, 0xA9, 0x61,
    0x48, 0x7C, 0x06, 0xDD, 0x7F, 0xFF, 0xD9,
];

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
    let length = compressor.zlib_compress(bytes, &mut out).unwrap();
    out.truncate(length);
    out
}

/// Returns a PNG. Each of the `rows` begins with the number of its filter. `more` contains the names and
/// contents of chunks before the pixels.
pub fn png(size: (u32, u32), bits: u8, kind: u8, more: &[(&[u8], &[u8])], rows: &[u8]) -> Vec<u8> {
    png_of(size, [bits, kind, 0, 0, 0], more, &deflate(rows))
}

fn png_of(size: (u32, u32), rest: [u8; 5], more: &[(&[u8], &[u8])], packed: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1A\n".to_vec();
    let mut chunk = |name: &[u8], body: &[u8]| {
        file.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        let named = [name, body].concat();
        let mut crc = Crc::new();
        crc.update(&named);
        file.extend(&named);
        file.extend(crc.sum().to_be_bytes());
    };
    let header = [&size.0.to_be_bytes()[..], &size.1.to_be_bytes(), &rest].concat();
    chunk(b"IHDR", &header);
    for (name, body) in more {
        chunk(name, body);
    }
    // Encoders often write the pixels in several chunks.
    let (first, second) = packed.split_at(packed.len() / 2);
    chunk(b"IDAT", first);
    chunk(b"IDAT", second);
    chunk(b"IEND", b"");
    file
}

/// Returns rows without a filter. `pixel` gives the bytes of each pixel.
pub fn rows(size: (u32, u32), pixel: impl Fn(u32, u32) -> Vec<u8>) -> Vec<u8> {
    let row = |y| std::iter::once(0).chain((0..size.0).flat_map(|x| pixel(x, y)).collect::<Vec<_>>());
    (0..size.1).flat_map(row).collect()
}

/// Returns a black PNG with one bit for each pixel.
fn large(width: u32, height: u32) -> Vec<u8> {
    png((width, height), 1, 0, &[], &vec![0; (1 + width.div_ceil(8) as usize) * height as usize])
}

/// Builds a layout of one card with this face. The layout is in the same folder as `files`.
pub fn card(face: &str, files: &[(&str, &[u8])]) -> Ran {
    sheet(&format!("[[cards]]\nsize = \"60 x 50mm\"\ngrid = \"1 x 1\"\nface = [{face}]\n"), files)
}

pub fn sheet(layout: &str, files: &[(&str, &[u8])]) -> Ran {
    let run = files.iter().fold(Run::new(), |run, (name, bytes)| run.file(name, bytes));
    run.file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run()
}

pub fn page(ran: &Ran) -> Page {
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns the corners of each picture on a page, and the size of the picture in pixels.
pub fn pictures(page: &Page) -> Vec<([Point; 4], (u32, u32))> {
    let image = |item: &Item| match &item.kind {
        ItemKind::Image { corners, pixels } => Some((**corners, (pixels.width, pixels.height))),
        _ => None,
    };
    page.items.iter().filter_map(image).collect()
}

pub fn bounds(corners: [Point; 4]) -> Rect {
    corners.iter().map(|p| Rect::from_points(*p, *p)).reduce(|a, b| a.union(b)).unwrap()
}

#[track_caller]
fn lies(page: &Page, got: Rect, x: f64, y: f64, size: (f64, f64)) {
    let centre = got.center() - page.media.center();
    same_length(centre.x, x, "across");
    same_length(centre.y, y, "down");
    same_length(got.width(), size.0, "width");
    same_length(got.height(), size.1, "height");
}

/// Returns a file, and the streams of its pictures in the order of their objects.
fn streams(bytes: &[u8]) -> (Document, Vec<Stream>) {
    let file = Document::load_mem(bytes).unwrap();
    let streams = file
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Image"));
    let streams = streams.cloned().collect();
    (file, streams)
}

/// Returns the only picture that is not a mask, and the mask of that picture.
pub fn picture(bytes: &[u8]) -> (Stream, Option<Stream>) {
    let (file, all) = streams(bytes);
    let mask = all.iter().find_map(|s| file.get_object(s.dict.get(b"SMask").ok()?.as_reference().ok()?).ok());
    let mask = mask.map(|o| o.as_stream().unwrap().clone());
    let mut pictures: Vec<_> = all.into_iter().filter(|s| Some(s) != mask.as_ref()).collect();
    assert_eq!(pictures.len(), 1);
    (pictures.remove(0), mask)
}

pub fn number(dictionary: &Dictionary, key: &str) -> i64 {
    dictionary.get(key.as_bytes()).and_then(Object::as_i64).unwrap()
}

fn name<'d>(dictionary: &'d Dictionary, key: &str) -> &'d [u8] {
    dictionary.get(key.as_bytes()).and_then(Object::as_name).unwrap()
}

/// Returns the unpacked bytes of a picture without their row filters.
///
/// Supports the filters 0, 1, 2 and 4, and panics on filter 3.
pub fn samples(stream: &Stream) -> Vec<u8> {
    let parameters = stream.dict.get(b"DecodeParms").and_then(Object::as_dict).unwrap();
    assert_eq!(number(parameters, "Predictor"), 15);
    let bits = number(parameters, "Colors") * number(parameters, "BitsPerComponent");
    let step = usize::try_from((bits / 8).max(1)).unwrap();
    let row = usize::try_from((bits * number(parameters, "Columns") + 7) / 8).unwrap();
    let height = usize::try_from(number(&stream.dict, "Height")).unwrap();
    let mut out = vec![0; (row + 1) * height];
    let got = libdeflater::Decompressor::new().zlib_decompress(&stream.content, &mut out).unwrap();
    assert_eq!(got, out.len(), "as many rows as it is high");
    let mut bare: Vec<u8> = Vec::new();
    for line in out.chunks(row + 1) {
        let start = bare.len();
        for (i, byte) in line[1..].iter().enumerate() {
            let left = if i < step { 0 } else { i32::from(bare[start + i - step]) };
            let up = if start == 0 { 0 } else { i32::from(bare[start + i - row]) };
            let corner = if i < step || start == 0 { 0 } else { i32::from(bare[start + i - row - step]) };
            let foretold = match line[0] {
                0 => 0,
                1 => left,
                2 => up,
                4 => {
                    let guess = left + up - corner;
                    *[left, up, corner].iter().min_by_key(|v| (guess - **v).abs()).unwrap()
                }
                other => panic!("filter {other}"),
            };
            bare.push(byte.wrapping_add(u8::try_from(foretold).unwrap()));
        }
    }
    bare
}

// ------------------------------------------------------------------ bytes

#[test]
fn a_jpeg_is_in_the_pdf_as_it_is() {
    let ran = card(r#"{ image = "art/photo.jpg", size = "30mm" }"#, &[("art/photo.jpg", JPEG)]);
    let (stream, mask) = picture(&ran.bytes("output/x-iso.pdf"));
    assert!(stream.content == JPEG, "its own bytes");
    assert_eq!(name(&stream.dict, "Filter"), b"DCTDecode");
    assert_eq!(name(&stream.dict, "ColorSpace"), b"DeviceRGB");
    assert_eq!((number(&stream.dict, "Width"), number(&stream.dict, "Height")), (6, 4));
    assert!(mask.is_none() && !stream.dict.has(b"Decode"));
}

#[test]
fn the_pixels_of_a_png_are_in_the_pdf_as_they_are() {
    // For each case: bits per channel, PNG colour type, colour channels, bytes per row. All are 5 x 3 pixels.
    let cases: [(u8, u8, i64, usize); 6] =
        [(8, 2, 3, 15), (16, 2, 3, 30), (8, 0, 1, 5), (16, 0, 1, 10), (4, 0, 1, 3), (1, 0, 1, 1)];
    for (bits, kind, colours, row) in cases {
        let bytes: Vec<u8> = (0..3u8).flat_map(|y| [vec![y % 2], vec![y * 40 + 7; row]].concat()).collect();
        let packed = deflate(&bytes);
        let file = png_of((5, 3), [bits, kind, 0, 0, 0], &[], &packed);
        let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &file)]);
        let (stream, mask) = picture(&ran.bytes("output/x-iso.pdf"));
        assert!(stream.content == packed, "{bits} bits, kind {kind}: the bytes of its IDAT chunks");
        assert_eq!(number(&stream.dict, "BitsPerComponent"), i64::from(bits));
        let parameters = stream.dict.get(b"DecodeParms").and_then(Object::as_dict).unwrap();
        assert_eq!(number(parameters, "Colors"), colours);
        assert_eq!(number(parameters, "Columns"), 5);
        assert!(mask.is_none());
    }
}

#[test]
fn a_palette_stays_and_its_opacities_become_a_mask() {
    let indices = rows((3, 1), |x, _| if x == 0 { vec![0b0001_1011] } else { Vec::new() });
    let packed = deflate(&indices);
    let colours: &[u8] = &[255, 0, 0, 0, 255, 0, 0, 0, 255];
    let more: [(&[u8], &[u8]); 2] = [(b"PLTE", colours), (b"tRNS", &[0, 128])];
    let file = png_of((3, 1), [2, 3, 0, 0, 0], &more, &packed);
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &file)]);
    let (stream, mask) = picture(&ran.bytes("output/x-iso.pdf"));
    assert!(stream.content == packed);
    let space = stream.dict.get(b"ColorSpace").and_then(Object::as_array).unwrap();
    assert_eq!(space[0].as_name().unwrap(), b"Indexed");
    assert_eq!((space[2].as_i64().unwrap(), space[3].as_str().unwrap()), (2, colours));
    assert_eq!(samples(&mask.unwrap()), [0, 128, 255]);
}

#[test]
fn alpha_is_taken_apart_without_loss() {
    let pixel = |x: u32, y: u32| vec![(x * 50) as u8, (y * 60) as u8, (x * y) as u8, 255 - (x * 9 + y) as u8];
    // The rows have different PNG filters. If colours and alpha are separated, both parts of a row keep the
    // filter of the row.
    let size = (5, 4);
    let mut bytes = rows(size, pixel);
    let bare = bytes.clone();
    for i in (5..21).rev() {
        bytes[21 + i] = bytes[21 + i].wrapping_sub(bytes[21 + i - 4]);
    }
    bytes[21] = 1;
    for i in 1..21 {
        bytes[42 + i] = bare[42 + i].wrapping_sub(bare[21 + i]);
    }
    bytes[42] = 2;
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &png(size, 8, 6, &[], &bytes))]);
    let (stream, mask) = picture(&ran.bytes("output/x-iso.pdf"));
    let pixels: Vec<Vec<u8>> = (0..4).flat_map(|y| (0..5).map(move |x| pixel(x, y))).collect();
    assert_eq!(samples(&stream), pixels.iter().flat_map(|p| p[..3].to_vec()).collect::<Vec<_>>());
    assert_eq!(samples(&mask.unwrap()), pixels.iter().map(|p| p[3]).collect::<Vec<_>>());
    assert_eq!(name(&stream.dict, "ColorSpace"), b"DeviceRGB");
    let opaque = png((2, 1), 8, 6, &[], &[0, 1, 2, 3, 255, 4, 5, 6, 255]);
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &opaque)]);
    let (stream, mask) = picture(&ran.bytes("output/x-iso.pdf"));
    assert_eq!(samples(&stream), [1, 2, 3, 4, 5, 6]);
    assert!(mask.is_none(), "nothing is seen through, so there is no mask");
}

#[test]
fn one_colour_that_is_seen_through_is_a_key() {
    let file = png((1, 1), 8, 2, &[(b"tRNS", &[0, 10, 0, 20, 0, 30])], &[0, 10, 20, 30]);
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &file)]);
    let (stream, _) = picture(&ran.bytes("output/x-iso.pdf"));
    let key: Vec<_> = stream.dict.get(b"Mask").and_then(Object::as_array).unwrap().to_vec();
    let key: Vec<i64> = key.iter().map(|o| o.as_i64().unwrap()).collect();
    assert_eq!(key, [10, 10, 20, 20, 30, 30]);
}

/// The passes of an interlaced PNG: the first column, the first row, and the steps between columns
/// and rows.
const PASSES: [(u32, u32, usize, usize); 7] =
    [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

#[test]
fn interlaced_pictures_are_put_in_order() {
    let (width, height) = (11, 9);
    let value = |x: u32, y: u32| (x * 20 + y) as u8;
    let mut passes = Vec::new();
    let mut bits = Vec::new();
    for (x0, y0, across, down) in PASSES {
        for y in (y0..height).step_by(down).filter(|_| x0 < width) {
            let pixels: Vec<_> = (x0..width).step_by(across).map(|x| value(x, y)).collect();
            passes.push(0);
            passes.extend(&pixels);
            bits.push(0);
            let dark = |p: &[u8]| p.iter().enumerate().map(|(i, v)| (v & 1) << (7 - i)).sum::<u8>();
            bits.extend(pixels.chunks(8).map(dark));
        }
    }
    let file = png_of((width, height), [8, 0, 0, 0, 1], &[], &deflate(&passes));
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &file)]);
    let (stream, _) = picture(&ran.bytes("output/x-iso.pdf"));
    let expected: Vec<u8> = (0..height).flat_map(|y| (0..width).map(move |x| value(x, y))).collect();
    assert_eq!(samples(&stream), expected);
    let file = png_of((width, height), [1, 0, 0, 0, 1], &[], &deflate(&bits));
    let ran = card(r#"{ image = "a.png", size = "30mm" }"#, &[("a.png", &file)]);
    let got = samples(&picture(&ran.bytes("output/x-iso.pdf")).0);
    for y in 0..height {
        for x in 0..width {
            let bit = got[(y * 2 + x / 8) as usize] >> (7 - x % 8) & 1;
            assert_eq!(bit, value(x, y) & 1, "{x}, {y}");
        }
    }
}

/// Returns a JPEG with more segments after its first two bytes.
fn with_segments(segments: &[(u8, &[u8])]) -> Vec<u8> {
    let mut file = JPEG[..2].to_vec();
    for (marker, body) in segments {
        file.extend([0xFF, *marker]);
        file.extend(u16::try_from(body.len() + 2).unwrap().to_be_bytes());
        file.extend(*body);
    }
    file.extend(&JPEG[2..]);
    file
}

#[test]
fn colour_profiles_go_along() {
    let mut profile = vec![0; 200];
    profile[..4].copy_from_slice(&200u32.to_be_bytes());
    profile[16..20].copy_from_slice(b"RGB ");
    profile[36..40].copy_from_slice(b"acsp");
    let (first, second) = profile.split_at(120);
    // In the file, the second piece of the profile comes before the first one. The number in each piece gives
    // the correct order.
    let piece = |number: u8, bytes: &[u8]| [b"ICC_PROFILE\0", &[number, 2][..], bytes].concat();
    let jpeg = with_segments(&[(0xE2, &piece(2, second)), (0xE2, &piece(1, first))]);
    let chunk = [b"mine\0\0".to_vec(), deflate(&profile)].concat();
    let png = png((1, 1), 8, 2, &[(b"iCCP", &chunk)], &[0, 1, 2, 3]);
    for file in [jpeg, png] {
        let ran = card(r#"{ image = "a", size = "30mm" }"#, &[("a", &file)]);
        let (document, streams) = streams(&ran.bytes("output/x-iso.pdf"));
        let space = streams[0].dict.get(b"ColorSpace").and_then(Object::as_array).unwrap();
        assert_eq!(space[0].as_name().unwrap(), b"ICCBased");
        let found = document.get_object(space[1].as_reference().unwrap()).unwrap().as_stream().unwrap();
        assert_eq!(found.content, profile);
        assert_eq!(number(&found.dict, "N"), 3);
    }
}

// ------------------------------------------------------------------ places

#[test]
fn a_picture_keeps_its_proportions_inside_its_box_or_fills_it() {
    let file = large(600, 400);
    let place = |face: &str| {
        let ran = card(face, &[("a.png", &file)]);
        let page = page(&ran);
        let found = pictures(&page);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1, (600, 400));
        (bounds(found[0].0), page)
    };
    let (got, page) = place(r#"{ image = "a.png", size = "40 x 40mm" }"#);
    lies(&page, got, 0.0, 0.0, (40.0, 40.0 * 2.0 / 3.0));
    let (got, page) = place(r#"{ image = "a.png", size = "40 x 10mm", at = "top-left", inset = "3 2mm" }"#);
    lies(&page, got, -30.0 + 3.0 + 7.5, -25.0 + 2.0 + 5.0, (15.0, 10.0));
    let (got, page) = place(r#"{ image = "a.png", size = "10mm", turn = 90, at = "4 -6mm" }"#);
    lies(&page, got, 4.0, -6.0, (20.0 / 3.0, 10.0));
    let (got, page) = place(r#"{ image = "a.png" }"#);
    lies(&page, got, 0.0, 0.0, (60.0, 40.0));
    let (got, page) = place(r#"{ image = "a.png", size = "100%", crop = true }"#);
    lies(&page, got, 0.0, 0.0, (75.0, 50.0));
    let (got, page) = place(r#"{ image = "a.png", size = "12 x 20mm", crop = true, at = "right" }"#);
    lies(&page, got, 30.0 - 6.0, 0.0, (30.0, 20.0));
}

#[test]
fn what_a_picture_may_not_cover_is_clipped() {
    let clips = |layout: &str, file: &[u8]| {
        let bytes = sheet(layout, &[("a.png", file)]).bytes("output/x-iso.pdf");
        let file = Document::load_mem(&bytes).unwrap();
        let contents = file.get_page_content(file.get_pages()[&1]).into_iter().collect::<Vec<u8>>();
        String::from_utf8_lossy(&contents).matches("W n\n").count()
    };
    let card = |more: &str, face: &str| format!("[[cards]]\nsize = \"60 x 40mm\"\n{more}\nface = [{face}]\n");
    let (wide, high) = (large(600, 400), large(400, 600));
    let full = r#"{ image = "a.png", size = "100%", crop = true }"#;
    assert_eq!(clips(&card("", full), &wide), 0, "it fits exactly");
    assert_eq!(clips(&card("", full), &high), 1, "what reaches beyond the box");
    assert_eq!(clips(&card("round = \"4mm\"", full), &wide), 1, "round corners");
    let small = r#"{ image = "a.png", size = "40%" }"#;
    assert_eq!(clips(&card("round = \"4mm\"", small), &wide), 0, "nothing near the corners");
    assert_eq!(
        clips(&card("", r#"{ image = "a.png", size = "40%", at = "25 0mm" }"#), &wide),
        1,
        "beyond the card"
    );
    let tile = format!("[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{full}]\n");
    assert_eq!(clips(&tile, &large(462, 400)), 2, "a hexagon, and a little beyond the box");
    let disc = format!("[[counters]]\nacross = \"40mm\"\nface = [{full}]\n");
    assert_eq!(clips(&disc, &large(400, 400)), 1, "a disc");
}

#[test]
fn photos_stand_upright_however_the_camera_was_held() {
    // For each Exif orientation: the direction from the centre to the first corner of the stored picture. For
    // example, (1, -1) is to the right and up. The stored picture has the proportions 3 x 2.
    let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1), (-1, 1)];
    for (orientation, (right, down)) in (1u8..).zip(corners) {
        let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0".to_vec();
        exif[25] = orientation;
        let file = with_segments(&[(0xE1, &exif)]);
        let ran = card(r#"{ image = "a.jpg", size = "12mm" }"#, &[("a.jpg", &file)]);
        let page = page(&ran);
        let (found, _) = pictures(&page)[0];
        let upright = if orientation < 5 { (12.0, 8.0) } else { (8.0, 12.0) };
        lies(&page, bounds(found), 0.0, 0.0, upright);
        let first = found[0] - page.media.center();
        assert_eq!(
            (first.x.signum(), first.y.signum()),
            (f64::from(right), f64::from(down)),
            "{orientation}"
        );
        let (stream, _) = picture(&ran.bytes("output/x-iso.pdf"));
        assert!(stream.content == file);
        // The second corner of the stored picture is at the other end of its first row. The row is horizontal
        // in the orientations 1 to 4, and vertical in the others.
        let along = found[1] - found[0];
        assert_eq!(along.x.abs() > TOLERANCE_MM, orientation < 5, "{orientation}: rows lie or stand");
    }
}

#[test]
fn pictures_stand_on_backs_on_cells_and_beside_boards() {
    let layout = r#"
[[board]]
sheet = "small"
cells = "flat-top"
across = "30mm"
shape = "hexhex 2"
cell = { image = "a.png", size = "9mm" }

[[board.draw]]
image = "a.png"
at = "top-left"
size = "18mm"

[[cards]]
size = "60 x 50mm"
back = [{ image = "a.png", size = "24mm" }]
"#;
    let ran = sheet(layout, &[("a.png", &large(600, 400))]);
    let pages = ran.pdf("output/x-iso.pdf").pages;
    let widths = |page: &Page| {
        let mut widths: Vec<_> = pictures(page).iter().map(|(c, _)| bounds(*c).width().round()).collect();
        widths.sort_by(f64::total_cmp);
        widths
    };
    assert_eq!(widths(&pages[0]), [9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 18.0]);
    assert_eq!(widths(&pages[1]), [0.0; 0]);
    // The second sheet has a picture only behind its cards. The page before it is the empty back of
    // the board.
    assert_eq!(widths(&pages[2]), [0.0; 0]);
    assert_eq!(widths(&pages[3]), [24.0]);
    let (_, all) = streams(&ran.bytes("output/x-iso.pdf"));
    assert_eq!(all.len(), 1, "one picture, once in the file");
}

// ------------------------------------------------------------------ many pieces

#[test]
fn a_picture_on_five_hundred_cards_is_in_the_file_once() {
    let layout = "[[cards]]\nsize = \"20 x 20mm\"\neach = { n = [1, 2] }\ncopies = 250\n\
                  face = [{ image = \"art/{{ n }}.png\" }, { image = \"same/{{ n }}.png\", size = \"5mm\" }]\n";
    let (one, two) = (large(160, 160), large(168, 160));
    let files: [(&str, &[u8]); 4] =
        [("art/1.png", &one), ("art/2.png", &two), ("same/1.png", &one), ("same/2.png", &one)];
    let ran = sheet(layout, &files);
    let (_, all) = streams(&ran.bytes("output/x-iso.pdf"));
    assert_eq!(all.len(), 2, "two contents, four names");
    let drawn: usize = ran.pdf("output/x-iso.pdf").pages.iter().map(|page| pictures(page).len()).sum();
    assert_eq!(drawn, 1000);
}

#[test]
fn without_a_picture_there_is_no_raster_in_the_file() {
    let ran = card(r#"{ star = "30mm", fill = "gold" }, { icon = "drop" }"#, &[]);
    assert_eq!(streams(&ran.bytes("output/x-iso.pdf")).1, []);
}

#[test]
fn an_empty_name_draws_nothing() {
    let layout =
        "[[cards]]\nsize = \"20 x 20mm\"\nset = { art = \"\" }\nface = [{ image = \"{{ art }}\" }]\n";
    assert_eq!(pictures(&page(&sheet(layout, &[]))), []);
}

// ------------------------------------------------------------------ drawings

const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<style>.sea { fill: #000080 }</style>
<defs><path id="leaf" d="M0 0h4v4z"/><clipPath id="half"><rect x="20" width="20" height="20"/></clipPath></defs>
<rect class="sea" width="40" height="20"/>
<g transform="translate(10 10) scale(2)"><use href="#leaf" fill="green"/></g>
<g clip-path="url(#half)"><circle cx="30" cy="10" r="5" fill="red" fill-rule="evenodd"/></g>
<path d="M0 5h40" stroke="#fff" stroke-width="2" stroke-dasharray="4 1"/>
<path d="M0 15h20" stroke="#ff0" stroke-width="3" stroke-linecap="square"/>
</svg>"##;

#[test]
fn an_svg_becomes_curves_in_their_place() {
    let ran = card(r#"{ image = "a.svg", size = "20mm", at = "5 -5mm" }"#, &[("a.svg", SVG.as_bytes())]);
    let page = page(&ran);
    assert_eq!(pictures(&page), []);
    let own_items: Vec<_> = page.items.iter().filter(|item| id(item) == "cards/1").collect();
    let found: BTreeMap<_, _> = own_items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill, stroke } => {
                let colour = fill.or(stroke.as_ref().map(|s| s.colour)).unwrap();
                Some((colour.0, (path.bounding_box() - page.media.center().to_vec2(), stroke.clone())))
            }
            _ => None,
        })
        .collect();
    let place = |colour: [u8; 3]| found[&colour].0;
    let same = |got: Rect, x0: f64, y0: f64, x1: f64, y1: f64| {
        // A unit is half a millimetre. The centre of the picture is 5 mm right of the card's centre
        // and 5 mm above it.
        let expected = Rect::new(x0, y0, x1, y1).scale_from_origin(0.5) + kurbo::Vec2::new(-5.0, -10.0);
        for (got, expected) in [(got.x0, expected.x0), (got.y0, expected.y0), (got.x1, expected.x1)] {
            same_length(got, expected, "in the drawing");
        }
        same_length(got.y1, expected.y1, "in the drawing");
    };
    same(place([0, 0, 128]), 0.0, 0.0, 40.0, 20.0);
    same(place([0, 128, 0]), 10.0, 10.0, 18.0, 18.0);
    same(place([255, 0, 0]), 25.0, 5.0, 35.0, 15.0);
    same(place([255, 255, 255]), 0.0, 5.0, 40.0, 5.0);
    same(place([255, 255, 0]), -1.5, 13.5, 21.5, 16.5);
    let stroke = found[&[255, 255, 255]].1.as_ref().unwrap();
    same_length(stroke.width, 1.0, "the line");
    same_length(stroke.dash[0], 2.0, "its dashes");
    same_length(stroke.dash[1], 0.5, "its gaps");
    assert!(found[&[255, 255, 0]].1.is_none(), "ends that a PDF line of ours has not are an area");
}

#[test]
fn a_drawing_on_many_cards_is_in_the_file_once() {
    let layout = "[[cards]]\nsize = \"20 x 20mm\"\ncopies = 100\nface = [{ image = \"a.svg\" }]\n";
    let bytes = sheet(layout, &[("a.svg", SVG.as_bytes())]).bytes("output/x-iso.pdf");
    let file = Document::load_mem(&bytes).unwrap();
    let forms = file
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form"));
    assert_eq!(forms.count(), 1);
}

#[test]
fn the_even_odd_rule_is_kept() {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill-rule="evenodd" d="M0 0h9v9h-9zM3 3h3v3h-3z"/></svg>"#;
    let bytes = card(r#"{ image = "a.svg" }"#, &[("a.svg", svg.as_bytes())]).bytes("output/x-iso.pdf");
    let file = Document::load_mem(&bytes).unwrap();
    let even_odd = file.objects.values().filter_map(|o| o.as_stream().ok()).filter(|s| {
        let text = s.decompressed_content().unwrap_or_else(|_| s.content.clone());
        text.windows(3).any(|w| w == b"f*\n")
    });
    assert_eq!(even_odd.count(), 1);
}

// ------------------------------------------------------------------ icons

const SWORD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" fill="none" stroke="currentColor"
 stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M2 2 22 10M2 10 22 2"/></svg>"#;

#[test]
fn own_icons_are_drawn_in_the_element_s_colour() {
    let layout = r##"
[icons]
folder = "mine"
[colours]
steel = { fill = "#112233", icon = "sword" }
[[cards]]
size = "60 x 50mm"
grid = "1 x 1"
face = [
  { icon = "{{ 'steel' | icon }}", size = "12mm", colour = "red" },
  { icon = "drop", size = "6mm", at = "top", colour = "navy" },
  { icon = "star", size = "6mm", at = "bottom", colour = "green" },
]
"##;
    let star = SWORD.replace("M2 2 22 10M2 10 22 2", "M2 6h20");
    let ran = sheet(layout, &[("mine/sword.svg", SWORD.as_bytes()), ("mine/star.svg", star.as_bytes())]);
    let page = page(&ran);
    let own_outlines: Vec<_> = paths(&page).filter(|(item, _)| id(item) == "cards/1").collect();
    assert_eq!(own_outlines.len(), 3);
    let ItemKind::Path { stroke: Some(stroke), fill: None, .. } = &own_outlines[0].0.kind else {
        panic!("{:?}", own_outlines[0])
    };
    assert_eq!(stroke.colour.0, [255, 0, 0]);
    same_length(stroke.width, 1.0, "two of 24 units on 12 mm");
    lies(&page, own_outlines[0].1.bounding_box(), 0.0, 0.0, (10.0, 4.0));
    assert!(matches!(own_outlines[1].0.kind, ItemKind::Path { fill: Some(_), .. }), "the program's own drop");
    let ItemKind::Path { stroke: Some(own_star), .. } = &own_outlines[2].0.kind else {
        panic!("{:?}", own_outlines[2])
    };
    assert_eq!(own_star.colour.0, [0, 128, 0], "an own icon comes before the program's");
    let mut attached: Vec<_> =
        ran.pdf("output/x-iso.pdf").attachments.iter().map(|a| a.name.clone()).collect();
    attached.sort();
    assert_eq!(attached, ["hexpress.json", "mine/star.svg", "mine/sword.svg", "x.toml"], "what was used");
}

/// Packs of icons often draw their icons in white on a black square. The sheets that show such an icon also
/// state its author.
#[test]
fn packs_of_icons_are_drawn_without_their_squares_and_credited() {
    let layout = r#"
[icons]
folder = "pack"
credit = "A. Drawer, CC BY 3.0"
[[cards]]
size = "60 x 50mm"
face = [{ icon = "sword", size = "12mm", colour = "red" }]
[[counters]]
share = false
across = "20mm"
face = [{ icon = "star", size = "9mm" }]
"#;
    let icon = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/>
<path fill="#fff" d="M128 128h256v128H128z"/></svg>"##;
    let ran = sheet(layout, &[("pack/sword.svg", icon)]);
    let pages = ran.pdf("output/x-iso.pdf").pages;
    let own_outlines: Vec<_> = paths(&pages[0]).filter(|(item, _)| id(item) == "cards/1").collect();
    assert_eq!(own_outlines.len(), 1, "{own_outlines:?}");
    let ItemKind::Path { fill: Some(fill), .. } = &own_outlines[0].0.kind else {
        panic!("{:?}", own_outlines[0])
    };
    assert_eq!(fill.0, [255, 0, 0]);
    let size = own_outlines[0].1.bounding_box().size();
    same_length(size.width, 6.0, "half of the square");
    let named: Vec<bool> = pages.iter().map(|page| says(page, "Icons: A. Drawer, CC BY 3.0")).collect();
    assert_eq!(named, [true, false], "the sheet that shows one names its author");
}

/// Returns whether a text on a page contains `words`.
pub fn says(page: &Page, words: &str) -> bool {
    page.items.iter().any(|item| matches!(&item.kind, ItemKind::Text(text) if text.string.contains(words)))
}

// ------------------------------------------------------------------ building again from the PDF

const DECK: &str = r#"
[icons]
folder = "icons"
[[cards]]
size = "60 x 50mm"
rows = [{ art = "a.png" }, { art = "b.jpg" }]
face = [{ image = "art/{{ art }}", size = "5mm" }, { icon = "sword", at = "top" }, { icon = "drop", at = "bottom" }]
[[counters]]
stock = "grey board"
across = "20mm"
face = [{ image = "c.svg" }]
"#;

fn deck(layout: &str, args: &[&str]) -> Ran {
    Run::new()
        .file("x.toml", layout)
        .file("art/a.png", large(40, 40))
        .file("art/b.jpg", JPEG)
        .file("c.svg", SVG)
        .file("icons/sword.svg", SWORD)
        .args(args.iter().copied())
        .any_stderr()
        .run()
}

#[test]
fn a_pdf_with_pictures_is_built_again_from_itself_alone() {
    for args in
        [&["build", "x.toml"][..], &["build", "x.toml", "--split"], &["build", "x.toml", "--only", "cards"]]
    {
        let ran = deck(DECK, args);
        for name in ran.folder.files().iter().filter(|name| name.ends_with(".pdf")) {
            let bytes = ran.bytes(name);
            let again = Run::new().file("mine.pdf", &bytes).args(["build", "mine.pdf"]).any_stderr().run();
            assert!(again.bytes(name) == bytes, "{name} of {args:?}");
        }
    }
}

#[test]
fn pictures_that_are_not_to_be_embedded_are_not_attached() {
    let ran = deck(&format!("[game]\nembed = false\n{DECK}"), &["build", "x.toml"]);
    let document = ran.pdf("output/x-iso.pdf");
    assert_eq!(document.attachments, []);
    assert_eq!(document.pages.iter().map(|page| pictures(page).len()).sum::<usize>(), 2);
    let bytes = ran.bytes("output/x-iso.pdf");
    // The file contains the photo only once: as a picture on a page. It is not attached a second
    // time.
    assert_eq!(bytes.windows(JPEG.len()).filter(|w| *w == JPEG).count(), 1);
}

#[test]
fn the_ticket_says_that_files_travel_along() {
    let ran = deck(DECK, &["build", "x.toml"]);
    let output = "The layout and the 4 files it names are inside the PDF, so that it can be built again";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
    let named = deck(DECK, &["build", "x.toml", "--only", "cards", "--json"]).json();
    let travels = ["art/a.png", "art/b.jpg", "c.svg", "icons/sword.svg"];
    assert_eq!(named["results"][0]["travels"], serde_json::json!(travels));
    let two = DECK.split("[[counters]]").next().unwrap().replace(", { icon = \"sword\", at = \"top\" }", "");
    let output = "The layout, `art/a.png` and `art/b.jpg` are inside the PDF";
    let ran = deck(&two, &["build", "x.toml"]);
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
}

#[test]
fn coarse_pictures_are_warned_of_and_printed() {
    let layout = "[[cards]]\nsize = \"60 x 50mm\"\nface = [{ image = \"a.png\", size = \"30mm\" }]\n";
    let ran = Run::new()
        .file("x.toml", layout)
        .file("a.png", large(118, 59))
        .args(["build", "x.toml"])
        .stderr(
            r#"
warning[HX207]: `a.png` has 118 x 59 pixels and is printed at 30 x 15 mm: 99 dpi looks coarse
 --> x.toml:3:19
  |
3 | face = [{ image = "a.png", size = "30mm" }]
  |                   ^^^^^^^
  |
  = help: for 200 dpi, print it at 14.9 x 7.4 mm or smaller, or use a picture with 237 x 119 pixels
"#,
        )
        .run();
    assert_eq!(pictures(&page(&ran)).len(), 1);
    // At the exact limit, and at the sizes that the message proposes, there is no warning.
    for (file, size) in [(large(237, 119), "30mm"), (large(118, 59), "14.9mm"), (large(200, 200), "25.4mm")] {
        let layout = layout.replace("30mm", size);
        Run::new().file("x.toml", layout).file("a.png", file).args(["build", "x.toml"]).run();
    }
}
