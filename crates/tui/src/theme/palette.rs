//! Decides the colours of every theme, light and dark.

use super::rgb::rgb;
use super::{Mode, Rgb, Scheme};

/// The colours of one kind of piece: its face, and what is written on it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Dye {
    pub(super) face: Rgb,
    pub(super) ink: Rgb,
}

/// The colours of one theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// What everything stands on, and what is written there.
    pub(super) page: Rgb,
    pub(super) text: Rgb,
    pub(super) muted: Rgb,
    pub(super) border: Rgb,
    /// Titles and keys.
    pub(super) accent: Rgb,
    pub(super) warning: Rgb,
    /// The row of a list that Enter would take.
    pub(super) selected: Dye,
    /// The board and the lines on it.
    pub(super) board: Rgb,
    pub(super) line: Rgb,
    /// What is small and faint on the board, and the coordinates beside it.
    pub(super) faint: Rgb,
    pub(super) cursor: Rgb,
    pub(super) last: Rgb,
    pub(super) choice: Rgb,
    pub(super) chosen: Rgb,
    pub(super) neutral: Dye,
    /// Blue, white, red, green, black. Red is an orange and green leans to blue, after the palette
    /// of Okabe and Ito, so that people tell them apart however they see colours.
    pub(super) paints: [Dye; 5],
}

impl Palette {
    pub(super) const fn of(scheme: Scheme, mode: Mode) -> &'static Self {
        match (scheme, mode) {
            (Scheme::Cairn, Mode::Light) => &CAIRN_LIGHT,
            (Scheme::Cairn, Mode::Dark) => &CAIRN_DARK,
            (Scheme::Contrast, Mode::Light) => &CONTRAST_LIGHT,
            (Scheme::Contrast, Mode::Dark) => &CONTRAST_DARK,
            (Scheme::Paper, Mode::Light) => &PAPER_LIGHT,
            (Scheme::Paper, Mode::Dark) => &PAPER_DARK,
        }
    }
}

const fn dye(face: u32, ink: u32) -> Dye {
    Dye { face: rgb(face), ink: rgb(ink) }
}

const CAIRN_LIGHT: Palette = Palette {
    page: rgb(0xf7_f8_fa),
    text: rgb(0x1d_24_30),
    muted: rgb(0x56_60_70),
    border: rgb(0xa9_b3_c0),
    accent: rgb(0x0a_5c_94),
    warning: rgb(0xa3_3a_00),
    selected: dye(0x0a_5c_94, 0xff_ff_ff),
    board: rgb(0xd9_df_e7),
    line: rgb(0xa3_ae_bc),
    faint: rgb(0x4d_57_66),
    cursor: rgb(0x14_1a_24),
    last: rgb(0x70_4e_00),
    choice: rgb(0x05_55_66),
    chosen: rgb(0x98_1c_66),
    neutral: dye(0xbf_aa_85, 0x2c_22_0f),
    paints: [
        dye(0x00_68_a8, 0xff_ff_ff),
        dye(0xff_ff_ff, 0x1d_24_30),
        dye(0xe0_7b_1a, 0x1f_10_00),
        dye(0x1f_9e_77, 0x00_16_0d),
        dye(0x23_26_2d, 0xff_ff_ff),
    ],
};

const CAIRN_DARK: Palette = Palette {
    page: rgb(0x14_17_1c),
    text: rgb(0xec_ee_f2),
    muted: rgb(0xa5_ae_bb),
    border: rgb(0x46_4f_5d),
    accent: rgb(0x7c_c4_f2),
    warning: rgb(0xff_a8_5c),
    selected: dye(0x2d_6f_9e, 0xff_ff_ff),
    board: rgb(0x33_3a_47),
    line: rgb(0x56_61_73),
    faint: rgb(0xb4_bd_ca),
    cursor: rgb(0xff_ff_ff),
    last: rgb(0xf2_d0_6b),
    choice: rgb(0x7f_e0_e8),
    chosen: rgb(0xff_9a_d5),
    neutral: dye(0xb3_9c_74, 0x20_17_06),
    paints: [
        dye(0x4d_a6_e0, 0x04_12_1d),
        dye(0xf5_f3_ee, 0x1c_1a_16),
        dye(0xf0_88_3a, 0x1f_0d_00),
        dye(0x35_c1_93, 0x00_17_0e),
        dye(0x0a_0b_0e, 0xf2_f2_f2),
    ],
};

const CONTRAST_LIGHT: Palette = Palette {
    page: rgb(0xff_ff_ff),
    text: rgb(0x00_00_00),
    muted: rgb(0x33_33_33),
    border: rgb(0x4a_4a_4a),
    accent: rgb(0x00_3a_8c),
    warning: rgb(0x8c_1a_00),
    selected: dye(0x00_00_00, 0xff_ff_ff),
    board: rgb(0xd6_d6_d6),
    line: rgb(0x5a_5a_5a),
    faint: rgb(0x26_26_26),
    cursor: rgb(0x00_00_00),
    last: rgb(0x5c_3d_00),
    choice: rgb(0x00_45_57),
    chosen: rgb(0x80_00_52),
    neutral: dye(0x9a_9a_9a, 0x00_00_00),
    paints: [
        dye(0x00_44_9e, 0xff_ff_ff),
        dye(0xff_ff_ff, 0x00_00_00),
        dye(0xff_8c_1a, 0x00_00_00),
        dye(0x00_a3_6c, 0x00_00_00),
        dye(0x00_00_00, 0xff_ff_ff),
    ],
};

const CONTRAST_DARK: Palette = Palette {
    page: rgb(0x00_00_00),
    text: rgb(0xff_ff_ff),
    muted: rgb(0xd0_d0_d0),
    border: rgb(0x9a_9a_9a),
    accent: rgb(0x8f_d0_ff),
    warning: rgb(0xff_b0_5c),
    selected: dye(0xff_ff_ff, 0x00_00_00),
    board: rgb(0x36_36_36),
    line: rgb(0x8a_8a_8a),
    faint: rgb(0xd6_d6_d6),
    cursor: rgb(0xff_ff_ff),
    last: rgb(0xff_e0_66),
    choice: rgb(0x80_f4_ff),
    chosen: rgb(0xff_a8_dd),
    neutral: dye(0x9c_9c_9c, 0x00_00_00),
    paints: [
        dye(0x5c_b8_ff, 0x00_00_00),
        dye(0xff_ff_ff, 0x00_00_00),
        dye(0xff_9d_2e, 0x00_00_00),
        dye(0x2f_e0_a0, 0x00_00_00),
        dye(0x00_00_00, 0xff_ff_ff),
    ],
};

const PAPER_LIGHT: Palette = Palette {
    page: rgb(0xfa_f5_ea),
    text: rgb(0x33_29_1a),
    muted: rgb(0x69_5a_41),
    border: rgb(0xc2_b1_8e),
    accent: rgb(0x7a_3b_12),
    warning: rgb(0x9c_2f_0a),
    selected: dye(0x6b_4a_24, 0xff_fa_ee),
    board: rgb(0xe8_dc_c0),
    line: rgb(0xb8_a4_7c),
    faint: rgb(0x5e_4f_36),
    cursor: rgb(0x33_1c_08),
    last: rgb(0x6e_4a_00),
    choice: rgb(0x17_52_5c),
    chosen: rgb(0x8c_21_55),
    neutral: dye(0xc9_a6_6b, 0x2e_20_0a),
    paints: [
        dye(0x2b_5d_8c, 0xff_ff_ff),
        dye(0xff_fd_f6, 0x2b_23_14),
        dye(0xd6_71_2e, 0x1d_0c_00),
        dye(0x4f_a0_82, 0x04_18_0e),
        dye(0x2b_27_22, 0xfb_f6_ea),
    ],
};

const PAPER_DARK: Palette = Palette {
    page: rgb(0x1e_19_13),
    text: rgb(0xf3_e9_d6),
    muted: rgb(0xbf_ae_90),
    border: rgb(0x5e_51_3d),
    accent: rgb(0xe8_b8_7a),
    warning: rgb(0xff_a2_6b),
    selected: dye(0x7d_58_2b, 0xff_ff_ff),
    board: rgb(0x45_3a_2b),
    line: rgb(0x76_66_4c),
    faint: rgb(0xcc_bc_9e),
    cursor: rgb(0xff_f6_e0),
    last: rgb(0xf4_d2_78),
    choice: rgb(0x92_db_dd),
    chosen: rgb(0xf7_a3_c9),
    neutral: dye(0xb0_8d_57, 0x1a_11_03),
    paints: [
        dye(0x7f_b2_dd, 0x07_15_22),
        dye(0xfb_f3_e1, 0x2a_21_14),
        dye(0xec_8f_4f, 0x23_10_00),
        dye(0x7f_c9_a4, 0x06_18_0d),
        dye(0x12_0e_09, 0xf3_e9_d6),
    ],
};
