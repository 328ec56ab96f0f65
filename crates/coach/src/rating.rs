//! A person's strength in one game: a Glicko-2 rating from rated games against levels.
//!
//! The scale is that of the levels: Elo with `random` at 0. A level's strength is known from many games, so only the
//! person's rating changes.

use std::fmt;

use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, LEVELS, Message};
use cairn_session::{RATED_TAG, Session};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use thiserror::Error;

/// The rating of a new player: roughly that of a person who has just learned the rules.
const INITIAL_ELO: f64 = 500.0;
/// The deviation of a rating without games.
const INITIAL_DEVIATION: f64 = 350.0;
/// The deviation of a level's rating, from its error in docs/levels.md.
const LEVEL_DEVIATION: f64 = 30.0;

/// The rating of a person in one game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PlayerRating {
    /// The rating, on the scale of the levels.
    pub elo: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The volatility of Glicko-2: the expected fluctuation of the rating.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
}

impl Default for PlayerRating {
    fn default() -> Self {
        Self { elo: INITIAL_ELO, deviation: INITIAL_DEVIATION, volatility: 0.06, games: 0 }
    }
}

impl PlayerRating {
    /// Returns the rating after one more game: `score` is 1 for a win, 0.5 for a draw and 0 for a loss.
    #[must_use]
    pub fn after(self, opponent: i32, score: f64) -> Self {
        let me = Glicko2Rating { rating: self.elo, deviation: self.deviation, volatility: self.volatility };
        let level = Glicko2Rating {
            rating: opponent.into(),
            deviation: LEVEL_DEVIATION,
            volatility: Self::default().volatility,
        };
        let outcome = match score {
            score if score > 0.75 => Outcomes::WIN,
            score if score < 0.25 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        let (me, _) = glicko2(&me, &level, &outcome, &Glicko2Config::new());
        Self {
            elo: me.rating,
            deviation: me.deviation,
            volatility: me.volatility,
            games: self.games.saturating_add(1),
        }
    }

    /// Returns half the width of the 95 % interval.
    pub fn error(self) -> f64 {
        1.96 * self.deviation
    }

    /// Formats the rating, the number of games, and the level that suits the player.
    pub fn message(self, game: &GameInfo) -> Message {
        let message = if self.games == 1 {
            Message::new("{rating} after {n} game; level {level} suits you")
        } else {
            Message::new("{rating} after {n} games; level {level} suits you")
        };
        message.with("rating", self).with("n", self.games).with("level", self.suitable_level(game))
    }

    /// Returns the level, from 1, whose strength is nearest.
    pub fn suitable_level(self, game: &GameInfo) -> usize {
        let distance = |index: &usize| (f64::from(game.engine.level_elo[*index]) - self.elo).abs();
        (0..LEVELS).min_by(|a, b| distance(a).total_cmp(&distance(b))).map_or(1, |index| index + 1)
    }
}

/// Writes the rating with its error: `812 ± 95`.
impl fmt::Display for PlayerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns a negative zero into a positive one.
        write!(f, "{} ± {}", self.elo.round() + 0.0, self.error().round())
    }
}

/// The reason why a game cannot be rated.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum RatingError {
    /// The levels were measured with the standard options only.
    Options,
    /// The game does not start from the usual position.
    Position,
    /// The players are not one person and one level.
    Players,
    /// A rated game would be resumed with other players.
    Replaced,
}

impl RatingError {
    /// Returns the user-facing message.
    pub fn message(self) -> Message {
        match self {
            Self::Options => Message::new(
                "a rated game is played with the standard options, for which the levels were measured",
            ),
            Self::Position => Message::new("a rated game starts from the usual position"),
            Self::Players => Message::new("a rated game is one person against one level, level1 to level8"),
            Self::Replaced => Message::new("this game is rated, so its players cannot be replaced"),
        }
    }
}

/// Checks that a game between these players can be rated.
pub fn check_ratable(session: &dyn Session, players: &[PlayerSpec]) -> Result<(), RatingError> {
    if session.spec() != session.info().id {
        return Err(RatingError::Options);
    }
    if session.start_position().is_some() {
        return Err(RatingError::Position);
    }
    match players {
        [PlayerSpec::Human, other] | [other, PlayerSpec::Human] if other.level().is_some() => Ok(()),
        _ => Err(RatingError::Players),
    }
}

/// Returns whether a saved game that is resumed with these players is still rated.
pub fn is_still_rated(
    session: &dyn Session,
    saved: &[String],
    players: &[PlayerSpec],
) -> Result<bool, RatingError> {
    let before: Vec<PlayerSpec> = saved.iter().filter_map(|who| PlayerSpec::from_file(who).ok()).collect();
    if session.tag(RATED_TAG).as_deref() != Some("yes") || check_ratable(session, &before).is_err() {
        return Ok(false);
    }
    let is_same = before.iter().map(ToString::to_string).eq(players.iter().map(ToString::to_string));
    if is_same { Ok(true) } else { Err(RatingError::Replaced) }
}

/// Returns the strength of a level, from 1, on the scale of ratings.
pub fn level_elo(game: &GameInfo, level: usize) -> Option<i32> {
    game.engine.level_elo.get(level.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;
    use cairn_session::open;

    use super::*;

    #[test]
    fn wins_raise_and_losses_lower_a_rating_that_gets_surer() {
        let start = PlayerRating::default();
        let (won, lost, drew) = (start.after(500, 1.0), start.after(500, 0.0), start.after(500, 0.5));
        assert!(won.elo > 550.0 && lost.elo < 450.0, "{won:?} {lost:?}");
        assert!((won.elo + lost.elo - 1000.0).abs() < 1e-6 && (drew.elo - 500.0).abs() < 1e-6);
        assert!(won.deviation < INITIAL_DEVIATION && won.games == 1 && won.error() < start.error());
        assert!(start.after(1500, 1.0).elo > won.elo, "a stronger opponent counts for more");
    }

    #[test]
    fn it_finds_the_strength_of_a_steady_player() {
        // A player of 900 who scores as expected against the suitable level.
        let game = ALL[0];
        let mut rating = PlayerRating::default();
        let mut debt = 0.0;
        for _ in 0..200 {
            let opponent = level_elo(game, rating.suitable_level(game)).unwrap();
            debt += 1.0 / (1.0 + 10_f64.powf((f64::from(opponent) - 900.0) / 400.0));
            let score = if debt >= 0.5 { 1.0 } else { 0.0 };
            debt -= score;
            rating = rating.after(opponent, score);
        }
        assert!((rating.elo - 900.0).abs() < rating.error().max(60.0), "{rating:?}");
        assert!(rating.deviation < 80.0, "{rating:?}");
    }

    #[test]
    fn one_person_against_one_level_can_be_rated_and_stays_rated() {
        let players =
            |words: &[&str]| -> Vec<PlayerSpec> { words.iter().map(|word| word.parse().unwrap()).collect() };
        for game in ALL {
            let session = open(game.id, None).unwrap();
            for (words, is_ratable) in [
                (&["human", "level1"][..], true),
                (&["level8", "human"], true),
                (&["human", "human"], false),
                (&["level1", "level1"], false),
                (&["human", "greedy"], false),
                (&["human", "level1", "level1"], false),
            ] {
                let expected = if is_ratable { Ok(()) } else { Err(RatingError::Players) };
                assert_eq!(check_ratable(&*session, &players(words)), expected, "{} {words:?}", game.id);
            }
            let elsewhere = open(game.id, Some(&session.position())).unwrap();
            let from_start = elsewhere.start_position().is_none();
            assert_eq!(check_ratable(&*elsewhere, &players(&["human", "level1"])).is_ok(), from_start);
        }
        let mut session = open(ALL[0].id, None).unwrap();
        let saved = ["human", "level1"].map(str::to_owned);
        let (same, other) = (players(&["human", "level1"]), players(&["human", "level2"]));
        assert_eq!(is_still_rated(&*session, &saved, &same), Ok(false));
        session.set_tag(RATED_TAG, "yes").unwrap();
        assert_eq!(is_still_rated(&*session, &saved, &same), Ok(true));
        assert_eq!(is_still_rated(&*session, &saved, &other), Err(RatingError::Replaced));
        assert_eq!(is_still_rated(&*session, &["human", "greedy"].map(str::to_owned), &other), Ok(false));
    }

    #[test]
    fn levels_grow_and_each_suits_some_rating() {
        for game in ALL {
            assert!(game.engine.level_elo.is_sorted_by(|a, b| a < b), "{}", game.id);
            for level in 1..=LEVELS {
                let elo = level_elo(game, level).unwrap();
                let player = PlayerRating { elo: elo.into(), ..PlayerRating::default() };
                assert_eq!(player.suitable_level(game), level, "{}", game.id);
            }
            assert_eq!((level_elo(game, 0), level_elo(game, LEVELS + 1)), (None, None));
        }
    }
}
