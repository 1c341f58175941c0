// What programs see as a machine of its own: systemd as the first process, this machine's files with copy-on-write, and
// a network without any other machine. Needs root, and a kernel that allows namespaces.
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { vi } from "vitest";
import { createTemporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);

/** Runs in the new namespaces. $1 is the folder to build the machine in. */
const BOOT = `
set -eu
root=$1/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$root"
mount -t proc proc "$root/proc"
# The kernel's file systems are read only, so that systemd leaves them alone.
mount --bind -o ro "$root/proc/sys" "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/dev"
for each in null zero full random urandom tty; do
  touch "$root/dev/$each"
  mount --bind "/dev/$each" "$root/dev/$each"
done
mkdir "$root/dev/shm" "$root/dev/pts" "$root/old"
mount -t devpts -o ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
cd "$root"
# None of the services of the machine that runs the tests.
rm -f etc/systemd/system/*.wants/* etc/rc?.d/*
rm -rf var/log/journal
# This service would empty /tmp, file by file.
ln -s /dev/null etc/systemd/system/systemd-tmpfiles-setup.service
pivot_root . old
umount -l /old
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
`;

/** Runs in a cgroup of its own, which becomes the root of the machine's cgroups. */
const START = `
set -eu
mkdir "$2"
echo $$ > "$2/cgroup.procs"
exec unshare --mount --pid --fork --kill-child --net --uts --ipc --cgroup -- bash -c "$3" boot "$1"
`;

const cgroups = () => spawnSync("findmnt", ["-n", "-t", "cgroup2", "-o", "TARGET"], { encoding: "utf8" });

/** Whether such a machine can be started here. */
export function canStartMachine(): boolean {
  const isPossible = ["unshare", "-m", "-p", "-f", "-n", "-C", "--", "test", "-x", "/lib/systemd/systemd"];
  return (
    process.getuid?.() === 0 &&
    spawnSync(isPossible[0] ?? "", isPossible.slice(1)).status === 0 &&
    cgroups().stdout?.trim() !== ""
  );
}

export async function startSystemdMachine(environment: Readonly<Record<string, string>> = {}) {
  const folder = createTemporaryFolder();
  const cgroup = `${cgroups().stdout.split("\n")[0]}/suitability-test-${process.pid}`;
  const starter = spawn("bash", ["-c", START, "start", folder.path, cgroup, BOOT], { stdio: "ignore" });
  const ended = once(starter, "close");

  const first = () =>
    readFileSync(`/proc/${starter.pid}/task/${starter.pid}/children`, "utf8").trim().split(" ")[0] ?? "";
  /** Runs a script in the machine. Resolves to its stdout; rejects with its stderr if it fails. */
  const runInside = async (script: string): Promise<string> => {
    const inside = ["--target", first(), "--all", "env", "-i", "HOME=/root", "TERM=dumb"];
    const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const { stdout } = await run("nsenter", [...inside, path, ...given, "bash", "--norc", "-euc", script]);
    return stdout;
  };
  await vi.waitFor(() => runInside("systemctl is-system-running | grep -E 'running|degraded'"), 30_000);

  return {
    run: runInside,
    /** Runs a program of the host on the machine's network. */
    runOnItsNetwork: async (command: readonly string[]) =>
      (await run("nsenter", ["--target", first(), "--net", ...command])).stdout,
    stop: async () => {
      starter.kill("SIGKILL");
      await ended;
      await vi.waitFor(
        () => run("find", [cgroup, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]),
        10_000,
      );
      folder.remove();
    },
  };
}
