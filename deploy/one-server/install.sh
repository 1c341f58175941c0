#!/bin/sh
# Puts into service the version whose folder contains this script: the first version, a newer one, or an older one again.
# Settings and store stay as they are. If a version is installed already, it backs its store up first. Run this as root.
set -eu
release=$(cd "$(dirname "$0")/../.." && pwd)
files=$release/deploy/one-server
cd "$release"

# Runs once for each version. Installs Node from the npm registry, and checks that its hash is the tested Node's.
if ! [ -e node/bin ]; then
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund
  machine=$(uname -m)
  version=$(npm pkg get devDependencies.node | tr -d '"')
  package=node-linux-$(case $machine in x86_64) echo x64 ;; aarch64) echo arm64 ;; *) echo "$machine" ;; esac)
  npm install --prefix node --ignore-scripts --no-audit --no-fund "$package@$version"
  bin=node/node_modules/$package/bin
  sed -n "s| $machine$| $bin/node|p" node.sha256 | sha256sum --check --strict
  # If Node lacks a library, this fails and names the library, before anything is changed.
  "$bin/node" --version
  ln -s "node_modules/$package/bin" node/bin
fi

id -u suitability > /dev/null 2>&1 ||
  useradd --system --user-group --no-create-home --home-dir /var/lib/suitability --shell /usr/sbin/nologin suitability
install -d -m 755 /etc/suitability
# Not readable for others: it has the weather provider's key.
[ -e /etc/suitability/settings.env ] || install -m 640 -g suitability "$files/settings.env" /etc/suitability/settings.env

install -d -m 700 -o suitability -g suitability /var/lib/suitability-backups
if [ -e /opt/suitability/current ]; then
  # Named after the folder: two folders may have sources of the same version.
  suitability backup "/var/lib/suitability-backups/$(date -u +%Y-%m-%dT%H%M%SZ)-before-$(basename "$release").db"
fi

ln -sfn "$release" /opt/suitability/current
install -m 755 "$files/suitability" /usr/local/bin/suitability
install -m 644 "$files"/suitability*.service "$files/suitability-backup.timer" /etc/systemd/system
install -m 644 "$files/journald@suitability.conf" /etc/systemd
systemctl daemon-reload
systemctl enable --quiet suitability suitability-backup.timer
systemctl start suitability-backup.timer
restarted=$(date +%s)
if ! systemctl restart suitability; then
  journalctl --namespace='*' --unit=suitability --since="@$restarted" --output=cat --no-pager >&2
  echo "Version $(suitability --version) does not start." >&2
  exit 1
fi
echo "Version $(suitability --version) is in service. $(suitability migrate)"
