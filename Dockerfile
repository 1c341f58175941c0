# The image runs what `npm run build` makes: no production dependency is compiled for one kind of machine.
# `npm run image-tree` carries out these lines without a container engine and starts the result.
# `npm run pin-image-bases` adds the digest when a release is made.
FROM node:26.10.0-slim AS build

WORKDIR /build

# Before the sources, so that a change of the sources leaves this layer alone. No dependency needs its install scripts.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund

COPY LICENSE node.sha256 ./
COPY bin bin
COPY gen gen
COPY scripts scripts
COPY src src
# Not by `npm run`, which would look for the Node that an install script brings.
RUN node scripts/build.ts

FROM node:26.10.0-slim

ENV NODE_ENV=production
WORKDIR /app

# Whatever the tag points to by now, the Node that runs is the one that was tested.
COPY node.sha256 ./
RUN sed -n "s| $(uname -m)$| $(command -v node)|p" node.sha256 | sha256sum --check --strict

COPY --from=build /build/dist ./

# Nothing is written below /app, which belongs to root: any user can run the image, on a read-only root file system. A number
# (not a name) lets Kubernetes see that the user is not root. SQLite's file goes on a volume: STORE_URL=sqlite:/data/….
USER 65532:65532

# gRPC; /v1, Connect, gRPC-Web; operations
EXPOSE 50051 8080 9464

ENTRYPOINT ["bin/suitability"]
CMD ["serve"]
