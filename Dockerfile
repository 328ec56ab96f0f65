# The web app in a small image: docker build -t cairn . && docker run -p 8080:8080 -v cairn:/data cairn
FROM rust:1.90-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package cairn-games

FROM debian:bookworm-slim
# Certificate authorities for encrypted connections to PostgreSQL, and a client for health checks.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates curl \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home cairn \
    && mkdir /data \
    && chown cairn:cairn /data
COPY --from=build /src/target/release/cairn /usr/local/bin/cairn
USER 10001
ENV CAIRN_HOME=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["cairn"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
