//! A game before it begins: its options from the table, who plays, and a look at the board.

use cairn_rules::{Domain, GameInfo, OptionSpec, Player};
use cairn_session::players::PlayerSpec;
use cairn_session::{Session, open};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Screen;
use crate::app::Transition;
use crate::context::{Context, Notice};
use crate::game::Table;
use crate::keys::Action;
use crate::list::List;
use crate::players;
use crate::text_input::{TextInput, Typed};

/// A row of the form.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Row {
    Start,
    Seat(Player),
    /// A named set of options.
    Preset,
    /// An option by its place in the table.
    Option(usize),
}

/// The form.
pub(crate) struct Setup {
    info: &'static GameInfo,
    values: Vec<u16>,
    /// A word for every seat that the game can have.
    player_specs: Vec<String>,
    list: List,
    typed: Option<TextInput>,
    /// The game with these options, to be looked at.
    session: Option<Box<dyn Session>>,
}

impl Setup {
    /// The usual options: a person against the usual bot.
    pub(crate) fn new(info: &'static GameInfo, ctx: &Context) -> Self {
        let usual = |seat: usize| {
            let named = ctx.named.get(seat).and_then(Option::as_deref);
            named.unwrap_or(if seat == 0 { "human" } else { &ctx.settings.opponent }).to_owned()
        };
        let player_specs = (0..info.seats.len()).map(usual);
        let wished = ctx.settings.game.split_once(':').filter(|(id, _)| *id == info.id);
        let wished = |spec: &OptionSpec| {
            let mut settings = wished?.1.split(',').filter_map(|setting| setting.split_once('='));
            settings.find(|(name, _)| *name == spec.name).and_then(|(_, value)| spec.parse(value))
        };
        let values = info.options.iter().map(|spec| wished(spec).unwrap_or(spec.default)).collect();
        let mut setup = Self {
            info,
            values,
            player_specs: player_specs.collect(),
            list: List::default(),
            typed: None,
            session: None,
        };
        setup.look();
        setup
    }

    /// The game.
    pub(crate) fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The game with these options at its start.
    pub(crate) fn session(&self) -> Option<&dyn Session> {
        self.session.as_deref()
    }

    /// The rows, in order.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let seats = self.session.as_ref().map_or(2, |session| session.seats());
        let presets = (!self.info.presets.is_empty()).then_some(Row::Preset);
        let options = (0..self.info.options.len()).map(Row::Option);
        [Row::Start]
            .into_iter()
            .chain(Player::seats(seats).map(Row::Seat))
            .chain(presets)
            .chain(options)
            .collect()
    }

    /// The highlighted row and its number.
    pub(crate) fn highlighted(&self) -> (usize, Row) {
        let rows = self.rows();
        let at = self.list.get(rows.len());
        (at, rows[at])
    }

    /// The line that is being typed into the highlighted row.
    pub(crate) const fn typed(&self) -> Option<&TextInput> {
        self.typed.as_ref()
    }

    /// The word for who plays a seat.
    pub(crate) fn player_spec(&self, player: Player) -> &str {
        &self.player_specs[player.index()]
    }

    /// An option and its value.
    pub(crate) fn option(&self, index: usize) -> (&'static OptionSpec, String) {
        let spec = &self.info.options[index];
        (spec, spec.print(self.values[index]))
    }

    /// The named sets of options: what each of them is called and sets.
    fn presets(&self) -> Vec<(&'static str, Vec<u16>)> {
        let defaults: Vec<u16> = self.info.options.iter().map(|spec| spec.default).collect();
        let preset = |preset: &'static cairn_rules::Preset| {
            let mut values = defaults.clone();
            for (value, spec) in values.iter_mut().zip(self.info.options) {
                let set = preset.settings.iter().find(|(name, _)| *name == spec.name);
                *value = set.and_then(|(_, text)| spec.parse(text)).unwrap_or(*value);
            }
            (preset.name, values)
        };
        let mut presets = vec![("official", defaults.clone())];
        presets.extend(self.info.presets.iter().map(preset).filter(|(_, values)| *values != defaults));
        presets
    }

    /// The name of the set of options that is chosen, if it is one.
    pub(crate) fn preset(&self) -> Option<&'static str> {
        self.presets().into_iter().find(|(_, values)| *values == self.values).map(|(name, _)| name)
    }

    /// The game with its options in one word.
    fn word(&self) -> String {
        let settings: Vec<String> = (0..self.values.len())
            .map(|index| self.option(index))
            .map(|(spec, value)| format!("{}={value}", spec.name))
            .collect();
        format!("{}:{}", self.info.id, settings.join(","))
    }

    /// Opens the game with these options. The highlighted row stays so, wherever it goes.
    fn look(&mut self) {
        let (_, highlighted) = self.highlighted();
        self.session = open(&self.word(), None).ok();
        self.list.set(self.rows().iter().position(|row| *row == highlighted).unwrap_or_default());
    }

    /// Whether a key begins or goes on with something typed.
    pub(super) fn wants(&self, key: KeyEvent) -> bool {
        let is_digit = matches!(key.code, KeyCode::Char(c) if c.is_ascii_digit());
        let takes_digits = match self.highlighted().1 {
            Row::Option(index) => matches!(self.info.options[index].domain, Domain::Range(..)),
            _ => false,
        };
        self.typed.is_some() || is_digit && takes_digits
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(line) = &mut self.typed {
            line.insert(text);
        }
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        match self.typed.get_or_insert_default().press(key) {
            Typed::More => {}
            Typed::Dropped => self.typed = None,
            Typed::Done(text) => {
                self.typed = None;
                self.enter(&text, ctx);
            }
        }
    }

    /// Sets the highlighted row to what was typed.
    fn enter(&mut self, text: &str, ctx: &mut Context) {
        match self.highlighted().1 {
            Row::Seat(player) => match text.parse::<PlayerSpec>() {
                Ok(player_spec) => self.player_specs[player.index()] = player_spec.to_string(),
                Err(error) => ctx.notice = Some(Notice::Bad(error.to_string())),
            },
            Row::Option(index) => {
                let spec = &self.info.options[index];
                if let Some(value) = spec.parse(text) {
                    self.values[index] = value;
                } else {
                    let allowed = spec.allowed();
                    let said = ctx.texts.tell("app.bad_value", &[("word", &text), ("allowed", &allowed)]);
                    ctx.notice = Some(Notice::Bad(said));
                }
            }
            Row::Start | Row::Preset => {}
        }
        self.look();
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

    /// Goes on or back in what the highlighted row may be.
    fn change(&mut self, by: i32) {
        match self.highlighted().1 {
            Row::Start => {}
            Row::Seat(player) => {
                let words = players::players();
                let at = words.iter().position(|word| word == self.player_spec(player)).unwrap_or_default();
                self.player_specs[player.index()].clone_from(&words[turned(at, by.signum(), words.len())]);
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
        self.look();
    }

    fn start(&self, ctx: &mut Context) -> Transition {
        let opened = open(&self.word(), None).map_err(|error| error.to_string());
        let seated = |seats| -> Result<Vec<PlayerSpec>, _> {
            self.player_specs.iter().take(seats).map(|word| word.parse()).collect()
        };
        let table = opened.and_then(|session| {
            let player_specs = seated(session.seats()).map_err(|error| error.to_string())?;
            Ok(Table::new(session, player_specs, ctx.seed(), ctx))
        });
        match table {
            Ok(table) => Transition::open(Screen::Game(Box::new(table))),
            Err(problem) => {
                ctx.notice = Some(Notice::Bad(problem));
                Transition::Stay
            }
        }
    }
}

/// The next or the previous of `count` things in a ring.
fn turned(at: usize, by: i32, count: usize) -> usize {
    (at + if by < 0 { count.saturating_sub(1) } else { 1 }) % count.max(1)
}
