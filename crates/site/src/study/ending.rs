//! The end of a game for display: the reason, and the pieces that decide it.

use std::fmt::Display;

use cairn_rules::{Ground, Outcome, PileState, Player, Reason, Scene, Site, SiteView};
use cairn_texts::Texts;

/// The reason for the end of a game, and the sites that show it.
pub(super) struct Ending {
    /// A clause: `Black has no legal move`.
    pub(super) why: String,
    /// The sites of the deciding pieces.
    pub(super) sites: Vec<Site>,
}

impl Ending {
    pub(super) fn of(scene: &Scene, outcome: Outcome, texts: Texts) -> Self {
        let reason = outcome.reason.name();
        let Some(winner) = outcome.winner() else {
            return Self { why: texts.reason(reason).to_owned(), sites: Vec::new() };
        };
        let loser = Player::seats(scene.seats.len()).find(|player| *player != winner).unwrap_or(winner);
        let name = |player: Player| scene.seats.get(player.index()).map_or("", |seat| texts.seat(seat.name));
        let (winner_name, loser_name) = (name(winner), name(loser));
        let say = |args: &[(&str, &dyn Display)]| {
            let common: [(&str, &dyn Display); 2] = [("winner", &winner_name), ("loser", &loser_name)];
            texts.format(&format!("why.{reason}"), &[&common, args].concat())
        };
        let of_winner = |is_deciding: &dyn Fn(&SiteView) -> bool| {
            sites(scene, |site| owner(site) == Some(winner) && is_deciding(site))
        };
        let (why, sites) = match outcome.reason {
            Reason::TallestStack => {
                let height = deciding_height(scene, winner);
                (say(&[("height", &height)]), of_winner(&|site| height_of(site) == height))
            }
            Reason::FourTowers | Reason::MostTowers => {
                let is_tower =
                    |site: &SiteView| site.pile.as_ref().is_some_and(|pile| pile.state == PileState::Claimed);
                (say(&[]), of_winner(&is_tower))
            }
            Reason::FourHome => {
                let is_home = |site: &SiteView| matches!(site.ground, Ground::Home(home) if home != winner);
                (say(&[]), of_winner(&is_home))
            }
            Reason::NoLegalMove if scene.seats.len() == 2 => {
                (say(&[]), sites(scene, |site| owner(site) == Some(loser)))
            }
            Reason::AllCaptured | Reason::SixEliminated | Reason::Resignation | Reason::Time
                if scene.seats.len() == 2 =>
            {
                (say(&[]), Vec::new())
            }
            _ => (texts.reason(reason).to_owned(), Vec::new()),
        };
        let verdict = scene.verdict.as_ref().filter(|_| scene.outcome == Some(outcome));
        let why = verdict.map_or(why, |verdict| texts.message(verdict));
        Self { why, sites }
    }
}

fn owner(site: &SiteView) -> Option<Player> {
    site.pawn.or_else(|| site.pile.as_ref()?.owner())
}

fn height_of(site: &SiteView) -> u16 {
    site.pile.as_ref().map_or(0, cairn_rules::Pile::height)
}

fn sites(scene: &Scene, is_deciding: impl Fn(&SiteView) -> bool) -> Vec<Site> {
    let deciding = scene.sites.iter().enumerate().filter(|(_, site)| is_deciding(site));
    deciding.map(|(index, _)| Site(index as u16)).collect()
}

/// Returns the height of the winner's stack that decides: the first, tallest first, that no other player equals.
fn deciding_height(scene: &Scene, winner: Player) -> u16 {
    let heights = |player: Player| {
        let own = scene.sites.iter().filter(|site| owner(site) == Some(player));
        let mut heights: Vec<u16> = own.map(height_of).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights
    };
    let own = heights(winner);
    let others = Player::seats(scene.seats.len()).filter(|player| *player != winner);
    let best = others.map(heights).max().unwrap_or_default();
    let differs = own.iter().enumerate().find(|(place, height)| best.get(*place) != Some(height));
    differs.map_or(0, |(_, height)| *height)
}

#[cfg(test)]
mod tests {
    use cairn_texts::{Language, Texts};

    use crate::study::view;

    fn why(spec: &str, moves: &[&str], texts: Texts) -> (String, String) {
        let mut session = cairn_session::open(spec, None).unwrap();
        for mv in moves {
            session.play(mv).unwrap();
        }
        if session.outcome().is_none() {
            session.resign(session.to_move()).unwrap();
        }
        let view = view(&*session, texts);
        (view.why.unwrap(), view.svg)
    }

    #[test]
    fn the_end_is_described_without_a_leading_winner() {
        let (said, _) = why("staqs", &["c3"], Texts::default());
        assert_eq!(said, "White resigned");
        let (said, _) = why("stac", &[], Texts::new(Language::Portuguese));
        assert_eq!(said, "as Brancas desistiram");
    }
}
