//! Which PostgreSQL it is, and how it is spoken to: every wait has an end, and no error holds the password.

use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime};
use tokio_postgres::Error as PgError;
use tokio_postgres::config::{Config, Host, SslMode};

use super::tls::Tls;
use crate::store::StoreError;

/// How long the database may take for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Connections for reads and writes, besides one for news and one for locks.
const POOL: usize = 16;

/// What every connection asks of the server: to stop a statement for which nobody waits any more, to notice soon
/// that this instance is gone (its locks go with it), and the isolation that the statements are written for.
const SETTINGS: &str = "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000 \
    -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 \
    -c default_transaction_isolation=read\\ committed";

/// A database on a server.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: Config,
    pub(super) tls: Tls,
    /// Its name for people.
    name: String,
}

impl Server {
    /// Reads a URL.
    pub(super) fn parse(url: &str) -> Result<Self, StoreError> {
        // The error of the library may quote the URL.
        let mut config = Config::from_str(url).map_err(|_| {
            StoreError::Failed(
                "the URL of the database is not understood (postgres://USER:PASSWORD@HOST:PORT/NAME is one)"
                    .to_owned(),
            )
        })?;
        let options = config.get_options().map_or(SETTINGS.to_owned(), |own| format!("{SETTINGS} {own}"));
        config.options(options);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        config.keepalives_retries(3).tcp_user_timeout(Duration::from_secs(20));
        if config.get_application_name().is_none() {
            config.application_name("cairn");
        }
        // What is encrypted is encrypted for somebody who is known: there is nothing between that and plain text.
        let is_encrypted = config.get_ssl_mode() == SslMode::Require;
        if !is_encrypted {
            config.ssl_mode(SslMode::Disable);
        }
        let name = name(&config);
        let tls = Tls::new(is_encrypted).map_err(|error| StoreError::Failed(format!("{name}: {error}")))?;
        Ok(Self { config, tls, name })
    }

    /// Connections, made when they are needed.
    pub(super) fn pool(&self) -> Result<Pool, StoreError> {
        let settings = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        Pool::builder(Manager::from_config(self.config.clone(), self.tls.clone(), settings))
            .max_size(POOL)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .recycle_timeout(Some(PATIENCE))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| self.failure(&error.to_string()))
    }

    /// An error that names the database.
    pub(super) fn failure(&self, problem: &str) -> StoreError {
        StoreError::Failed(format!("{}: {problem}", self.name))
    }

    /// What the database said.
    pub(super) fn refused(&self, error: &PgError) -> StoreError {
        self.failure(&explain(error))
    }

    /// It said nothing for too long.
    pub(super) fn silent(&self) -> StoreError {
        self.failure(&format!("no answer within {} seconds", PATIENCE.as_secs()))
    }

    /// There is no connection.
    pub(super) fn unconnected(&self, error: &PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => self.refused(error),
            PoolError::Timeout(_) => self.silent(),
            other => self.failure(&other.to_string()),
        }
    }
}

/// Hosts and name of a database, and nothing secret.
fn name(config: &Config) -> String {
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .enumerate()
        .map(|(index, host)| {
            let host = match host {
                Host::Tcp(host) => host.clone(),
                #[cfg(unix)]
                Host::Unix(path) => path.display().to_string(),
            };
            let ports = config.get_ports();
            match ports.get(index).or(ports.first()) {
                Some(port) => format!("{host}:{port}"),
                None => host,
            }
        })
        .collect();
    format!("postgres://{}/{}", hosts.join(","), config.get_dbname().unwrap_or_default())
}

/// An error with its cause.
fn explain(error: &PgError) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_named_without_the_password() {
        for (url, name) in [
            ("postgres://me:secret@db.example:5433/cairn", "postgres://db.example:5433/cairn: x"),
            ("postgresql://db.example/cairn?password=secret", "postgres://db.example:5432/cairn: x"),
            ("postgres://me:secret@a:1,b:2/cairn", "postgres://a:1,b:2/cairn: x"),
            ("postgres://me:secret@%2Frun%2Fpostgresql/cairn", "postgres:///run/postgresql:5432/cairn: x"),
        ] {
            let error = Server::parse(url).map(|server| server.failure("x")).unwrap();
            assert_eq!(error.to_string(), format!("the database failed: {name}"));
        }
        for url in ["postgres://me:secret@host:port/cairn", "postgres://me:secret@host/x?what=secret"] {
            let error = Server::parse(url).map(|server| server.name).unwrap_err().to_string();
            assert!(error.contains("is not understood") && !error.contains("secret"), "{error}");
        }
    }
}
