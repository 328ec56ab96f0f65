//! Opens games by their specs: those of the registry of `cairn-rules`, and games that other crates register.

use std::any::{Any, TypeId};
use std::sync::{PoisonError, RwLock};

use cairn_rules::games::{self, Visitor, with_game};
use cairn_rules::{Game, GameInfo, GameSpec, GameSpecError};
use thiserror::Error;

use crate::{OpenError, Session, TypedSession};

type Opener = fn(&str, Option<&str>) -> Result<Box<dyn Session>, OpenError>;

/// A game of another crate.
struct Entry {
    info: &'static GameInfo,
    game: TypeId,
    open: Opener,
}

static REGISTERED: RwLock<Vec<Entry>> = RwLock::new(Vec::new());

/// The error for a name that another game has.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("another game is called `{id}`")]
#[non_exhaustive]
pub struct IdTakenError {
    /// The name of both games in specs.
    pub id: &'static str,
}

/// Registers a game of another crate for [`open`] and everything that builds on it, such as [records](crate::record),
/// for the whole process. Registering a game again changes nothing.
///
/// `cairn_engine::register` registers it for engines, bots and matches as well.
pub fn register<G: Game>() -> Result<(), IdTakenError> {
    let id = G::INFO.id;
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let same = registered.iter().find(|entry| entry.info.id == id);
    if same.is_some_and(|entry| entry.game == TypeId::of::<G>()) {
        return Ok(());
    }
    if same.is_some() || games::ALL.iter().any(|info| info.id == id) {
        return Err(IdTakenError { id });
    }
    let open: Opener = |spec, position| Ok(Box::new(TypedSession::<G>::open(spec.parse()?, position)?));
    registered.push(Entry { info: G::INFO, game: TypeId::of::<G>(), open });
    Ok(())
}

/// Returns every game that [`open`] accepts: those of the registry, then those that were registered.
pub fn known_games() -> Vec<&'static GameInfo> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    games::ALL.iter().copied().chain(registered.iter().map(|entry| entry.info)).collect()
}

/// Opens a game by its spec, such as `staqs:size=7`, at its starting position or at another one.
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, OpenError> {
    struct Open<'a>(Option<&'a str>);

    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Session>, OpenError>;

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
            Ok(Box::new(TypedSession::open(spec, self.0)?))
        }
    }

    let id = spec.split(':').next().unwrap_or_default();
    let opener = {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().find(|entry| entry.info.id == id).map(|entry| entry.open)
    };
    if let Some(open) = opener {
        return open(spec, position);
    }
    match with_game(spec, Open(position)) {
        Ok(opened) => opened,
        Err(GameSpecError::UnknownGame { word, .. }) => {
            let games = known_games().into_iter().map(|info| info.id).collect();
            Err(GameSpecError::UnknownGame { word, games }.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns a session with its game's types, if it is of this game.
///
/// ```
/// use cairn_rules::games::{sight::Sight, staqs::Staqs};
/// use cairn_session::{as_typed, open};
///
/// let session = open("staqs", None)?;
/// assert_eq!(as_typed::<Staqs>(&*session).unwrap().moves().len(), 25);
/// assert!(as_typed::<Sight>(&*session).is_none());
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub fn as_typed<G: Game>(session: &dyn Session) -> Option<&TypedSession<G>> {
    let any: &dyn Any = session;
    any.downcast_ref()
}

/// A generic function that [`with_session`] runs with the types of a session's game.
pub trait SessionVisitor {
    /// Its result.
    type Output;

    /// Runs the function on a session with its game's types.
    fn visit<G: Game>(self, session: &TypedSession<G>) -> Self::Output;
}

/// Runs a visitor on a session with its game's types; `None` if the game is not in the registry of `cairn-rules`.
///
/// ```
/// use cairn_rules::{Game, Symmetric};
/// use cairn_session::{SessionVisitor, TypedSession, open, with_session};
///
/// struct Canonical;
///
/// impl SessionVisitor for Canonical {
///     type Output = String;
///
///     fn visit<G: Game>(self, session: &TypedSession<G>) -> String {
///         session.current().canonical().to_string()
///     }
/// }
///
/// let session = open("sight", None)?;
/// assert_eq!(with_session(&*session, Canonical), Some(session.position()));
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub fn with_session<V: SessionVisitor>(session: &dyn Session, visitor: V) -> Option<V::Output> {
    struct Typed<'a, V>(&'a dyn Session, V);

    impl<V: SessionVisitor> Visitor for Typed<'_, V> {
        type Output = Option<V::Output>;

        fn visit<G: Game>(self, _: GameSpec<G>) -> Self::Output {
            as_typed::<G>(self.0).map(|session| self.1.visit(session))
        }
    }

    with_game(&session.spec(), Typed(session, visitor)).ok().flatten()
}
