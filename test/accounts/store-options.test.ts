// A service warns of a store whose settings can lose answered calls. The test uses a real server.
import { expect, it, vi } from "vitest";
import type { StoreRisk } from "../../src/accounts/store-options.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { serviceOfTest } from "../support/service/service-of-test.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

/** The risks that a store reports of its database when it has connected. */
async function risksAt(url: string): Promise<readonly StoreRisk[] | undefined> {
  let told: readonly StoreRisk[] | undefined;
  const onRisks = (risks: readonly StoreRisk[]) => void (told = risks.toSorted());
  await storeOfTest({ url, onRisks });
  await vi.waitFor(() => expect(told).toBeDefined(), PATIENCE);
  return told;
}

it.skipIf(!isPostgresInstalled())(
  "a PostgreSQL that may lose data is reported once in the log, with what to set, and in the metrics",
  async () => {
    const server = await postgresServerOfTest();
    const sql = (text: string) => postgresCommand(server.url, text);
    const setFsync = async (value: "on" | "off", risks: readonly StoreRisk[]) => {
      await sql(`ALTER SYSTEM SET fsync = ${value}`);
      await sql("SELECT pg_reload_conf()");
      await vi.waitFor(async () => expect(await risksAt(server.url)).toEqual(risks), PATIENCE);
    };
    await setFsync("on", []);
    await sql("ALTER ROLE postgres SET synchronous_commit = off");
    await setFsync("off", ["asynchronous_commit", "no_fsync"]);
    await setFsync("on", ["asynchronous_commit"]);

    const { lines, destination } = createLogLines();
    const service = await serviceOfTest({ storeUrl: server.url, logLevel: "warn" }, { destination });
    const warning = () =>
      lines.filter(({ msg }) => String(msg).includes("may lose what it has acknowledged"));
    await vi.waitFor(() => expect(warning()).toHaveLength(1), PATIENCE);
    expect(JSON.stringify(warning())).toContain("set synchronous_commit to on");
    const metrics = await service.metrics();
    expect(metrics).toContain('suitability_store_may_forget{reason="asynchronous_commit"} 1');
    expect(metrics).toContain('suitability_store_may_forget{reason="no_fsync"} 0');
    await sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suitability'",
    );
    await vi.waitFor(() => service.store.ping(), PATIENCE);
    expect(warning()).toHaveLength(1);
  },
  90_000,
);
