# No build stage: Node runs the TypeScript as it is, and no production dependency is compiled.
# `npm run image-tree` carries out these lines without a container engine and starts the result.
# `npm run pin-image-bases` adds the digest when a release is made.
FROM node:26.10.0-slim

ENV NODE_ENV=production
WORKDIR /app

# Whatever the tag points to by now, the Node that runs is the one that was tested.
COPY node.sha256 ./
RUN sed -n "s| $(uname -m)$| $(command -v node)|p" node.sha256 | sha256sum --check --strict

# Before the sources, so that a change to those leaves this layer alone. No dependency needs its install scripts. What never
# runs goes in the same step, or it would stay in the layer: source maps, TypeScript (which Node refuses to run in packages),
# and packages' own tests, documents and benchmarks. Their licences and what they say of themselves stay.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force && \
  find node_modules -regextype posix-extended -type f -regex \
    '.*[.](map|[cm]?ts)|(.*/)?node_modules/(@[^/]+/)?[^/]+/(tests?|docs|examples|benchmarks?)/.*' -delete
# What the image is made of, in /app/sbom.cdx.json. With --omit=dev instead, npm leaves out what both kinds depend on.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

COPY bin bin
COPY gen gen
COPY src src

# Nothing is written below /app, which belongs to root: any user can run it, on a read-only root file system. The number
# (not a name) lets Kubernetes see that it is not root. SQLite's file goes on a volume: STORE_URL=sqlite:/data/….
USER 65532:65532

# gRPC; /v1, Connect, gRPC-Web; operations
EXPOSE 50051 8080 9464

ENTRYPOINT ["bin/suitability"]
CMD ["serve"]
