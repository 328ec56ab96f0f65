//! Requests to a server over HTTP or HTTPS, and their errors.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use cairn_protocol::ProblemBody;
use cairn_texts::Texts;
use rustls::crypto::ring;
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::address::Address;

/// The maximum time for a server to answer.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum size of an answer.
pub(super) const MAX_RESPONSE_BYTES: usize = 1 << 20;
/// The name of the program in requests.
pub(super) const USER_AGENT: &str = concat!("cairn/", env!("CARGO_PKG_VERSION"));

/// The reason why communication with a server failed.
#[derive(Debug)]
pub(super) enum RemoteError {
    /// The server could not be reached or did not answer, which may be temporary.
    Unreachable(String),
    /// The answer violates the protocol.
    Protocol(String),
    /// The certificate of the server is not trusted.
    Untrusted(String),
    /// The server redirects to another address.
    Redirected(String),
    /// The server rejected the request, with this status and reason.
    Rejected(u16, String),
}

impl RemoteError {
    pub(super) fn protocol(error: impl std::fmt::Display) -> Self {
        Self::Protocol(error.to_string())
    }

    /// Returns whether a retry may help.
    pub(super) const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Rejected(429 | 500..=599, _))
    }

    /// Creates the error for a response with this status.
    pub(super) fn rejected(status: u16, body: &[u8]) -> Self {
        match serde_json::from_slice::<ProblemBody>(body) {
            Ok(problem) => Self::Rejected(status, problem.detail),
            Err(_) if status >= 500 => Self::Unreachable(format!("status {status}")),
            Err(_) => Self::Protocol(format!("status {status}")),
        }
    }

    /// Returns the message in a language.
    pub(super) fn tell(&self, address: &Address, texts: Texts) -> String {
        let address: &dyn std::fmt::Display = address;
        match self {
            Self::Unreachable(error) => {
                texts.format("online.unreachable", &[("address", address), ("error", error)])
            }
            Self::Untrusted(error) => {
                texts.format("online.untrusted", &[("address", address), ("error", error)])
            }
            Self::Protocol(what) => {
                texts.format("online.protocol_error", &[("address", address), ("what", what)])
            }
            Self::Redirected(place) => {
                texts.format("online.moved", &[("address", address), ("place", place)])
            }
            Self::Rejected(_, why) => texts.format("online.refused", &[("address", address), ("why", why)]),
        }
    }
}

impl From<io::Error> for RemoteError {
    fn from(error: io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            Some(rustls::Error::InvalidCertificate(_)) => Self::Untrusted(error.to_string()),
            _ => Self::Unreachable(error.to_string()),
        }
    }
}

impl From<ureq::Error> for RemoteError {
    fn from(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Io(error) => error.into(),
            ureq::Error::Rustls(rustls::Error::InvalidCertificate(_)) => Self::Untrusted(error.to_string()),
            ureq::Error::Http(_)
            | ureq::Error::Protocol(_)
            | ureq::Error::BodyExceedsLimit(_)
            | ureq::Error::LargeResponseHeader(..) => Self::protocol(error),
            _ => Self::Unreachable(error.to_string()),
        }
    }
}

/// Sends a request, a POST if it has a body, and parses the response.
pub(super) fn request<T: DeserializeOwned>(
    address: &Address,
    texts: Texts,
    path: &str,
    body: Option<&impl Serialize>,
) -> Result<T, RemoteError> {
    let (agent, url) = (agent(), format!("{}{path}", address.origin()));
    let language = texts.language().word();
    let mut response = match body {
        Some(body) => {
            let body = serde_json::to_vec(body).map_err(RemoteError::protocol)?;
            let request = agent.post(&url).header("accept-language", language);
            request.content_type("application/json").send(body)?
        }
        None => agent.get(&url).header("accept-language", language).call()?,
    };
    let body = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES as u64).read_to_vec()?;
    match response.status().as_u16() {
        200 | 201 => serde_json::from_slice(&body).map_err(RemoteError::protocol),
        300..=399 => {
            let location =
                response.headers().get("location").map(|place| String::from_utf8_lossy(place.as_bytes()));
            Err(RemoteError::Redirected(location.map_or_else(|| "?".to_owned(), String::from)))
        }
        status => Err(RemoteError::rejected(status, &body)),
    }
}

/// Creates an HTTP client that trusts the certificates that the system trusts.
fn agent() -> Agent {
    let roots = rustls_native_certs::load_native_certs().certs;
    let roots: Vec<_> = roots.iter().map(|root| Certificate::from_der(root).to_owned()).collect();
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&roots))
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .build();
    Agent::config_builder()
        .user_agent(USER_AGENT)
        .timeout_global(Some(RESPONSE_TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .tls_config(tls)
        .build()
        .new_agent()
}
