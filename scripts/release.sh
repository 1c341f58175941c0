#!/usr/bin/env bash
# Makes the files of a release in release/VERSION, from the tag that is checked out: the TypeScript client's package, the sources,
# what `npm run build` makes of them, its bill of materials, the image if there is a container engine, and the hashes of these
# files. It publishes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "release: $*" >&2
  exit 1
}

version=$(node -p 'require("./package.json").version')
out=release/$version

# test/supply-chain.test.ts checks every other place that has the version.
git tag --points-at HEAD | grep -qxF "v$version" || fail "package.json has $version, and what is checked out is not tagged v$version"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not in the tag: git status"
grep -qxE "## ${version//./\\.} - [0-9]{4}-[0-9]{2}-[0-9]{2}" CHANGELOG.md || fail "CHANGELOG.md has no line \"## $version - $(date -u +%F)\""
[[ ! -e $out ]] || fail "$out is there already"
grep -qE '^FROM .*@sha256:' Dockerfile || echo "release: WARNING: npm run pin-image-bases was not run before the tag: the image cannot be rebuilt from the same bytes" >&2

umask 022
mkdir -p "$out"
# Carries out the Dockerfile's instructions and starts the result. This needs no container engine.
scripts/image-tree.sh "$PWD/$out"
# npm packs each file with its mode, which is otherwise that of the maker's umask.
chmod -R u=rwX,go=rX clients/typescript
npm pack --silent ./clients/typescript --pack-destination "$out"
git -c tar.umask=0022 archive --format=tar.gz --prefix="weather-suitability-service-$version/" --output="$out/weather-suitability-service-$version.tar.gz" HEAD
if docker info > /dev/null 2>&1; then
  docker build --tag "weather-suitability-service:$version" .
  docker save "weather-suitability-service:$version" | gzip > "$out/image.tar.gz"
else
  echo "release: WARNING: no image, as no container engine answers here" >&2
fi
(cd "$out" && sha256sum -- * > SHA256SUMS)
ls -l "$out"
