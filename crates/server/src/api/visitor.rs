//! Who asks, and how much they may ask for.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::Workers;
use crate::app::{App, Limits};
use crate::problem::{ApiError, Problem};

/// Whoever asks, by address. Neighbours in one IPv6 network count as one.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Visitor(pub(crate) IpAddr);

impl Visitor {
    /// The visitor who has connected from an address.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self(network(address))
    }

    fn of(extensions: &Extensions, headers: &HeaderMap, behind_proxy: bool) -> Self {
        let connected = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // The last address is the one that our own proxy has seen.
        let forwarded = || {
            let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            list.rsplit(',').next()?.trim().parse().ok()
        };
        let address = behind_proxy.then(forwarded).flatten().or(connected);
        Self::at(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions, &parts.headers, app.config.behind_proxy))
    }
}

/// Counts what each visitor asks for.
pub(crate) struct RateLimits {
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    games: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl RateLimits {
    /// A limit of 0 is none.
    pub(crate) fn new(limits: &Limits) -> Self {
        let number = NonZeroU32::new;
        let requests = number(limits.requests).zip(number(limits.burst));
        let requests = requests.map(|(rate, burst)| Quota::per_second(rate).allow_burst(burst));
        Self {
            requests: requests.map(RateLimiter::keyed),
            games: number(limits.games).map(|games| RateLimiter::keyed(Quota::per_hour(games))),
        }
    }

    /// Counts a new game.
    pub(crate) fn count_game(&self, visitor: &Visitor) -> Result<(), Problem> {
        let games = self.games.as_ref();
        let is_free = games.is_none_or(|games| games.check_key(&visitor.0).is_ok());
        is_free.then_some(()).ok_or_else(|| Problem::too_many("too many new games; please wait a little"))
    }

    fn count_request(&self, visitor: &Visitor) -> Result<(), Problem> {
        let requests = self.requests.as_ref();
        let is_free = requests.is_none_or(|requests| requests.check_key(&visitor.0).is_ok());
        is_free.then_some(()).ok_or_else(|| Problem::too_many("too many requests; please wait a moment"))
    }

    /// Forgets visitors who have not asked for long.
    pub(crate) fn forget(&self) {
        for limiter in [&self.requests, &self.games].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Rejects requests of a visitor who sends too many, and gives the others their [`Workers`].
pub(crate) async fn limit_requests(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    mut request: Request,
    next: Next,
) -> Response {
    app.metrics.requests.add();
    match app.rates.count_request(&visitor) {
        Ok(()) => {
            request.extensions_mut().insert(Workers::new(&app.pool, &visitor));
            next.run(request).await
        }
        Err(problem) => {
            app.metrics.refused.add();
            ApiError(problem).into_response()
        }
    }
}
