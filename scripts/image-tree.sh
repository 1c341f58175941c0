#!/usr/bin/env bash
# Proves the image without a container engine: carries out the Dockerfile's lines in an empty folder, and starts core and
# sidecar from there as a user that owns nothing and may write nowhere but in the data folder. As root it becomes such a
# user; otherwise the tree is only made read-only. Fails as well when the tree is too large, or of one CPU architecture.
# Leaves nothing behind but the bill of materials, where the path of a file for it is given.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly STRANGER=61234
# On top of the base. Every node that starts a pod has to fetch it first.
readonly MB_MAX=75
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

# SOURCE… TARGET, as COPY has it: a target that ends in a slash is a folder to copy into.
copy() {
  local target=$work/app/${*: -1}
  local source
  for source in "${@:1:$#-1}"; do
    grep -qxF "!$source" .dockerignore || fail ".dockerignore keeps $source out"
    cp -R "$source" "$target"
  done
}

# How large the tree is, in MB. Asked after every instruction: a layer keeps what a later one removes.
megabytes() {
  local now
  now=$(du -sm "$work/app" | cut -f1)
  ((now > largest)) && largest=$now
  ((largest <= MB_MAX)) || fail "$largest MB are more than $MB_MAX"
}

# Nothing that was compiled for a machine, and no package that npm picks by machine.
has_no_architecture() {
  local found
  found=$(find "$work/app" -type f -exec awk 'FNR == 1 && /^(\177ELF|\317\372\355\376|MZ)/ { print FILENAME }; { nextfile }' {} +)
  [[ -z $found ]] || fail "made for one CPU architecture: $found"
  found=$(node -p 'const { packages } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
    Object.keys(packages).filter((path) => packages[path].cpu ?? packages[path].os ?? packages[path].libc).join(" ")' \
    "$work/app/node_modules/.package-lock.json")
  [[ -z $found ]] || fail "installed on some machines only: $found"
}

# An instruction that is not known here fails, lest it go unproved. Continued lines are made one.
assemble() {
  local instruction arguments words
  while read -r instruction arguments; do
    case $instruction in
      '' | '#'* | WORKDIR | USER | EXPOSE | ENTRYPOINT | CMD) ;;
      FROM)
        [[ $arguments == node:"$(node -p process.versions.node)"-* ]] ||
          fail "this is Node $(node --version), the image has $arguments"
        ;;
      ENV) export "${arguments?}" ;;
      COPY)
        read -ra words <<<"$arguments"
        copy "${words[@]}"
        ;;
      # Its own cache, which the last of the commands clears.
      RUN) (cd "$work/app" && npm_config_cache="$work/npm" bash -euc "$arguments") ;;
      *) fail "$instruction is not known here" ;;
    esac
    megabytes
  done < <(sed -z 's/\\\n//g' Dockerfile)
}

# Starts a role, and sets `pid` and `ports`, the line that says where it listens.
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

mkdir "$work/app" "$work/bin" "$work/data"
cp "$(node -p process.execPath)" "$work/bin/node"
assemble
has_no_architecture
# The bill of materials names each package that is installed, and no other.
installed=$(node -p 'const { packages } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
  new Set(Object.entries(packages).map(([path, { version }]) => `${path.replace(/.*node_modules./, "")}@${version}`)).size' \
  "$work/app/node_modules/.package-lock.json")
listed=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).components.length' "$work/app/sbom.cdx.json")
((listed == installed && listed > 0)) || fail "sbom.cdx.json lists $listed of $installed packages"
if (($# > 0)); then cp "$work/app/sbom.cdx.json" "$1"; fi
chmod -R a-w,a+rX "$work/app" "$work/bin"
chmod 755 "$work"

# Replaced by what it starts, so that the process started is the one that is signalled.
stranger=(env -i "--chdir=$work/app" "PATH=$work/bin:/usr/bin:/bin")
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
