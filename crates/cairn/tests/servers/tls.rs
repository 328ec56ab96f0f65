//! An encrypted connection to PostgreSQL, only with a trusted certificate.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use cairn_test_support::{POLL_INTERVAL, command, random_port, skip};

use super::client::within;
use super::private_server::{binaries, execute, run};

/// Creates an authority (`ca.pem`) and a certificate of it for `localhost`.
const CERTIFICATES: &str = r"
set -e
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=Tests
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost
printf 'subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n' > extensions
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile extensions
chmod 600 server.key
";

/// A PostgreSQL server with TLS on its own port.
struct Server {
    port: u16,
    /// The authority of its certificate.
    authority: tempfile::NamedTempFile,
    _running: (Child, ChildStdin),
}

/// Starts a server; `None` if there is no PostgreSQL or no `openssl`.
async fn start() -> Option<Server> {
    let folder = tempfile::tempdir().unwrap().keep();
    let made =
        Command::new("sh").args(["-c", CERTIFICATES]).current_dir(&folder).stderr(Stdio::null()).output();
    let (Some(bin), true) = (binaries(), made.is_ok_and(|made| made.status.success())) else {
        skip("no PostgreSQL (/usr/lib/postgresql/*/bin/initdb) or no openssl");
        std::fs::remove_dir_all(&folder).unwrap();
        return None;
    };
    let mut authority = tempfile::NamedTempFile::new().unwrap();
    authority.write_all(&std::fs::read(folder.join("ca.pem")).unwrap()).unwrap();
    let port = random_port();
    let file = |name: &str| folder.join(name).display().to_string();
    let (certificate, key) =
        (format!("ssl_cert_file={}", file("server.pem")), format!("ssl_key_file={}", file("server.key")));
    let port_text = port.to_string();
    let more = [
        "-p",
        &port_text,
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "ssl=on",
        "-c",
        &certificate,
        "-c",
        &key,
    ];
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    let running = run(&bin, &folder, &more, &url).await;
    Some(Server { port, authority, _running: running })
}

/// Imports a record into the database of a URL, trusting an authority.
fn import(url: &str, authority: &Path, record: &Path) -> Output {
    let home = tempfile::tempdir().unwrap();
    command(env!("CARGO_BIN_EXE_cairn"), home.path())
        .args(["serve", "--import"])
        .arg(record)
        .env("CAIRN_DATABASE", url)
        .env("SSL_CERT_FILE", authority)
        .output()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_is_encrypted_for_a_server_that_is_trusted_or_not_made() {
    let Some(server) = start().await else { return };
    let mut record = tempfile::NamedTempFile::new().unwrap();
    record.write_all(b"[Game \"staqs\"]\n\n1. c3 d4 *\n").unwrap();
    let none = tempfile::NamedTempFile::new().unwrap();
    let url = |host: &str| format!("postgres://postgres@{host}:{}/postgres?sslmode=require", server.port);
    // Accepts only encrypted connections.
    let only_encrypted = "COPY (SELECT 'hostssl all all all trust') TO PROGRAM 'cat > pg_hba.conf'; \
        SELECT pg_reload_conf()";
    let plain = format!("postgres://postgres@127.0.0.1:{}/postgres", server.port);
    execute(&plain, only_encrypted).await.unwrap();
    within("unencrypted connections are rejected", async {
        while execute(&plain, "SELECT 1").await.is_ok() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    })
    .await;
    let trusted = import(&url("localhost"), server.authority.path(), record.path());
    assert!(trusted.status.success(), "{trusted:?}");
    for (host, authority) in [("localhost", none.path()), ("127.0.0.1", server.authority.path())] {
        let refused = import(&url(host), authority, record.path());
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(1) && error.contains("certificate"), "{host}: {refused:?}");
    }
    let unencrypted = import(&plain, server.authority.path(), record.path());
    assert_eq!(unencrypted.status.code(), Some(1), "{unencrypted:?}");
}
