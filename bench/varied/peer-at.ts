// Starts a server that the service is compared with. It repeats recorded answers of the service.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../harness/bench-case.ts";
import type { ServerProcess } from "../harness/processes.ts";
import { startService, type Running } from "../harness/service.ts";
import { freePort } from "../../test/support/programs/free-port.ts";
import { writeAnswers } from "./answers.ts";
import type { Peer } from "./door.ts";

/** Keys with their monthly quotas. */
type PeerAccounts = readonly (readonly [key: string, quota: number])[];

const PEERS = fileURLToPath(new URL("../peers/", import.meta.url));

/** Returns the server, or why it is skipped; throws if it cannot be started. */
export async function startPeer(
  peer: Peer,
  accounts: PeerAccounts,
  bench: Bench,
): Promise<Running | { readonly skipped: string }> {
  const answers = await answersFile(bench);
  if (peer === "off the shelf" || peer === "off the shelf on Redis") {
    return startOffTheShelf(peer, { answers, accounts }, bench);
  }
  const serve = (program: string, ...args: readonly string[]) =>
    bench.processes.serve({ name: program, args: [`bench/programs/${program}.ts`, ...args] });
  if (peer === "bare Connect on Fastify") {
    const server = await serve("connect-constant", answers);
    return { servers: [server], port: Number(server.line["http"]) };
  }
  const core = await serve("grpc-constant", answers);
  if (peer === "bare grpc-js") return { servers: [core], port: Number(core.line["grpc"]) };
  const how = peer === "the same in batches" ? ["batches"] : [];
  const server = await serve("fastify-grpc", String(core.line["grpc"]), ...how);
  return { servers: [server, core], port: Number(server.line["http"]) };
}

async function startOffTheShelf(
  peer: Peer,
  { answers, accounts }: { readonly answers: string; readonly accounts: PeerAccounts },
  bench: Bench,
) {
  installPeers();
  if (peer === "off the shelf" && !(await hasSqlite(bench))) {
    return {
      skipped: "better-sqlite3 cannot be loaded here, so nothing off the shelf was compared on SQLite",
    };
  }
  const redis = peer === "off the shelf" ? [] : [await startRedis(bench)];
  const accountsFile = join(bench.folder, "peer-accounts.json");
  writeFileSync(accountsFile, JSON.stringify(accounts));
  const order = {
    store: redis[0]?.url ?? join(bench.folder, `peer-${performance.now()}.db`),
    answers,
    accounts: accountsFile,
  };
  const args = ["bench/peers/off-the-shelf.js", JSON.stringify(order)];
  const server = await bench.processes.serve({ name: "off-the-shelf", args });
  return { servers: [server, ...redis], port: Number(server.line["http"]) };
}

/** Starts a durable Redis: it appends every write to a file, which reaches the disk within about a second. */
async function startRedis({ folder, processes }: Bench): Promise<ServerProcess & { url: string }> {
  const port = await freePort();
  const dir = join(folder, `redis-${port}`);
  mkdirSync(dir);
  const settings = { port, bind: "127.0.0.1", dir, save: "", appendonly: "yes", appendfsync: "everysec" };
  const server = await processes.serve({
    name: "redis",
    foreign: { command: "redis-server", upLine: "Ready to accept connections" },
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  });
  return { ...server, url: `redis://127.0.0.1:${port}` };
}

/** Installs the packages of the peers when they are first needed and when their lock file has changed. */
function installPeers(): void {
  const installed = join(PEERS, "node_modules/.package-lock.json");
  const lock = join(PEERS, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error("  npm ci in bench/peers");
  const { status, stderr, error } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: PEERS,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm ci in bench/peers failed: ${error?.message ?? stderr}`);
}

async function hasSqlite({ processes }: Bench): Promise<boolean> {
  const script = `new (require("better-sqlite3"))(":memory:")`;
  return processes.run({ dir: PEERS, args: ["--input-type=commonjs", "--eval", script] }).then(
    () => true,
    () => false,
  );
}

/** The recorded answers, made once a run. */
async function answersFile(bench: Bench): Promise<string> {
  const file = join(bench.folder, "answers.json");
  if (existsSync(file)) return file;
  const service = await startService({ ...bench, profileFolder: undefined });
  await writeAnswers(service, file);
  await service.stop();
  return file;
}
