//! The address of a server, or of a game on it.

use std::fmt;
use std::str::FromStr;

use cairn_rules::Message;
use tokio_tungstenite::tungstenite::http::Uri;

use crate::usage::BadArgument;

/// The address of a server, and of the game on it if there is one.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Address {
    is_secure: bool,
    /// The host, and the port if it is not the default one.
    authority: String,
    game: Option<String>,
    /// The invitation to an open seat, after `#`. It is a secret: the address is displayed and stored without it.
    invite: Option<String>,
}

/// Returns whether a word can be the id of a game.
pub(super) fn is_id(word: &str) -> bool {
    (1..=64).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl FromStr for Address {
    type Err = BadArgument;

    fn from_str(text: &str) -> Result<Self, BadArgument> {
        let bad = || {
            BadArgument(
                Message::new(
                    "`{word}` is not the address of a server or a game: http://HOST:PORT or http://HOST:PORT/games/ID",
                )
                .with("word", cairn_session::excerpt(text)),
            )
        };
        let (link, invite) = text.trim().split_once('#').unwrap_or((text.trim(), ""));
        let uri: Uri = link.parse().map_err(|_| bad())?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(bad()),
        };
        let authority = uri.authority().map(|authority| authority.as_str().to_ascii_lowercase());
        let authority = authority.filter(|text| !text.contains('@')).ok_or_else(bad)?;
        let is_open = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
        let port = authority.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.ends_with(']'));
        if uri.host().is_none_or(str::is_empty)
            || port.is_some_and(|port| !is_open(port))
            || uri.query().is_some()
        {
            return Err(bad());
        }
        let game = match uri.path().trim_end_matches('/') {
            "" => None,
            path => Some(path.strip_prefix("/games/").filter(|id| is_id(id)).ok_or_else(bad)?.to_owned()),
        };
        let invite = (!invite.is_empty()).then(|| invite.to_owned());
        Ok(Self { is_secure, authority, game, invite })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_secure { "https" } else { "http" }, self.authority)?;
        self.game.as_ref().map_or(Ok(()), |game| write!(f, "/games/{game}"))
    }
}

impl Address {
    /// Returns the id of the game.
    pub(super) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Returns the invitation to an open seat of the game.
    pub(super) fn invite(&self) -> Option<&str> {
        self.invite.as_deref()
    }

    /// Returns the address of a game on the same server.
    pub(super) fn of_game(&self, id: &str) -> Self {
        Self { game: Some(id.to_owned()), invite: None, ..self.clone() }
    }

    /// Returns the address of the server: `https://localhost:8080`.
    pub(super) fn origin(&self) -> String {
        Self { game: None, ..self.clone() }.to_string()
    }

    /// Returns the address of a socket on the server: `wss://localhost:8080/api/..`.
    pub(super) fn socket(&self, path: &str) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}{path}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, origin, socket, game, shown) in [
            (
                "http://localhost:8080",
                "http://localhost:8080",
                "ws://localhost:8080/x",
                None,
                "http://localhost:8080",
            ),
            (
                "http://localhost:8080/",
                "http://localhost:8080",
                "ws://localhost:8080/x",
                None,
                "http://localhost:8080",
            ),
            (
                "https://Games.Example",
                "https://games.example",
                "wss://games.example/x",
                None,
                "https://games.example",
            ),
            (
                "http://[::1]:81/games/ab-1/",
                "http://[::1]:81",
                "ws://[::1]:81/x",
                Some("ab-1"),
                "http://[::1]:81/games/ab-1",
            ),
            ("http://[::1]", "http://[::1]", "ws://[::1]/x", None, "http://[::1]"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.origin().as_str(), address.game()), (origin, game), "{text}");
            assert_eq!((address.socket("/x").as_str(), address.to_string().as_str()), (socket, shown));
        }
    }

    #[test]
    fn an_invitation_is_not_shown() {
        let address: Address = "http://localhost:81/games/ab#k-1".parse().unwrap();
        assert_eq!((address.game(), address.invite()), (Some("ab"), Some("k-1")));
        assert_eq!(address.to_string(), "http://localhost:81/games/ab");
        assert_eq!(address.of_game("cd").invite(), None);
        for text in ["http://localhost:81/games/ab", "http://localhost:81/games/ab#"] {
            assert_eq!(text.parse::<Address>().unwrap().invite(), None, "{text}");
        }
    }

    #[test]
    fn invalid_addresses_are_named() {
        for text in [
            "",
            "localhost:8080",
            "localhost",
            "ftp://localhost",
            "file:///etc/passwd",
            "http://",
            "http://:80",
            "http://localhost:0",
            "http://localhost:99999",
            "http://me:secret@localhost",
            "http://localhost/other",
            "http://localhost/games/",
            "http://localhost/games/../api",
            "http://localhost/games/a/b",
            "http://localhost/games/a?x=1",
            "http://local host",
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("/games/ID"), "{error}");
        }
    }
}
