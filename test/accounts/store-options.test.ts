// A service warns of a store whose settings can lose answered calls. The test uses a real server.
import { expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import type { StoreRisk } from "../../src/accounts/store-options.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/programs/postgres-server.ts";
import { startTestService } from "../support/service/test-service.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

/** The risks that a store reports of its database when it has connected. */
async function risksAt(url: string): Promise<readonly StoreRisk[] | undefined> {
  let told: readonly StoreRisk[] | undefined;
  const onRisks = (risks: readonly StoreRisk[]) => void (told = risks.toSorted());
  const store = await openStore(url, { clock: createManualClock(0), onRisks, ...PATIENT_COMMANDS });
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(told).toBeDefined(), PATIENCE);
  return told;
}

it.skipIf(!isPostgresInstalled())(
  "a PostgreSQL that may lose data is reported once in the log, with what to set, and in the metrics",
  async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
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

    const lines: string[] = [];
    const service = await startTestService(
      { storeUrl: server.url, logLevel: "warn" },
      { destination: { write: (line: string) => void lines.push(line) } },
    );
    onTestFinished(() => service.stop());
    const warning = () => lines.filter((line) => line.includes("may lose what it has answered for"));
    await vi.waitFor(() => expect(warning()).toHaveLength(1), PATIENCE);
    expect(warning()[0]).toContain("set synchronous_commit to on");
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
