#!/usr/bin/env bash
# Tests the image without a container engine: carries out the Dockerfile's instructions in an empty folder, and starts a core
# and a sidecar from there, as a user that owns nothing and may write only in the data folder. If root runs this script, it
# switches to such a user; otherwise it only makes the tree read-only. It also fails if the tree is too large, or works on only
# one CPU architecture. It leaves nothing behind, except the bill of materials and an archive of the tree if it is given a folder
# for them.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly STRANGER=61234
# On top of the base image. Every node has to fetch the tree before it starts its first pod.
readonly MB_MAX=20
work=$(mktemp -d)
pids=()
largest=0

finish() {
  local status=$?
  if ((${#pids[@]} > 0)); then kill -KILL "${pids[@]}" 2>/dev/null || true; fi
  if ((status != 0)); then cat "$work"/*.log >&2 2>/dev/null || true; fi
  chmod -R u+w "$work"
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

fail() {
  echo "image-tree: $*" >&2
  exit 1
}

# Each stage has a root of its own in $work. `root` is that of the stage that is carried out, `folder` its WORKDIR.
root=
folder=

# Takes SOURCE… TARGET, as COPY does: of a folder, its content is copied. With --from=STAGE, sources are paths in that stage.
copy() {
  local from=.
  if [[ $1 == --from=* ]]; then
    from=$work/${1#--from=}
    shift
  fi
  local target=$folder/${*: -1}
  local source
  for source in "${@:1:$#-1}"; do
    [[ $from != . ]] || grep -qxF "!$source" .dockerignore || fail ".dockerignore keeps $source out"
    if [[ -d $from/$source ]]; then
      mkdir -p "$target"
      cp -R "$from/$source/." "$target"
    else
      cp "$from/$source" "$target"
    fi
  done
}

# Checks the size of the tree, after every instruction of the last stage: a layer keeps what a later layer removes.
megabytes() {
  local now
  now=$(du -sm "$work/image/app" | cut -f1)
  ((now > largest)) && largest=$now
  ((largest <= MB_MAX)) || fail "$largest MB are more than $MB_MAX"
}

# Fails if a file was compiled for one kind of machine, or if npm picked a package by the kind of machine.
has_no_architecture() {
  local found
  found=$(find "$work/image/app" -type f -exec awk 'FNR == 1 && /^(\177ELF|\317\372\355\376|MZ)/ { print FILENAME }; { nextfile }' {} +)
  [[ -z $found ]] || fail "made for one CPU architecture: $found"
  found=$(node -p 'const [sbom, lock] = process.argv.slice(1).map((file) => JSON.parse(fs.readFileSync(file, "utf8")));
    const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
    Object.entries(lock.packages)
      .filter(([path, { version }]) => listed.has(`${path.replace(/.*node_modules./, "")}@${version}`))
      .filter(([, { cpu, os, libc }]) => cpu ?? os ?? libc)
      .map(([path]) => path).join(" ")' "$work/image/app/sbom.cdx.json" package-lock.json)
  [[ -z $found ]] || fail "installed on some machines only: $found"
}

# Carries out the Dockerfile. Joins continued lines. Fails at an instruction that it does not know, which would stay untested.
assemble() {
  local instruction arguments words
  while read -r instruction arguments; do
    case $instruction in
      '' | '#'* | USER | EXPOSE | ENTRYPOINT | CMD) ;;
      FROM)
        [[ $arguments == node:"$(node -p process.versions.node)"-* ]] ||
          fail "this is Node $(node --version), the image has $arguments"
        root=$work/image
        if [[ $arguments == *' AS '* ]]; then root=$work/${arguments##* AS }; fi
        ;;
      WORKDIR)
        folder=$root$arguments
        mkdir -p "$folder"
        ;;
      ENV) export "${arguments?}" ;;
      COPY)
        read -ra words <<<"$arguments"
        copy "${words[@]}"
        ;;
      # npm gets a cache of its own, as in an empty image.
      RUN) (cd "$folder" && npm_config_cache="$work/npm" bash -euc "$arguments") ;;
      *) fail "$instruction is not known here" ;;
    esac
    if [[ $folder == "$work/image/app" ]]; then megabytes; fi
  done < <(sed -z 's/\\\n//g' Dockerfile)
}

# Starts a role. Sets `pid`, and sets `ports` to the log line that says where the role listens.
start() {
  local role=$1
  "${stranger[@]}" "${settings[@]}" bin/suitability serve --role "$role" >"$work/$role.log" 2>&1 &
  pid=$!
  pids+=("$pid")
  until ports=$(grep '"msg":"listening"' "$work/$role.log"); do
    kill -0 "$pid" 2>/dev/null || fail "$role does not start"
    sleep 0.1
  done
}

port() {
  sed -E "s/.*\"$1\":([0-9]+).*/\1/" <<<"$ports"
}

mkdir "$work/bin" "$work/data"
cp "$(node -p process.execPath)" "$work/bin/node"
assemble
has_no_architecture
# The bill of materials names the packages whose licences are there, and no other.
named() {
  sort -u | grep .
}
node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).components.map(({ name, version }) => `${name}@${version}`).join("\n")' \
  "$work/image/app/sbom.cdx.json" | named >"$work/listed"
sed -nE '/^={5,}$/ { x; p; x }; h' "$work/image/app/third-party-licences.txt" | named >"$work/licensed"
cmp "$work/listed" "$work/licensed" || fail "sbom.cdx.json and third-party-licences.txt name different packages"
if (($# > 0)); then
  name=weather-suitability-service-$(node -p 'require("./package.json").version')
  cp "$work/image/app/sbom.cdx.json" "$1"
  tar --create --gzip --file="$1/$name-built.tar.gz" --directory="$work/image" --transform="s,^app,$name," \
    --sort=name --mtime="$(git log -1 --format=%cI)" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX app
fi
chmod -R a-w,a+rX "$work/image" "$work/bin"
chmod 755 "$work"

# env and setpriv replace themselves with the program that they start, so that signals reach that program.
stranger=(env -i "--chdir=$work/image/app" "PATH=$work/bin:/usr/bin:/bin")
user=$(id -u)
if ((EUID == 0)); then
  user=$STRANGER
  chown "$user" "$work/data"
  stranger=(setpriv "--reuid=$user" "--regid=$user" --clear-groups --no-new-privs "${stranger[@]}")
fi
settings=(NODE_ENV=production "STORE_URL=sqlite:$work/data/suitability.db" WEATHER_SOURCES=simulated
  GRPC_LISTEN=127.0.0.1:0 HTTP_LISTEN=127.0.0.1:0 OPS_LISTEN=127.0.0.1:0)

writable=$("${stranger[@]}" find . -writable -not -type l)
[[ -z $writable ]] || fail "can be written: $writable"

start core
core=$pid
settings+=("CORE_ADDRESS=127.0.0.1:$(port grpc)")
key=$("${stranger[@]}" "${settings[@]}" bin/suitability accounts create --name Proof --plan free --json |
  sed -nE 's/.*"(wsk_[[:alnum:]]{38})".*/\1/p')
start rest
rest=$pid

curl -fsS "http://127.0.0.1:$(port ops)/readyz" >/dev/null
curl -fsS "http://127.0.0.1:$(port http)/openapi.json" >/dev/null
curl -fsS -H "X-API-Key: $key" "http://127.0.0.1:$(port http)/v1/forecast?lat=51.5&lng=-0.1&days=1" >/dev/null
for pid in "$rest" "$core"; do
  kill -TERM "$pid"
  wait "$pid" || fail "ended with $? on SIGTERM"
done
pids=()

echo "image-tree: $largest MB, started read-only as uid $user"
