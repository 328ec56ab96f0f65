//! `cairn settings`: shows or changes the user's settings.

use cairn_rules::Message;
use cairn_storage::{SettingError, Storage};
use cairn_texts::{Texts, nearest};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;

/// Shows all settings or one of them, or sets one.
pub(super) fn run(
    printer: Printer,
    name: Option<&str>,
    value: Option<&str>,
    json: bool,
) -> Result<(), Failure> {
    let texts = printer.texts();
    let failed = |error: cairn_storage::StorageError| Failure::failed(error.tell(texts));
    let storage = Storage::open().map_err(failed)?;
    let (mut settings, problems) = storage.settings();
    for problem in problems {
        printer.note(&format!("{}.", problem.tell(texts)));
    }
    if let (Some(name), Some(value)) = (name, value) {
        settings.set(name, value).map_err(|error| refusal(name, value, error, texts))?;
        return storage.save_settings(&settings).map_err(failed);
    }
    let rows: Vec<(&str, String)> =
        settings.rows().filter(|(known, _)| name.is_none_or(|name| name == *known)).collect();
    if let (Some(name), true) = (name, rows.is_empty()) {
        let names: Vec<&str> = settings.rows().map(|(name, _)| name).collect();
        return Err(refusal(name, "", SettingError::UnknownName(names.join(", ")), texts));
    }
    let mut out = output::text();
    if json {
        let values: Value = rows.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        return Ok(out.json(&values)?);
    }
    for (known, value) in rows {
        match name {
            Some(_) => writeln!(out, "{value}")?,
            None => writeln!(out, "{known} = {value}")?,
        }
    }
    printer.detail(&storage.settings_file().display().to_string());
    Ok(())
}

fn refusal(name: &str, value: &str, error: SettingError, texts: Texts) -> Failure {
    let shown = value.escape_debug();
    Failure::request(match error {
        SettingError::UnknownName(names) => {
            let near = nearest(name, names.split(", "));
            Message::new("unknown setting `{name}`{near}; the settings are {names}")
                .with("name", name.escape_debug())
                .did_you_mean("near", near)
                .with("names", &names)
        }
        SettingError::InvalidValue(problem) => {
            let allowed = problem.tell(texts);
            let near = nearest(value, allowed.split(", "));
            Message::new("`{value}`{near} is not a value of {name} ({allowed})")
                .with("value", shown)
                .did_you_mean("near", near)
                .with("name", name)
                .with("allowed", &allowed)
        }
        SettingError::Syntax | SettingError::UnknownAction(_) => {
            Message::new("`{value}` is not a value of {name}").with("value", shown).with("name", name)
        }
    })
}
