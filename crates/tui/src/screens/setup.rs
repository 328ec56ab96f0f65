//! The form of a new game: its options, its players, and a preview of the board.

use cairn_coach::rating::check_ratable;
use cairn_engine::bots::{BasicBot, BotError, Level, PlayerSpec};
use cairn_rules::{Domain, GameInfo, OptionSpec, Player, Preset};
use cairn_session::{Session, open};
use cairn_table::{TableSetup, TimeControl};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::list::ListState;
use crate::text_input::{TextInput, Typed};

/// The clocks that the form offers. The user can type others.
const CLOCKS: [&str; 10] =
    ["none", "1m", "3m+2s", "5m", "5m+3s", "10m+5s", "15m+10s", "30m", "30s/move", "1m/move"];

/// A row of the form.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Row {
    Start,
    Seat(Player),
    /// Whether the game counts for the user's rating, if it can be rated.
    Rated,
    /// The clocks, if a person plays.
    Clock,
    /// The preset, a named set of option values.
    Preset,
    /// An option by its index.
    Option(usize),
}

/// The form.
pub(crate) struct Setup {
    info: &'static GameInfo,
    values: Vec<u16>,
    /// The players of all seats that the game can have, as text.
    players: Vec<String>,
    /// Whether the user wants a rated game, if it can be rated.
    is_rated: bool,
    clock: TimeControl,
    list: ListState,
    typed: Option<TextInput>,
    /// The game with these options.
    session: Option<Box<dyn Session>>,
}

impl Setup {
    /// Creates the form with the default options, and a person against the suitable level, or else the default
    /// opponent.
    pub(crate) fn new(info: &'static GameInfo, ctx: &Context) -> Self {
        let suitable = ctx.ratings.get(info.id).map(|rating| format!("level{}", rating.suitable_level(info)));
        let opponent = suitable.unwrap_or_else(|| ctx.settings.opponent.clone());
        let player = |seat: usize| match ctx.players.get(seat) {
            Some(Some(named)) => named.to_string(),
            _ if seat == 0 => PlayerSpec::Human.to_string(),
            _ => opponent.clone(),
        };
        // All options are listed explicitly, so that presets count too.
        let configured = open(&ctx.settings.game, None).ok().filter(|session| session.info().id == info.id);
        let configured = configured.map(|session| session.spec());
        let configured = |spec: &OptionSpec| {
            let mut settings = configured
                .as_ref()?
                .split_once(':')?
                .1
                .split(',')
                .filter_map(|setting| setting.split_once('='));
            settings.find(|(name, _)| *name == spec.name).and_then(|(_, value)| spec.parse(value))
        };
        let values = info.options.iter().map(|spec| configured(spec).unwrap_or(spec.default)).collect();
        let mut setup = Self {
            info,
            values,
            players: (0..info.seats.len()).map(player).collect(),
            is_rated: false,
            clock: TimeControl::Unlimited,
            list: ListState::default(),
            typed: None,
            session: None,
        };
        setup.reopen();
        setup
    }

    /// Returns the game.
    pub(crate) fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Returns the game with these options.
    pub(crate) fn session(&self) -> Option<&dyn Session> {
        self.session.as_deref()
    }

    /// Returns the rows, in order.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let seats = self.session.as_ref().map_or(2, |session| session.seats());
        let presets = (!self.info.presets.is_empty()).then_some(Row::Preset);
        let options = (0..self.info.options.len()).map(Row::Option);
        [Row::Start]
            .into_iter()
            .chain(Player::seats(seats).map(Row::Seat))
            .chain(self.can_be_rated().then_some(Row::Rated))
            .chain(self.has_person().then_some(Row::Clock))
            .chain(presets)
            .chain(options)
            .collect()
    }

    /// Returns the highlighted row and its index.
    pub(crate) fn highlighted(&self) -> (usize, Row) {
        let rows = self.rows();
        let at = self.list.get(rows.len());
        (at, rows[at])
    }

    /// Returns the text input of the highlighted row.
    pub(crate) const fn typed(&self) -> Option<&TextInput> {
        self.typed.as_ref()
    }

    /// Returns the player of a seat, as text.
    pub(crate) fn player(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    /// Returns whether the game will be rated.
    pub(crate) fn is_rated(&self) -> bool {
        self.is_rated && self.can_be_rated()
    }

    fn can_be_rated(&self) -> bool {
        let Some(session) = &self.session else { return false };
        let players = self.players.iter().take(session.seats()).map(|text| text.parse());
        let players: Result<Vec<PlayerSpec>, _> = players.collect();
        players.is_ok_and(|players| check_ratable(&**session, &players).is_ok())
    }

    /// Returns whether a person plays.
    fn has_person(&self) -> bool {
        let seats = self.session.as_ref().map_or(0, |session| session.seats());
        self.players
            .iter()
            .take(seats)
            .any(|text| text.parse().is_ok_and(|player: PlayerSpec| player.is_human()))
    }

    /// Returns the clocks.
    pub(crate) const fn clock(&self) -> TimeControl {
        self.clock
    }

    /// Returns an option and its value.
    pub(crate) fn option(&self, index: usize) -> (&'static OptionSpec, String) {
        let spec = &self.info.options[index];
        (spec, spec.print(self.values[index]))
    }

    /// Returns the presets: their names and option values.
    fn presets(&self) -> Vec<(&'static str, Vec<u16>)> {
        let defaults: Vec<u16> = self.info.options.iter().map(|spec| spec.default).collect();
        let values = |preset: &'static Preset| {
            let mut values = defaults.clone();
            for (value, spec) in values.iter_mut().zip(self.info.options) {
                let set = preset.settings.iter().find(|(name, _)| *name == spec.name);
                *value = set.and_then(|(_, text)| spec.parse(text)).unwrap_or(*value);
            }
            (preset.name, values)
        };
        let is_standard = |preset: &Preset| preset.name == Preset::STANDARD.name;
        // A preset with the standard values would never appear as chosen.
        let presets =
            self.info.all_presets().filter(|preset| is_standard(preset) || !preset.settings.is_empty());
        presets.map(values).collect()
    }

    /// Returns the name of the preset with the chosen values, if there is one.
    pub(crate) fn preset(&self) -> Option<&'static str> {
        self.presets().into_iter().find(|(_, values)| *values == self.values).map(|(name, _)| name)
    }

    /// Returns the game with its options as text.
    fn spec(&self) -> String {
        let settings: Vec<String> = (0..self.values.len())
            .map(|index| self.option(index))
            .map(|(spec, value)| format!("{}={value}", spec.name))
            .collect();
        format!("{}:{}", self.info.id, settings.join(","))
    }

    /// Opens the game with these options. The same row stays highlighted, even if its position changes.
    fn reopen(&mut self) {
        let (_, highlighted) = self.highlighted();
        self.session = open(&self.spec(), None).ok();
        self.list.set(self.rows().iter().position(|row| *row == highlighted).unwrap_or_default());
    }

    /// Returns whether a key goes to the text input, or opens it.
    pub(super) fn wants_key(&self, key: KeyEvent) -> bool {
        let is_digit = matches!(key.code, KeyCode::Char(c) if c.is_ascii_digit());
        let takes_digits = match self.highlighted().1 {
            Row::Option(index) => matches!(self.info.options[index].domain, Domain::Range(..)),
            _ => false,
        };
        self.typed.is_some() || is_digit && takes_digits
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(input) = &mut self.typed {
            input.insert(text);
        }
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        match self.typed.get_or_insert_default().press(key) {
            Typed::Editing => {}
            Typed::Cancelled => self.typed = None,
            Typed::Done(text) => {
                self.typed = None;
                self.enter(&text, ctx);
            }
        }
    }

    /// Sets the highlighted row to the typed text.
    fn enter(&mut self, text: &str, ctx: &mut Context) {
        match self.highlighted().1 {
            Row::Seat(player) => match text.parse::<PlayerSpec>() {
                Ok(spec) => self.players[player.index()] = spec.to_string(),
                Err(error) => ctx.warn(ctx.texts.message(&error.message())),
            },
            Row::Option(index) => {
                let spec = &self.info.options[index];
                if let Some(value) = ctx.texts.read_value(spec, text) {
                    self.values[index] = value;
                } else {
                    let allowed = ctx.texts.values(spec);
                    ctx.warn(ctx.texts.format("app.bad_value", &[("word", &text), ("allowed", &allowed)]));
                }
            }
            Row::Clock => {
                if let Ok(clock) = text.parse() {
                    self.clock = clock;
                } else {
                    let allowed = "none, 5m, 5m+3s, 30s/move";
                    ctx.warn(ctx.texts.format("app.bad_value", &[("word", &text), ("allowed", &allowed)]));
                }
            }
            Row::Start | Row::Rated | Row::Preset => {}
        }
        self.reopen();
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match action {
            Action::Left => self.change(-1),
            Action::PageUp => self.change(10),
            Action::PageDown => self.change(-10),
            Action::Choose if self.highlighted().1 == Row::Start => return self.start(ctx),
            Action::Choose | Action::Right => self.change(1),
            Action::Row(row) => {
                self.list.set(row);
                return self.act(Action::Choose, ctx);
            }
            Action::Type if self.highlighted().1 != Row::Start => self.typed = Some(TextInput::default()),
            Action::Back | Action::Leave => return Transition::Menu,
            action => {
                self.list.act(action, self.rows().len());
            }
        }
        Transition::Stay
    }

    /// Changes the value of the highlighted row.
    fn change(&mut self, by: i32) {
        match self.highlighted().1 {
            Row::Start => {}
            Row::Seat(player) => {
                let all = players();
                let at = all.iter().position(|text| text == self.player(player)).unwrap_or_default();
                self.players[player.index()].clone_from(&all[turned(at, by.signum(), all.len())]);
            }
            Row::Rated => self.is_rated = !self.is_rated,
            Row::Clock => {
                let text = self.clock.to_string();
                let at = CLOCKS.iter().position(|clock| *clock == text).unwrap_or_default();
                self.clock = CLOCKS[turned(at, by.signum(), CLOCKS.len())].parse().unwrap_or_default();
            }
            Row::Preset => {
                let presets = self.presets();
                let at = presets.iter().position(|(_, values)| *values == self.values).unwrap_or_default();
                self.values.clone_from(&presets[turned(at, by.signum(), presets.len())].1);
            }
            Row::Option(index) => {
                let value = &mut self.values[index];
                *value = match self.info.options[index].domain {
                    Domain::Range(min, max) => (i32::from(*value) + by).clamp(min.into(), max.into()) as u16,
                    Domain::Words(words) => turned(usize::from(*value), by.signum(), words.len()) as u16,
                };
            }
        }
        self.reopen();
    }

    fn start(&self, ctx: &mut Context) -> Transition {
        let screen = self.game(ctx).map(|game| Screen::Game(Box::new(game)));
        Transition::try_open(screen, ctx)
    }

    fn game(&self, ctx: &mut Context) -> Result<GameScreen, String> {
        let session = open(&self.spec(), None).map_err(|error| ctx.texts.message(&error.message()))?;
        let players = self.players.iter().take(session.seats()).map(|text| text.parse::<PlayerSpec>());
        let players =
            players.collect::<Result<_, BotError>>().map_err(|error| ctx.texts.message(&error.message()))?;
        let setup = TableSetup::new(session, players, ctx.next_seed()).with_rating(self.is_rated());
        let clock = if self.has_person() { self.clock } else { TimeControl::Unlimited };
        Ok(GameScreen::new(setup.with_clock(clock), ctx))
    }
}

/// Returns the next or the previous of `count` indices, wrapping around.
fn turned(at: usize, by: i32, count: usize) -> usize {
    (at + if by < 0 { count.saturating_sub(1) } else { 1 }) % count.max(1)
}

/// Lists a person and the bots, weakest first.
fn players() -> Vec<String> {
    ["human".to_owned()].into_iter().chain(bots()).collect()
}

/// Lists the bots, weakest first.
pub(crate) fn bots() -> Vec<String> {
    let levels = Level::all().map(|level| format!("level{}", level.number()));
    let seeds = BasicBot::ALL.map(|bot| bot.name().to_owned());
    seeds.into_iter().chain(levels).chain(["perfect".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_players_and_clocks_can_be_parsed() {
        for text in players() {
            assert_eq!(text.parse::<PlayerSpec>().map(|spec| spec.to_string()), Ok(text));
        }
        for text in CLOCKS {
            assert_eq!(text.parse::<TimeControl>().map(|clock| clock.to_string()).as_deref(), Ok(text));
        }
    }
}
