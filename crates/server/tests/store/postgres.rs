//! The contract on PostgreSQL.
