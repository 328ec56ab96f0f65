//! Invalid requests, and unreachable servers.

use super::site::Site;
use crate::run::{assert_bad_requests, cairn};

#[test]
fn senseless_requests() {
    let url = "http://127.0.0.1:1";
    assert_bad_requests(&[
        (&["play", "staqs", "--online", "localhost:8080"], "`localhost:8080` is not the address"),
        (&["play", "staqs", "--online", "http://127.0.0.1:1/other"], "/games/ID"),
        (&["play", "--online", url], "name it"),
        (&["play", "staqs", "--online", "http://127.0.0.1:1/games/x"], "a game already"),
        (&["play", "--online", "http://127.0.0.1:1/games/x", "--second", "level3"], "only the creator"),
        (
            &["play", "staqs", "--second", "ab:depth=6", "--online", url],
            "`ab:depth=6` does not play on servers",
        ),
        (&["play", "staqs", "--third", "human", "--online", url], "--third"),
        (&["play", "chess", "--online", url], "chess"),
        (&["play", "staqs", "--name", "Ana"], "--online"),
        (&["play", "staqs", "--rated", "--online", url], "--rated"),
        (
            &["play", "staqs", "--clock", "soon", "--online", url],
            "`soon` is not a time control: none, 5m, 5m+3s",
        ),
        (&["play", "staqs", "--clock", "500ms/move", "--online", url], "`500ms/move`: the clocks of servers"),
        (&["play", "staqs", "--clock", "5m"], "--online"),
        (&["play", "staqs", "--public"], "--online"),
        (&["play", "--online", "http://127.0.0.1:1/games/x", "--clock", "5m"], "only the creator"),
        (&["play", "--online", "http://127.0.0.1:1/games/x", "--public"], "only the creator"),
    ]);
}

#[test]
fn servers_that_are_none() {
    let error = cairn(&["play", "staqs", "--online", "http://127.0.0.1:1"]).stderr_of_failure(1);
    assert!(error.contains("http://127.0.0.1:1 could not be reached"), "{error}");
    let site = Site::start();
    let unknown = format!("{}/games/unknown", site.url);
    let error = cairn(&["play", "--online", &unknown]).stderr_of_failure(1);
    assert!(error.contains("unknown"), "{error}");
    let secure = site.url.replace("http:", "https:");
    let error = cairn(&["play", "staqs", "--online", &secure]).stderr_of_failure(1);
    assert!(error.contains("could not be reached"), "{error}");
}
