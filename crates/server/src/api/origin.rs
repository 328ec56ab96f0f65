//! Accepts writes and sockets from our own pages and from programs, and rejects those from other sites.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::api::ApiError;
use crate::app::{App, Config};
use cairn_protocol::Problem;

/// Rejects writes and sockets from pages of other sites.
pub(crate) async fn check_origin(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if (!is_reading || is_socket)
        && let Some(why) = rejection(request.headers(), &app.config)
    {
        return Err(Problem::forbidden(why).into());
    }
    Ok(next.run(request).await)
}

const FOREIGN: &str = "requests from other sites are not allowed";
const PRIVATE: &str =
    "this server accepts only its own machine; behind a proxy, start it with --behind-proxy";

/// Returns the reason to reject a request: its origin is neither our own nor an allowed one.
fn rejection(headers: &HeaderMap, config: &Config) -> Option<&'static str> {
    if !headers.contains_key(header::ORIGIN) {
        return None;
    }
    let Some(origin) = only(headers, &header::ORIGIN) else { return Some(FOREIGN) };
    if config.origins.iter().any(|allowed| allowed == origin) {
        return None;
    }
    let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_host = |site: &&str| !site.is_empty() && only(headers, &header::HOST) == Some(*site);
    let Some(site) = site.filter(is_host) else { return Some(FOREIGN) };
    // DNS rebinding: an attacker can make any name resolve to this machine, so only local names count.
    let is_private = config.listen.ip().is_loopback() && !config.behind_proxy;
    (is_private && !is_this_machine(site)).then_some(PRIVATE)
}

/// Returns the value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Returns whether a host, with or without a port, is this machine.
fn is_this_machine(site: &str) -> bool {
    let Ok(site) = site.parse::<Authority>() else { return false };
    let host = site.host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_local_name =
        host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost");
    address.map_or(is_local_name, |address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Database, Limits};

    fn config(listen: &str, behind_proxy: bool) -> Config {
        Config {
            listen: listen.parse().unwrap(),
            database: Database::Sqlite("games.sqlite".into()),
            limits: Limits::default(),
            threads: 1,
            behind_proxy,
            origins: vec!["https://club.example".to_owned()],
            embed: Vec::new(),
            keep_finished: None,
            keep_running: None,
            keep_studies: None,
        }
    }

    fn headers(hosts: &[&str], origins: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().unwrap());
        }
        for origin in origins {
            headers.append(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_pages_may_write() {
        let config = config("127.0.0.1:8080", false);
        let is_own =
            |hosts: &[&str], origins: &[&str]| rejection(&headers(hosts, origins), &config) != Some(FOREIGN);
        let host = "localhost:8080";
        assert!(is_own(&[host], &[]) && is_own(&[], &[]));
        for origin in ["http://localhost:8080", "https://localhost:8080", "https://club.example"] {
            assert!(is_own(&[host], &[origin]), "{origin}");
        }
        for origin in [
            "http://localhost",
            "http://evil.example",
            "null",
            "",
            "http://",
            "javascript://localhost:8080",
            "http://localhost:8080.evil.example",
            "https://club.example:1",
        ] {
            assert!(!is_own(&[host], &[origin]), "{origin}");
        }
        // A browser never sends these headers twice.
        assert!(!is_own(&[host], &["http://localhost:8080", "http://localhost:8080"]));
        assert!(!is_own(&[host, "evil.example"], &["http://localhost:8080"]));
        assert!(!is_own(&[""], &["http://"]) && !is_own(&[], &["http://localhost:8080"]));
    }

    #[test]
    fn a_name_that_resolves_to_this_machine_is_not_ours() {
        let is_own = |listen: &str, behind_proxy: bool, site: &str| {
            let headers = headers(&[site], &[&format!("http://{site}")]);
            rejection(&headers, &config(listen, behind_proxy)).is_none()
        };
        for site in ["localhost:1", "LOCALHOST", "cairn.localhost", "127.0.0.1:8080", "127.9.9.9", "[::1]:80"]
        {
            assert!(is_own("127.0.0.1:8080", false, site), "{site}");
        }
        for site in
            ["evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.0.1", "a@b:c"]
        {
            assert!(!is_own("127.0.0.1:8080", false, site), "{site}");
            assert!(!is_own("[::1]:8080", false, site), "{site}");
        }
        // Behind a proxy or in a network the server may have any name.
        assert!(is_own("127.0.0.1:8080", true, "games.example"));
        assert!(is_own("0.0.0.0:8080", false, "laptop:8080"));
    }
}
