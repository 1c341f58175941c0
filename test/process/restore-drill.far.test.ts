// The restore drill: the commands of the CronJobs' containers back up a real store. The store is then destroyed, and
// restored with the commands in docs/stores.md.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCaller } from "../accounts/create-caller.ts";
import { issueKey } from "../accounts/issue-key.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/programs/postgres-server.ts";
import { untilListening } from "../support/programs/program.ts";
import { createPostgresRoles, SECRETS } from "../support/fakes/stand-in-cluster/postgres-roles.ts";
import { startStandInCluster } from "../support/fakes/stand-in-cluster/start.ts";
import { encryptPostgres } from "../accounts/postgres/encrypt-postgres.ts";
import { HAS_OPENSSL } from "../doors/http/tls/certificate-authority.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";
import { getForecast, openPrograms, useStore } from "./open-programs.ts";

const PAGE = readFileSync(new URL("../../docs/stores.md", import.meta.url), "utf8");

const run = promisify(execFile);

/** The lines of the `sh` block under the mark. */
function commandsUnder(mark: string): readonly string[] {
  const [, block = ""] = new RegExp(`<!-- ${mark} -->\\n\\n\`\`\`sh\\n(.*?)^\`\`\``, "ms").exec(PAGE) ?? [];
  return block.trim().split("\n");
}

/** A store. `places` has, for names in the manifests, what this test uses instead. */
interface Store {
  readonly url: string;
  readonly places: Readonly<Record<string, string>>;
  /** Makes a store that the restore has to replace. */
  fillWithOthers(): Promise<unknown>;
  /** How many rows there are of data that may be lost, such as shared forecasts. */
  readonly cachedRows?: () => Promise<number>;
  /** Deletes the store with all its data. */
  destroy(): unknown;
}

const recordsIn = (url: string) => useStore(url, (store) => Array.fromAsync(store.accountRecords()));

/** Adds an account, keys (one of them revoked) and counts. */
async function fill({ url }: Store): Promise<string> {
  return useStore(url, async (store) => {
    const { accountId } = await createCaller(store);
    const revoked = await issueKey(store, accountId);
    await store.revokeKey(revoked.key.id);
    const call = spendingOf(accountId);
    for (let calls = 0; calls < 3; calls += 1) expect((await store.spend(call)).kind).toBe("Spent");
    return accountId;
  });
}

/** Runs the drill. Returns the exports before and after, and how a service on the restored store answers and counts. */
async function drill(overlay: string, open: () => Promise<Store>) {
  const folder = folderOfTest();
  mkdirSync(join(folder, "backups"));
  const runInCluster = async (mark: string, { places }: Store) => {
    const standIn = startStandInCluster({
      overlays: [overlay],
      secrets: SECRETS,
      places: { ...places, "/backups": join(folder, "backups") },
      logs: {},
    });
    const isSingle = overlay.endsWith("single");
    const commands = commandsUnder(mark).map((command) =>
      isSingle ? command.replace("deploy/", "statefulset/").replace("=3", "=1") : command,
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) await run("bash", ["-c", command], { env: standIn.environment });
    standIn.remove();
  };

  const lost = await open();
  const accountId = await fill(lost);
  const before = await recordsIn(lost.url);
  await runInCluster("back up", lost);
  expect(readdirSync(join(folder, "backups"))).toEqual([expect.stringMatching(/\.(db\.gz|dump)$/)]);

  await lost.destroy();
  const restored = await open();
  onTestFinished(() => void restored.destroy());
  await restored.fillWithOthers();
  await runInCluster("restore", restored);
  const after = await recordsIn(restored.url);
  const cached = await restored.cachedRows?.();
  const programs = openPrograms(restored.url);
  const { key } = await programs.createCaller();
  const { http } = await untilListening(programs.serve());
  const { status } = await getForecast(http, { key });
  return { before, after, cached, counted: await programs.callsCounted(accountId), status };
}

async function openSqlite(): Promise<Store> {
  const folder = createTemporaryFolder();
  const file = join(folder.path, "suitability.db");
  const url = `sqlite:${file}`;
  return Promise.resolve({
    url,
    places: { "/data/": `${folder.path}/` },
    // As a killed service leaves it: with its last changes in the journal.
    fillWithOthers: async () => {
      await useStore(url, async (store) => {
        await createCaller(store);
        copyFileSync(`${file}-wal`, `${file}-kept`);
      });
      renameSync(`${file}-kept`, `${file}-wal`);
    },
    destroy: () => rmSync(folder.path, { recursive: true }),
  });
}

/** A primary and a standby. The URL names the standby first, as after a failover, and is written for a PgBouncer. */
async function openPostgres(): Promise<Store> {
  const server = await startPostgresServer();
  const owner = await createPostgresRoles(server.url);
  await postgresCommand(owner, "CREATE UNLOGGED TABLE cached AS SELECT 1");
  const { caFile } = await encryptPostgres({ sql: (text) => postgresCommand(server.url, text) });
  const standby = await server.startStandby();
  const hosts = `localhost:${standby.port},localhost:${server.port}`;
  const here = `${hosts}/suitability?sslmode=verify-full&prepare=false`;
  const there = "postgres-1.example.com:5432,postgres-2.example.com:5432/suitability?sslmode=verify-full";
  return {
    url: owner.replace(/@.*/, `@${hosts}/suitability?prepare=false`),
    // Tables of a newer version.
    fillWithOthers: async () => {
      await useStore(owner, (store) => store.ping());
      await postgresCommand(owner, "CREATE TABLE newer (account_id TEXT REFERENCES account (id))");
    },
    cachedRows: async () => (await postgresCommand(owner, "SELECT * FROM cached")).length,
    places: { [there]: here, "/etc/suitability/store-ca/ca.crt": caFile },
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
    isInstalled: isPostgresInstalled() && HAS_OPENSSL,
  },
];

describe.each(STORES)("$name (skipped where it is not installed)", ({ overlay, open, isInstalled }) => {
  it.skipIf(!isInstalled)(
    "has its accounts, keys and counts again after it was lost, in place of what was there, but no data that may be lost",
    async () => {
      const { before, after, cached = 0, ...answers } = await drill(overlay, open);
      expect(after).toEqual(before);
      expect(cached).toBe(0);
      expect(answers).toEqual({ counted: 3, status: 200 });
    },
    180_000,
  );
});
