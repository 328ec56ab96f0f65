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

    /// Why a game is over at a position, and the sites that the board marks as deciding.
    fn decided(spec: &str, position: &str, texts: Texts) -> (String, Vec<String>) {
        let view = view(&*cairn_session::open(spec, Some(position)).unwrap(), texts);
        let cells =
            view.svg.split("<g role=\"gridcell\"").skip(1).map(|cell| cell.split('>').next().unwrap());
        let name =
            |cell: &str| cell.split("data-site=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let marked = cells.filter(|cell| cell.contains("data-mark=\"chosen\"")).map(name);
        (view.why.unwrap(), marked.collect())
    }

    #[test]
    fn a_verdict_of_the_game_names_the_tie_break_and_its_stack_is_marked() {
        let position = "5/5/w5,3,w2/5/b5,b3,3 w 0/0";
        let (why, marked) = decided("staqs", position, Texts::default());
        assert_eq!(
            (why.as_str(), marked),
            ("Blue wins on the second stack, 3 against 2", vec!["b1".to_owned()])
        );
        let (why, _) = decided("staqs", position, Texts::new(Language::Portuguese));
        assert!(why.contains("segunda pilha") && why.contains("3 contra 2"), "{why}");

        let (why, marked) = decided("sight", "5/3,b1,1/2,b2,w1,w2/3,w1,w3/b1,3,b2 w", Texts::default());
        let said = "White's tallest stack is blocked, and only the tallest may move: Black wins";
        assert_eq!((why.as_str(), marked), (said, ["d3", "e3", "d2", "e2"].map(ToOwned::to_owned).to_vec()));
    }

    #[test]
    fn without_a_verdict_the_reason_is_said_and_its_stack_is_marked() {
        let (why, marked) = decided("staqs", "5/5/w5,3,w2/5/b6,b3,3 w 0/0", Texts::default());
        assert_eq!((why.as_str(), marked), ("Blue has the tallest stack, of 6", vec!["a1".to_owned()]));
    }

    #[test]
    fn the_end_is_described_without_a_leading_winner() {
        let (said, _) = why("staqs", &["c3"], Texts::default());
        assert_eq!(said, "White resigned");
        let (said, _) = why("stac", &[], Texts::new(Language::Portuguese));
        assert_eq!(said, "as Brancas desistiram");
    }
}
