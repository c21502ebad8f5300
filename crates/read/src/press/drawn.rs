//! Reads the objects that operators name: groups, patterns, gradients, pictures and fonts.
//!
//! - In: objects that the contents of a page name.
//! - Out: features that a standard may forbid, and the inks of gradients.
//! - Not here: the operators (`page_contents`).

use std::sync::Arc;

use kurbo::{Affine, Point, Rect};

use super::page_contents::Reader;
use super::spaces::Spaces;
use super::state::States;
use super::{ColourUse, FileFeature, PlacedPicture, PreflightFile, PressPlace};
use crate::ReadError;
use crate::hayro::{Array, Dict, Object, Resources, Stream};
use crate::limits::{MAX_DEPTH, MAX_ITEMS};
use crate::structure::{self, dict_name_is};
use hexpress_base::units::MM_PER_INCH;

impl<'f> Reader<'f, '_> {
    /// Records the transparency group of a page or a form. Also records the colour space in which the
    /// group mixes colours.
    pub fn group(&mut self, dict: &Dict<'f>, resources: &Resources<'f>, place: &PressPlace) {
        let Some(group) =
            dict.get::<Dict<'f>>("Group").filter(|group| dict_name_is(group, "S", b"Transparency"))
        else {
            return;
        };
        self.file.notice(FileFeature::Transparency("a transparency group"), place.clone());
        let Some(space) = group.get::<Object<'f>>("CS") else { return };
        // The colour space of a group does not colour any drawing. So it is read into a separate
        // [`PreflightFile`], and only the family of the colour space is used.
        let mut aside = PreflightFile::default();
        Spaces { resources, xref: self.pdf.xref() }.object(&space, ColourUse::Drawing, place, &mut aside);
        let families = aside.features.keys().filter_map(|what| match what {
            FileFeature::Colour(family, _) => Some(*family),
            _ => None,
        });
        for family in families {
            self.file.notice(FileFeature::Group(family), place.clone());
        }
    }

    pub fn pattern(
        &mut self,
        pattern: Option<Object<'f>>,
        resources: &Resources<'f>,
        states: &States,
    ) -> Result<(), ReadError> {
        match pattern {
            Some(Object::Dict(dict)) => {
                self.shading(dict.get::<Object<'f>>("Shading"), resources, states.now.to_page);
                Ok(())
            }
            Some(Object::Stream(stream)) if self.work.visited.insert(stream.obj_id()) => {
                let own_resources = stream.dict().get::<Dict<'f>>("Resources").map(Resources::new);
                self.program(&stream, own_resources.as_ref().unwrap_or(resources), states.now.to_page)
            }
            _ => Ok(()),
        }
    }

    /// Records the colour space of a gradient. Also records the inks at the ends of the gradient,
    /// if functions state the colours there.
    pub fn shading(&mut self, shading: Option<Object<'f>>, resources: &Resources<'f>, _: Affine) {
        let dict = match &shading {
            Some(Object::Dict(dict)) => dict,
            Some(Object::Stream(stream)) => stream.dict(),
            _ => return,
        };
        let place = States::place(self.number, None);
        let Some(space) = dict.get::<Object<'f>>("ColorSpace") else { return };
        let space = Spaces { resources, xref: self.pdf.xref() }.object(
            &space,
            ColourUse::Gradient,
            &place,
            self.file,
        );
        let mut functions: Vec<Dict<'f>> = dict.get::<Dict<'f>>("Function").into_iter().collect();
        if functions.is_empty() {
            self.file.not_read.insert("the inks of gradients with sampled colours");
        }
        // Damaged files could have endless parts, so their number is limited. A usual gradient has at
        // most a few hundred parts.
        for _ in 0..MAX_DEPTH * MAX_DEPTH {
            let Some(function) = functions.pop() else { break };
            let parts = function.get::<Array<'f>>("Functions");
            functions.extend(parts.iter().flat_map(|parts| parts.iter::<Dict<'f>>()));
            for key in ["C0", "C1"] {
                let values: Option<Vec<f64>> =
                    function.get::<Array<'_>>(key).map(|values| values.iter::<f64>().collect());
                if let Some(shares) = values.and_then(|values| space.shares(&values)) {
                    self.ink(shares, place.clone());
                }
            }
        }
    }

    /// Records the colour space, the resolution and the mask of a picture.
    pub fn picture(&mut self, picture: &Stream<'_>, resources: &Resources<'f>, states: &States) {
        let dict = picture.dict();
        let unit = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|corner| states.now.to_page * Point::from(corner));
        let rect =
            unit.iter().fold(Rect::from_points(unit[0], unit[2]), |rect, corner| rect.union_pt(*corner));
        let place = States::place(self.number, Some(rect));
        let side = |long: &str, short: &str| dict.get::<u32>(long).or_else(|| dict.get::<u32>(short));
        let pixels = side("Width", "W").zip(side("Height", "H"));
        let [across, down] = [unit[1] - unit[0], unit[3] - unit[0]].map(|side| side.hypot() / MM_PER_INCH);
        if let Some((width, height)) =
            pixels.filter(|_| across > 0.0 && down > 0.0 && self.work.entries < MAX_ITEMS)
        {
            self.work.entries += 1;
            let dpi = (f64::from(width) / across).min(f64::from(height) / down);
            self.file.pictures.push(PlacedPicture { dpi, place: place.clone() });
        }
        if dict.get::<Dict<'_>>("SMask").is_some() || dict.get::<Stream<'_>>("SMask").is_some() {
            self.file.notice(FileFeature::Transparency("a picture with a soft mask"), place.clone());
        }
        let is_stencil = ["ImageMask", "IM"].iter().any(|key| dict.get::<bool>(*key) == Some(true));
        if is_stencil {
            self.inked(&states.now.fill.clone(), states.now.keeps_other_inks, Some(rect));
            return;
        }
        let space = ["ColorSpace", "CS"].iter().find_map(|key| dict.get::<Object<'_>>(*key));
        let Some(space) = space else { return };
        let spaces = Spaces { resources, xref: self.pdf.xref() };
        let space = spaces.object(&space, ColourUse::Picture, &place, self.file);
        if space.shares(&[0.0; 4]).is_some() {
            self.file.not_read.insert("the inks of pictures");
        }
    }

    /// Returns the name of a font if the file does not contain the font. Otherwise returns `None`. If the
    /// letters of the font are drawings, also reads these drawings.
    pub fn font(
        &mut self,
        font: Option<Dict<'f>>,
        outer: &Resources<'f>,
    ) -> Result<Option<Arc<str>>, ReadError> {
        let Some(font) = font else { return Ok(None) };
        if dict_name_is(&font, "Subtype", b"Type3") {
            let id = font.obj_id();
            if id.is_some_and(|id| self.work.visited.insert(id)) {
                let own_resources = font.get::<Dict<'f>>("Resources").map(Resources::new);
                let letters = font.get::<Dict<'f>>("CharProcs").unwrap_or_default();
                for name in letters.keys() {
                    let Some(letter) = letters.get::<Stream<'f>>(&*name) else { continue };
                    self.program(&letter, own_resources.as_ref().unwrap_or(outer), Affine::IDENTITY)?;
                }
            }
            return Ok(None);
        }
        let described = structure::font(&font).filter(|font| !font.embedded);
        Ok(described.map(|font| Arc::from(font.name)))
    }
}
