//! Positions set up by hand: the game checks every change.

use cairn_protocol::{PositionEdit, PositionField, PositionSetup, Problem};
use cairn_rules::Site;
use cairn_session::{
    OpenError, Session, SetupEdit, edit_position, move_pieces, set_position_field, setup_tools,
};
use cairn_texts::Texts;

use super::{open, view};

/// The fields of a position string that the board and the turn show.
const SHOWN_FIELDS: usize = 2;

/// Answers `POST /api/v1/position/setup`.
pub fn set_up_position(edit: &PositionEdit, texts: Texts) -> Result<PositionSetup, Problem> {
    let session = open(&edit.game, edit.position.as_deref(), None, texts)?;
    let (session, problem) = match edited(&*session, edit, texts)? {
        Ok(edited) => (edited, None),
        // A rejected change leaves the position unchanged.
        Err(error) => (session, Some(texts.message(&error.message()))),
    };
    let position = session.position();
    let names = session.info().position_fields.iter().skip(SHOWN_FIELDS);
    let fields = (SHOWN_FIELDS..).zip(position.split(' ').skip(SHOWN_FIELDS)).zip(names);
    Ok(PositionSetup {
        game: session.spec(),
        problem,
        tools: setup_tools(&*session).iter().map(|tool| texts.message(&tool.name)).collect(),
        fields: fields
            .map(|((field, value), name)| PositionField {
                field,
                name: texts.message(name),
                value: value.to_owned(),
            })
            .collect(),
        view: view(&*session, texts),
        position,
    })
}

/// Returns the result of a change, or the reason why the game rejects it; a problem if the request is invalid.
fn edited(
    session: &dyn Session,
    edit: &PositionEdit,
    texts: Texts,
) -> Result<Result<Box<dyn Session>, OpenError>, Problem> {
    let scene = session.board().scene();
    let site = |name: &Option<String>| -> Result<Option<Site>, Problem> {
        let Some(name) = name else { return Ok(None) };
        let word = cairn_session::excerpt(name);
        let unknown = || Problem::unprocessable(texts.format("lesson.no_square", &[("word", &word)]));
        scene.site(name).map(Some).ok_or_else(unknown)
    };
    let tool = |index: usize| {
        let unknown = || Problem::unprocessable(texts.format("web.problem.tool", &[("n", &index)]));
        setup_tools(session).get(index).copied().ok_or_else(unknown)
    };
    Ok(match (site(&edit.site)?, site(&edit.to)?, edit.tool, edit.field) {
        (Some(from), Some(to), ..) => move_pieces(session, from, to),
        (Some(site), None, Some(index), _) => edit_position(session, SetupEdit::Use(tool(index)?, site)),
        (Some(site), None, None, _) => edit_position(session, SetupEdit::Empty(site)),
        (None, _, _, Some(field)) if field >= SHOWN_FIELDS => {
            set_position_field(session, field, edit.value.as_deref().unwrap_or_default())
        }
        _ if edit.clear => edit_position(session, SetupEdit::Clear),
        _ if edit.next_turn => edit_position(session, SetupEdit::NextTurn),
        _ => Ok(session.restarted()),
    })
}
