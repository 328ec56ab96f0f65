//! `cairn settings`: what the user has chosen for good.

use std::io::{self, Write};

use cairn_storage::{SettingError, Storage};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::printer::Printer;

/// Shows all settings or one of them, or sets one.
pub(super) fn run(
    printer: Printer,
    name: Option<&str>,
    value: Option<&str>,
    json: bool,
) -> Result<(), Failure> {
    let texts = printer.texts();
    let failed = |error: cairn_storage::StorageError| Failure::Failed(error.tell(texts));
    let home = Storage::open().map_err(failed)?;
    let (mut settings, problems) = home.settings().map_err(failed)?;
    for problem in problems {
        printer.note(&format!("{}.", problem.tell(texts)));
    }
    if let (Some(name), Some(value)) = (name, value) {
        settings.set(name, value).map_err(|wrong| refuse(name, value, wrong))?;
        return home.save_settings(&settings).map_err(failed);
    }
    let rows: Vec<(&str, String)> =
        settings.rows().filter(|(known, _)| name.is_none_or(|name| name == *known)).collect();
    if let (Some(name), true) = (name, rows.is_empty()) {
        let names: Vec<&str> = settings.rows().map(|(name, _)| name).collect();
        return Err(refuse(name, "", SettingError::UnknownName(names.join(", "))));
    }
    let mut out = io::stdout().lock();
    if json {
        let values: Value = rows.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        return Ok(writeln!(out, "{values}")?);
    }
    for (known, value) in rows {
        match name {
            Some(_) => writeln!(out, "{value}")?,
            None => writeln!(out, "{known} = {value}")?,
        }
    }
    printer.detail(&home.settings_file().display().to_string());
    Ok(())
}

fn refuse(name: &str, value: &str, wrong: SettingError) -> Failure {
    let (name, value) = (name.escape_debug(), value.escape_debug());
    Failure::Request(match wrong {
        SettingError::UnknownName(names) => format!("unknown setting `{name}`; the settings are {names}"),
        SettingError::InvalidValue(right) => format!("`{value}` is not a value of {name} ({right})"),
        SettingError::Syntax => format!("`{value}` is not a value of {name}"),
    })
}
