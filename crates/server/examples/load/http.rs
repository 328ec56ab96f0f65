//! Requests, each on a separate connection.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;

/// Requests a page or a document, and fails unless the server accepts it.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Outcome<String> {
    request(address, "GET", path, None, "").await
}

/// Posts a request, with the token of its author if it needs one, and fails unless the server accepts it.
pub(crate) async fn post(
    address: SocketAddr,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> Outcome<Value> {
    Ok(serde_json::from_str(&request(address, "POST", path, token, &body.to_string()).await?)?)
}

/// Posts a request, and drops its answer, which is a stream of reports.
pub(crate) async fn post_stream(address: SocketAddr, path: &str, body: &Value) -> Outcome<()> {
    request(address, "POST", path, None, &body.to_string()).await.map(drop)
}

async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> Outcome<String> {
    let mut stream = TcpStream::connect(address).await?;
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{token}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no whole answer")?;
    let status: u16 = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    if !(200..300).contains(&status) {
        return Err(format!("{path}: {status} {body}").into());
    }
    Ok(body.to_owned())
}
