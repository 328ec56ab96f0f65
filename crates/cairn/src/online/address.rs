//! The address of a server, or of a game on it.

use std::fmt;
use std::str::FromStr;

use hyper::Uri;

/// Where a server is, and the game on it if one is named.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Address {
    is_secure: bool,
    /// The host, and the port if it is not the usual one.
    authority: String,
    game: Option<String>,
}

/// Text that is no such address.
#[derive(Debug)]
pub(crate) struct BadAddress(String);

impl std::error::Error for BadAddress {}

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.0;
        write!(
            f,
            "`{word}` is not the address of a server or a game: http://HOST:PORT or http://HOST:PORT/games/ID"
        )
    }
}

/// Whether a word can be the id of a game.
pub(super) fn is_id(word: &str) -> bool {
    (1..=64).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bad = || BadAddress(cairn_session::excerpt(text));
        let uri: Uri = text.trim().parse().map_err(|_| bad())?;
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
        Ok(Self { is_secure, authority, game })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_secure { "https" } else { "http" }, self.authority)?;
        self.game.as_ref().map_or(Ok(()), |game| write!(f, "/games/{game}"))
    }
}

impl Address {
    /// The id of the game.
    pub(super) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The address of a game on the same server.
    pub(super) fn of_game(&self, id: &str) -> Self {
        Self { game: Some(id.to_owned()), ..self.clone() }
    }

    pub(super) const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The host and the port, as in the header of a request.
    pub(super) fn authority(&self) -> &str {
        &self.authority
    }

    /// The host by itself, and the port.
    pub(super) fn host_and_port(&self) -> (&str, u16) {
        let usual = if self.is_secure { 443 } else { 80 };
        let (host, port) = match self.authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().unwrap_or(usual)),
            _ => (self.authority.as_str(), usual),
        };
        (host.trim_start_matches('[').trim_end_matches(']'), port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, host, port, game, shown) in [
            ("http://localhost:8080", "localhost", 8080, None, "http://localhost:8080"),
            ("http://localhost:8080/", "localhost", 8080, None, "http://localhost:8080"),
            ("https://Games.Example", "games.example", 443, None, "https://games.example"),
            ("http://[::1]:81/games/ab-1/", "::1", 81, Some("ab-1"), "http://[::1]:81/games/ab-1"),
            ("http://[::1]", "::1", 80, None, "http://[::1]"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.host_and_port(), address.game()), ((host, port), game), "{text}");
            assert_eq!(address.to_string(), shown);
        }
    }

    #[test]
    fn nonsense_is_named() {
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
