//! Writes and sockets are taken from our own pages and from programs, not from other sites.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::Problem;

/// Refuses writes that come from the pages of another site.
pub(crate) async fn check_origin(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if (!is_reading || is_socket) && !is_own(request.headers(), &app.config.origins) {
        return Problem::forbidden("this request comes from another site").into_response();
    }
    next.run(request).await
}

/// Whether a request has no origin, our own one, or one of those that are allowed.
fn is_own(headers: &HeaderMap, allowed: &[String]) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    if allowed.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = origin.split_once("://").map(|(_, site)| site);
    site.is_some() && site == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may_write() {
        let is_own = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_own(&headers, &["https://club.example".to_owned()])
        };
        for origin in [None, Some("http://localhost:8080"), Some("https://club.example")] {
            assert!(is_own(origin), "{origin:?}");
        }
        for origin in [
            "http://localhost",
            "http://evil.example",
            "null",
            "",
            "http://localhost:8080.evil.example",
            "https://club.example:1",
        ] {
            assert!(!is_own(Some(origin)), "{origin}");
        }
    }
}
