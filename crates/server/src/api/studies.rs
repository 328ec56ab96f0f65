//! Studies: create, read, change.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_protocol::{CreatedStudy, Problem, SavedStudy, StoredStudy, Study, StudyChange};
use cairn_site::study;
use cairn_texts::Texts;

use super::games::bearer;
use super::{Body, Client, Path};
use crate::api::ApiError;
use crate::app::App;
use crate::game::{Token, new_id};
use crate::pool::Lane;
use crate::store::{AppendOutcome, StoreError, StudyRow};

/// Creates a study
#[utoipa::path(
    post,
    path = "/api/v1/studies",
    request_body = Study,
    responses(
        (
            status = 201,
            description = "The study, and the token that allows to change it",
            body = CreatedStudy,
            headers(("Location" = String, description = "The address of the study")),
            links(("study" = (operation_id = "study", parameters(("id" = "$response.body#/id")))))
        )
    )
)]
pub(super) async fn create_study(
    State(app): State<Arc<App>>,
    client: Client,
    Body(new): Body<Study>,
) -> Result<Response, ApiError> {
    if !app.rates.allow_study(client.address) {
        return Err(Problem::too_many(client.texts.text("web.problem.studies")).into());
    }
    let (study, content) = checked(&app, &client, new).await?;
    let token = Token::new().map_err(Problem::unavailable)?;
    let now = app.store.now();
    let row = StudyRow {
        id: new_id().map_err(Problem::unavailable)?,
        token: token.hash(),
        content,
        version: 0,
        created: now,
        updated: now,
    };
    let id = row.id.clone();
    if app.store.studies().create_study(row).await? == AppendOutcome::Conflict {
        // Another study has the same 60 random bits.
        return Err(Problem::unavailable(client.texts.text("web.failed")).into());
    }
    let location = format!("/api/v1/studies/{id}");
    let study = StoredStudy { id: id.clone(), version: 0, created: now, updated: now, study };
    let body = CreatedStudy { id, token: token.text().to_owned(), study };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(body)).into_response())
}

/// A study
#[utoipa::path(
    get,
    path = "/api/v1/studies/{id}",
    params(("id" = String, Path, description = "The study")),
    responses((status = 200, description = "A study", body = StoredStudy))
)]
pub(super) async fn study(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<StoredStudy>, ApiError> {
    Ok(Json(load(&app, &id, client.texts).await?.1))
}

/// Replaces the content of a study
#[utoipa::path(
    post,
    path = "/api/v1/studies/{id}",
    params(("id" = String, Path, description = "The study")),
    request_body = StudyChange,
    security(("token" = [])),
    responses(
        (status = 200, description = "The version now", body = SavedStudy),
        (status = 403, description = "The token is not that of the author, or a request from another site"),
        (status = 409, description = "The study was changed since the version of the request")
    )
)]
pub(super) async fn change_study(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(StudyChange { version, study: change }): Body<StudyChange>,
) -> Result<Json<SavedStudy>, ApiError> {
    let texts = client.texts;
    let row = app.store.studies().study(&id).await?.ok_or_else(|| unknown(&id, texts))?;
    if bearer(&headers) != row.token {
        return Err(Problem::forbidden(texts.text("web.problem.not_author")).into());
    }
    let stale = || Problem::conflict(texts.text("web.problem.study_stale"));
    if row.version != version {
        return Err(stale().into());
    }
    let (_, content) = checked(&app, &client, change).await?;
    let updated = app.store.now();
    match app.store.studies().save_study(&id, version, content, updated).await? {
        AppendOutcome::Stored => Ok(Json(SavedStudy { version: version.saturating_add(1), updated })),
        AppendOutcome::Conflict => Err(stale().into()),
    }
}

/// Validates a study from a client; returns it with the JSON to store, and counts its size against the client's limit.
async fn checked(app: &App, client: &Client, study: Study) -> Result<(Study, String), Problem> {
    let texts = client.texts;
    let check = move || {
        let study = study::check_study(&study, texts)?;
        let content = serde_json::to_string(&study).map_err(Problem::unavailable)?;
        Ok((study, content))
    };
    let checked = client.run(Lane::Puzzle, check).await?;
    if !app.rates.allow_study_bytes(client.address, checked.1.len()) {
        return Err(Problem::too_many(texts.text("web.problem.studies")));
    }
    Ok(checked)
}

/// Returns a stored study, as its row and as its content.
pub(crate) async fn load(app: &App, id: &str, texts: Texts) -> Result<(StudyRow, StoredStudy), Problem> {
    let row = app.store.studies().study(id).await?.ok_or_else(|| unknown(id, texts))?;
    let study = serde_json::from_str(&row.content);
    let study = study.map_err(|error| StoreError::Unreadable(format!("the study {id}: {error}")))?;
    let StudyRow { id, version, created, updated, .. } = row.clone();
    Ok((row, StoredStudy { id, version, created, updated, study }))
}

fn unknown(id: &str, texts: Texts) -> Problem {
    Problem::not_found(texts.format("web.problem.unknown_study", &[("id", &cairn_session::excerpt(id))]))
}
