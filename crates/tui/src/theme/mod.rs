//! Decides the colours and characters of the whole app.
