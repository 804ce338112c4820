# docker build -t latchkey .
# Both images can be pinned by digest: --build-arg RUNTIME_IMAGE=gcr.io/distroless/cc-debian12@sha256:…
ARG BUILD_IMAGE=node:26-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /latchkey
COPY package.json package-lock.json .npmrc ./
# NOTE: npm also unpacks what only a folder of the checkout needs, a second Node of 214 MB.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf scripts
COPY bin bin
COPY src src
# The documents, which `demo` serves.
COPY docs docs
COPY README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY bench/README.md bench/RESULTS.md bench/chart.svg bench/
# Node links libatomic, which the image without a shell does not have.
RUN node bin/latchkey.js version \
    && mkdir /data /libraries \
    && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /libraries/ \
    && printf '#!/usr/local/bin/node --max-semi-space-size=8\nimport("/latchkey/bin/latchkey.js");\n' > /latchkey-command \
    && chmod 755 /latchkey-command

FROM ${RUNTIME_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /libraries /usr/local/lib/latchkey
COPY --from=build /latchkey /latchkey
# `docker exec CONTAINER latchkey user create …`
COPY --from=build /latchkey-command /usr/local/bin/latchkey
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV LD_LIBRARY_PATH=/usr/local/lib/latchkey \
    MALLOC_ARENA_MAX=1 \
    LATCHKEY_DATA_DIR=/data \
    LATCHKEY_HOST=0.0.0.0 \
    XDG_CACHE_HOME=/data/.cache
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/latchkey", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/latchkey"]
CMD ["serve"]
