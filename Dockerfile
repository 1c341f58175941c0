# No build stage: Node runs the TypeScript as it is, what browsers get is in gen/, and no production dependency is compiled.
# `npm run image-tree` carries out these lines without a container engine and starts the result.
# `npm run pin-image-bases` adds the digest when a release is made.
FROM node:26.10.0-slim

ENV NODE_ENV=production
WORKDIR /app

# Whatever the tag points to by now, the Node that runs is the one that was tested.
COPY node.sha256 ./
RUN sed -n "s| $(uname -m)$| $(command -v node)|p" node.sha256 | sha256sum --check --strict

# Before the sources, so that a change of the sources leaves this layer alone. No dependency needs its install scripts. Files
# that never run are deleted in the same step, or they would stay in the layer: source maps, TypeScript (which Node refuses
# to run in packages), and packages' own tests, documents and benchmarks. Their licences and READMEs stay.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force && \
  find node_modules -regextype posix-extended -type f -regex \
    '.*[.](map|[cm]?ts)|(.*/)?node_modules/(@[^/]+/)?[^/]+/(tests?|docs|examples|benchmarks?)/.*' -delete
# Lists what the image is made of, in /app/sbom.cdx.json. With --omit=dev instead, npm would leave out packages that both kinds
# of dependencies need.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

COPY bin bin
COPY gen gen
COPY src src

# Nothing is written below /app, which belongs to root: any user can run the image, on a read-only root file system. A number
# (not a name) lets Kubernetes see that the user is not root. SQLite's file goes on a volume: STORE_URL=sqlite:/data/….
USER 65532:65532

# gRPC; /v1, Connect, gRPC-Web; operations
EXPOSE 50051 8080 9464

ENTRYPOINT ["bin/suitability"]
CMD ["serve"]
