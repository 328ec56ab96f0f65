//! The user's own key bindings: read from the settings, validated, and looked up before the default ones.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cairn_storage::{KeySetting, SettingError, ValueProblem};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::tables::ALL;
use super::{Action, Binding, Bindings, all};

/// Keys with a name in the settings.
const NAMED: [(&str, KeyCode); 15] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("space", KeyCode::Char(' ')),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("delete", KeyCode::Delete),
    ("backspace", KeyCode::Backspace),
];

/// The user's bindings. All other actions have their default keys.
#[derive(Default)]
pub(crate) struct KeyMap {
    custom: Vec<(&'static str, Vec<KeyCode>)>,
}

impl KeyMap {
    /// Reads the settings. Reports an invalid setting, or one that gives a key two meanings on one screen, with its
    /// index; its action keeps its default keys.
    pub(crate) fn new(settings: &[KeySetting]) -> (Self, Vec<(usize, String, SettingError)>) {
        let mut problems = Vec::new();
        let mut map = Self::default();
        let mut places = Vec::new();
        for (place, setting) in settings.iter().enumerate() {
            match read(setting) {
                Ok(custom) => {
                    places.push(place);
                    map.custom.push(custom);
                }
                Err((word, error)) => problems.push((place, word, error)),
            }
        }
        while let Some((at, key, others)) = map.conflict() {
            let (name, _) = map.custom.remove(at);
            let conflict = ValueProblem::Conflict { action: name, others };
            problems.push((places.remove(at), key_name(key), SettingError::InvalidValue(conflict)));
        }
        problems.sort_by_key(|(place, ..)| *place);
        (map, problems)
    }

    /// Returns the first custom binding with a key that has another meaning on the same screen, and the name of that
    /// meaning.
    fn conflict(&self) -> Option<(usize, KeyCode, &'static str)> {
        self.custom.iter().enumerate().find_map(|(at, (name, keys))| {
            let screens = ALL.into_iter().filter(|screen| all(screen).any(|binding| binding.name() == *name));
            screens.flat_map(all).filter(|other| other.name() != *name).find_map(|other| {
                let key = keys.iter().find(|key| self.keys(other).contains(key))?;
                Some((at, *key, other.name()))
            })
        })
    }

    fn custom(&self, binding: &Binding) -> Option<&[KeyCode]> {
        let mut custom = self.custom.iter();
        custom.find(|(name, _)| *name == binding.name()).map(|(_, keys)| &keys[..])
    }

    fn keys<'a>(&'a self, binding: &'a Binding) -> &'a [KeyCode] {
        self.custom(binding).unwrap_or(binding.keys)
    }

    /// Returns the action of a key.
    pub(crate) fn find(&self, bindings: Bindings, key: KeyEvent) -> Option<Action> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        all(bindings).find(|binding| self.keys(binding).contains(&code)).map(|binding| binding.action)
    }

    /// Returns the keys of a binding as the help shows them.
    pub(crate) fn shown(&self, binding: &Binding) -> Cow<'static, str> {
        match self.custom(binding) {
            None => binding.shown.into(),
            Some(keys) => keys.iter().map(|key| key_name(*key)).collect::<Vec<_>>().join(" ").into(),
        }
    }

    /// Returns the user's key for an action of a screen; `None` if it has its default keys.
    pub(crate) fn custom_key(&self, bindings: Bindings, action: Action) -> Option<String> {
        let binding = all(bindings).find(|binding| binding.action == action)?;
        Some(self.custom(binding)?.first().map_or_else(|| "-".to_owned(), |key| key_name(*key)))
    }
}

/// Returns the names of all actions.
fn names() -> BTreeSet<&'static str> {
    ALL.into_iter().flat_map(all).map(Binding::name).collect()
}

/// Parses the action and the keys of a setting; returns the invalid word and its problem on failure.
fn read(setting: &KeySetting) -> Result<(&'static str, Vec<KeyCode>), (String, SettingError)> {
    let known = names();
    let name = known.iter().find(|name| **name == setting.action).ok_or_else(|| {
        let near = cairn_rules::nearest(&setting.action, known.iter().copied());
        let near = if near.is_empty() { "hint, undo, flip, …".to_owned() } else { near.join(", ") };
        (setting.action.clone(), SettingError::UnknownAction(near))
    })?;
    let keys = setting.keys.iter().map(|word| key(word).ok_or_else(|| (word.clone(), unknown_key())));
    Ok((*name, keys.collect::<Result<_, _>>()?))
}

fn unknown_key() -> SettingError {
    let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
    SettingError::InvalidValue(ValueProblem::Allowed(format!("a, ?, f1, {}", names.join(", "))))
}

/// Returns the key with a name: a character other than a digit, because digits pick entries, or a word.
fn key(word: &str) -> Option<KeyCode> {
    let mut signs = word.chars();
    if let (Some(sign), None) = (signs.next(), signs.next()) {
        let is_usable = !sign.is_control() && !sign.is_whitespace() && !sign.is_ascii_digit();
        return is_usable.then_some(KeyCode::Char(sign.to_ascii_lowercase()));
    }
    let word = word.to_ascii_lowercase();
    let function = word.strip_prefix('f').and_then(|number| number.parse().ok());
    let function = function.filter(|number| (1..=12).contains(number)).map(KeyCode::F);
    function.or_else(|| NAMED.iter().find(|(name, _)| *name == word).map(|&(_, key)| key))
}

fn key_name(key: KeyCode) -> String {
    match key {
        KeyCode::Char(sign) if sign != ' ' => sign.to_string(),
        KeyCode::F(number) => format!("f{number}"),
        key => NAMED.iter().find(|(_, named)| *named == key).map_or("", |(name, _)| name).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(action: &str, keys: &[&str]) -> KeySetting {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        KeySetting { action: action.to_owned(), keys, line: 1 }
    }

    fn press(sign: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(sign), KeyModifiers::NONE)
    }

    #[test]
    fn a_key_has_one_meaning_on_each_screen() {
        for screen in ALL {
            let mut keys: Vec<KeyCode> =
                all(screen).flat_map(|binding| binding.keys.iter().copied()).collect();
            let count = keys.len();
            keys.sort_by_key(|key| format!("{key:?}"));
            keys.dedup();
            assert_eq!(keys.len(), count, "{screen:?}");
        }
    }

    #[test]
    fn keys_change_places_and_the_usual_ones_are_free_again() {
        let (map, problems) = KeyMap::new(&[setting("hint", &["u", "F5"]), setting("undo", &["t"])]);
        assert_eq!(problems.len(), 0);
        assert_eq!(map.find(super::super::GAME, press('U')), Some(Action::Hint));
        assert_eq!(map.find(super::super::GAME, press('t')), Some(Action::Undo));
        assert_eq!(map.custom_key(super::super::GAME, Action::Hint).as_deref(), Some("u"));
        assert_eq!(map.custom_key(super::super::GAME, Action::Flip), None);
        // A setting for one screen does not affect the others.
        assert_eq!(map.find(super::super::PUZZLES, press('t')), Some(Action::Today));
        let (map, problems) = KeyMap::new(&[setting("resign", &[])]);
        assert_eq!((problems.len(), map.find(super::super::GAME, press('x'))), (0, None));
    }

    #[test]
    fn wrong_settings_and_conflicts_leave_the_usual_keys() {
        let settings = [
            setting("hnt", &["u"]),
            setting("hint", &["ctrl-x"]),
            setting("undo", &["5"]),
            setting("flip", &["x"]),
            setting("size", &["é"]),
        ];
        let (map, problems) = KeyMap::new(&settings);
        let words: Vec<(usize, &str)> = problems.iter().map(|(place, word, _)| (*place, &**word)).collect();
        assert_eq!(words, [(0, "hnt"), (1, "ctrl-x"), (2, "5"), (3, "x")]);
        assert_eq!(problems[0].2, SettingError::UnknownAction("hint".to_owned()));
        let conflict = ValueProblem::Conflict { action: "flip", others: "resign" };
        assert_eq!(problems[3].2, SettingError::InvalidValue(conflict));
        for (sign, action) in
            [('t', Action::Hint), ('x', Action::Resign), ('f', Action::Flip), ('é', Action::Size)]
        {
            assert_eq!(map.find(super::super::GAME, press(sign)), Some(action));
        }
        assert_eq!(map.find(super::super::GAME, press('z')), None);
    }

    #[test]
    fn the_manual_names_every_action() {
        let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/terminal.md");
        let manual = std::fs::read_to_string(manual).unwrap();
        for name in names() {
            assert!(manual.contains(&format!("`{name}`")), "docs/terminal.md does not name `{name}`");
        }
    }
}
