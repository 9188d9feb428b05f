FROM oven/bun:1.4.5 AS build
WORKDIR /balcao
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun build.ts && mkdir /data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /balcao/dist/balcao /balcao
COPY --from=build --chown=nonroot:nonroot /data /data
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/balcao", "doctor"]
ENTRYPOINT ["/balcao"]
