// The restore drill: what the CronJobs' containers run is run on a real store, which is then destroyed and restored as
// docs/stores.md prints it.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { untilListening } from "../support/program.ts";
import { createPostgresRoles, SECRETS } from "../support/stand-in-cluster/postgres-roles.ts";
import { startStandInCluster } from "../support/stand-in-cluster/start.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PAGE = readFileSync(new URL("../../docs/stores.md", import.meta.url), "utf8");
const PROGRAM = new URL("../../bin/suitability", import.meta.url).pathname;

const run = promisify(execFile);

/** The lines of the block under the mark. */
function commandsUnder(mark: string): readonly string[] {
  const [, block = ""] = new RegExp(`<!-- ${mark} -->\\n\\n\`\`\`sh\\n(.*?)^\`\`\``, "ms").exec(PAGE) ?? [];
  return block.trim().split("\n");
}

/** A store as the manifests name it, and as it is here. */
interface Store {
  readonly url: string;
  readonly places: Readonly<Record<string, string>>;
  /** How many there are of what it may lose, as forecasts that replicas share. */
  readonly cachedRows?: () => Promise<number>;
  /** With all that is in it. */
  destroy(): unknown;
}

async function exported(url: string): Promise<string> {
  const { stdout } = await run(PROGRAM, ["accounts", "export"], {
    env: { ...BARE_ENVIRONMENT, STORE_URL: url },
  });
  return stdout;
}

/** With accounts, keys and counts in it. Returns what callers have, and how each is answered. */
async function useStore({ url }: Store) {
  const programs = openPrograms(url);
  const { accountId, key } = await programs.createCaller("growth");
  const revoked = await programs.withStore(async (store) => {
    const issued = await issueApiKey({ store, accountId });
    if (issued === undefined) throw new Error("the account is gone");
    await store.revokeKey(issued.key.id);
    return issued.apiKey;
  });
  const ports = await untilListening(programs.serve());
  for (let calls = 0; calls < 3; calls += 1) {
    expect((await getForecast(ports.http, { key })).status).toBe(200);
  }
  return { accountId, key, revoked };
}

/** Returns what was exported before and after, and what is answered then. */
async function drill(overlay: string, open: () => Promise<Store>) {
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  for (const name of ["backups", "scratch"]) mkdirSync(join(folder.path, name));
  const runInCluster = async (mark: string, { places }: Store) => {
    const standIn = startStandInCluster({
      overlays: [overlay],
      secrets: SECRETS,
      places: {
        ...places,
        "/backups": join(folder.path, "backups"),
        "/scratch": join(folder.path, "scratch"),
      },
      logs: {},
    });
    const isSingle = overlay.endsWith("single");
    const commands = commandsUnder(mark).filter((command) => !isSingle || !command.includes(" scale "));
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) await run("bash", ["-c", command], { env: standIn.environment });
    standIn.remove();
  };

  const lost = await open();
  const { accountId, key, revoked } = await useStore(lost);
  const before = await exported(lost.url);
  await runInCluster("back up", lost);
  expect(readdirSync(join(folder.path, "backups"))).toEqual([expect.stringMatching(/\.(jsonl\.gz|dump)$/)]);

  await lost.destroy();
  const restored = await open();
  onTestFinished(() => void restored.destroy());
  await runInCluster("restore", restored);
  const after = await exported(restored.url);
  const cached = await restored.cachedRows?.();
  const programs = openPrograms(restored.url);
  const counted = await programs.callsCounted(accountId);
  const ports = await untilListening(programs.serve());
  const statusOf = async (key: string) => (await getForecast(ports.http, { key })).status;
  return { before, after, cached, counted, valid: await statusOf(key), revoked: await statusOf(revoked) };
}

async function openSqlite(): Promise<Store> {
  const folder = createTemporaryFolder();
  return Promise.resolve({
    url: `sqlite:${join(folder.path, "suitability.db")}`,
    places: { "/data/": `${folder.path}/` },
    destroy: () => rmSync(folder.path, { recursive: true }),
  });
}

/** A primary, and the standby that its URL names first, as after a failover; behind a PgBouncer as far as the URL is concerned. */
async function openPostgres(): Promise<Store> {
  const server = await startPostgresServer();
  const owner = await createPostgresRoles(server.url);
  await postgresCommand(owner, "CREATE UNLOGGED TABLE cached AS SELECT 1");
  const standby = await server.startStandby();
  const here = `127.0.0.1:${standby.port},127.0.0.1:${server.port}/suitability?sslmode=prefer&prepare=false`;
  const there = "postgres-1.example.com:5432,postgres-2.example.com:5432/suitability?sslmode=require";
  return {
    url: owner.replace(/@.*/, `@${here}`),
    cachedRows: async () => (await postgresCommand(owner, "SELECT * FROM cached")).length,
    places: { [there]: here },
    destroy: async () => {
      await standby.remove();
      await server.remove();
    },
  };
}

const STORES = [
  { name: "SQLite", overlay: "k8s/overlays/single", open: openSqlite, isInstalled: true },
  {
    name: "PostgreSQL",
    overlay: "k8s/overlays/replicas",
    open: openPostgres,
    isInstalled: isPostgresInstalled(),
  },
];

/** Less the entry of the audit log about who brought them back. */
const withoutImport = (lines: string) =>
  lines.replaceAll(/,\{"at_ms":\d+,"operator":"[^"]*","action":"accounts import","about":null\}/g, "");

describe.each(STORES)("$name (skipped where it is not installed)", ({ overlay, open, isInstalled }) => {
  it.skipIf(!isInstalled)(
    "has its accounts, keys and counts again after it was lost, and nothing of what it may lose",
    async () => {
      const { before, after, cached = 0, ...answers } = await drill(overlay, open);
      expect(withoutImport(after)).toBe(before);
      expect(cached).toBe(0);
      expect(answers).toEqual({ counted: 3, valid: 200, revoked: 401 });
    },
    // Three programs start, one after the other, and with PostgreSQL four servers.
    180_000,
  );
});
