FROM oven/bun:1.4.5 AS build
WORKDIR /balcao
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun build.ts

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 balcao && install -d -o balcao /data
COPY --from=build /balcao/dist/balcao /usr/local/bin/balcao
USER balcao
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["balcao", "doctor", "--quick"]
ENTRYPOINT ["balcao"]
