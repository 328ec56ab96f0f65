//! Connections to a server, plain or encrypted, and single requests over them.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use cairn_protocol::ProblemBody;
use cairn_texts::Texts;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HOST, LOCATION, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error as TlsError, RootCertStore};

use super::address::Address;

/// How long a server may take to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);
/// Longer answers make no sense.
pub(super) const LONGEST: usize = 1 << 20;
/// What the program calls itself.
pub(super) const AGENT: &str = concat!("cairn/", env!("CARGO_PKG_VERSION"));

/// Bytes in both directions.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// Why a server could not be spoken with.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It was not reached, or did not answer; that may change.
    Unreachable(String),
    /// It has answered something that a server of Cairn does not.
    Nonsense(String),
    /// It could not prove who it is.
    Untrusted(String),
    /// It is elsewhere.
    Moved(String),
    /// It has refused, with this status and reason.
    Refused(u16, String),
}

impl Trouble {
    pub(super) fn io(error: impl std::fmt::Display) -> Self {
        Self::Unreachable(error.to_string())
    }

    fn late() -> Self {
        Self::io(io::Error::from(io::ErrorKind::TimedOut))
    }

    /// Whether it is worth trying again.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Refused(429 | 500..=599, _))
    }

    /// The message in a language.
    pub(super) fn tell(&self, address: &Address, texts: Texts) -> String {
        let address: &dyn std::fmt::Display = address;
        match self {
            Self::Unreachable(error) => {
                texts.format("online.unreachable", &[("address", address), ("error", error)])
            }
            Self::Untrusted(error) => {
                texts.format("online.untrusted", &[("address", address), ("error", error)])
            }
            Self::Nonsense(what) => texts.format("online.nonsense", &[("address", address), ("what", what)]),
            Self::Moved(place) => texts.format("online.moved", &[("address", address), ("place", place)]),
            Self::Refused(_, why) => texts.format("online.refused", &[("address", address), ("why", why)]),
        }
    }
}

/// Connects to a server.
pub(super) async fn connect(address: &Address) -> Result<Box<dyn Duplex>, Trouble> {
    timeout(PATIENCE, dial(address)).await.unwrap_or_else(|_| Err(Trouble::late()))
}

async fn dial(address: &Address) -> Result<Box<dyn Duplex>, Trouble> {
    let (host, port) = address.host_and_port();
    let stream = TcpStream::connect((host, port)).await.map_err(Trouble::io)?;
    // Moves are short and should not wait for more.
    let _ = stream.set_nodelay(true);
    if !address.is_secure() {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(host.to_owned()).map_err(Trouble::io)?;
    let stream = TlsConnector::from(Arc::new(tls()?)).connect(name, stream).await;
    Ok(Box::new(stream.map_err(distrust)?))
}

/// Why an encrypted connection did not come about.
fn distrust(error: io::Error) -> Trouble {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>()) {
        Some(TlsError::InvalidCertificate(_)) => Trouble::Untrusted(error.to_string()),
        _ => Trouble::io(error),
    }
}

/// Trusts whom the system trusts.
fn tls() -> Result<ClientConfig, Trouble> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(Trouble::io)?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// Sends a request and reads the object that is the answer.
pub(super) async fn call<T: DeserializeOwned>(
    address: &Address,
    texts: Texts,
    path: &str,
    body: Option<&Value>,
) -> Result<T, Trouble> {
    let (status, place, bytes) =
        timeout(PATIENCE, ask(address, texts, path, body)).await.unwrap_or_else(|_| Err(Trouble::late()))?;
    match status {
        200 | 201 => serde_json::from_slice(&bytes).map_err(|error| Trouble::Nonsense(error.to_string())),
        300..=399 => Err(Trouble::Moved(place.unwrap_or_else(|| "?".to_owned()))),
        _ => Err(refusal(status, &bytes)),
    }
}

/// Reads why a request was refused.
pub(super) fn refusal(status: u16, body: &[u8]) -> Trouble {
    match serde_json::from_slice::<ProblemBody>(body) {
        Ok(problem) => Trouble::Refused(status, problem.detail),
        Err(_) if status >= 500 => Trouble::Unreachable(format!("status {status}")),
        Err(_) => Trouble::Nonsense(format!("status {status}")),
    }
}

async fn ask(
    address: &Address,
    texts: Texts,
    path: &str,
    body: Option<&Value>,
) -> Result<(u16, Option<String>, Bytes), Trouble> {
    let stream = connect(address).await?;
    let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(Trouble::io)?;
    // What goes wrong there shows in the answer.
    tokio::spawn(async { drop(connection.await) });
    let request = Request::builder()
        .method(if body.is_some() { Method::POST } else { Method::GET })
        .uri(path)
        .header(HOST, address.authority())
        .header(USER_AGENT, AGENT)
        .header(ACCEPT_LANGUAGE, texts.language().word())
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(body.map(Value::to_string).unwrap_or_default())))
        .map_err(|error| Trouble::Nonsense(error.to_string()))?;
    let answer = sender.send_request(request).await.map_err(|error| {
        // What cannot be read was not written by a web server.
        if error.is_parse() { Trouble::Nonsense(error.to_string()) } else { Trouble::io(error) }
    })?;
    let status = answer.status().as_u16();
    let place =
        answer.headers().get(LOCATION).map(|place| String::from_utf8_lossy(place.as_bytes()).into_owned());
    let body = Limited::new(answer.into_body(), LONGEST).collect().await;
    let body = body.map_err(|error| Trouble::Nonsense(error.to_string()))?;
    Ok((status, place, body.to_bytes()))
}
