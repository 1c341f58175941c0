// What a service says of a store whose settings let it lose calls that were answered, on real servers.
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import type { StoreRisk } from "../../src/accounts/store-options.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer, type PostgresServer } from "../support/postgres-server.ts";
import { startTestService } from "../support/test-service.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

async function risksAt(url: string): Promise<readonly StoreRisk[] | undefined> {
  let told: readonly StoreRisk[] | undefined;
  const onRisks = (risks: readonly StoreRisk[]) => void (told = risks.toSorted());
  const store = await openStore(url, { clock: createManualClock(0), onRisks, ...PATIENT_COMMANDS });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), PATIENCE);
  await vi.waitFor(() => expect(told).toBeDefined(), PATIENCE);
  return told;
}

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", { timeout: 60_000 }, () => {
  let server: PostgresServer;
  const sql = (text: string) => postgresCommand(server.url, text);
  const setFsync = async (value: string) => {
    await sql(`ALTER SYSTEM SET fsync = ${value}`);
    await sql("SELECT pg_reload_conf()");
  };

  beforeAll(async () => {
    server = await startPostgresServer();
    return () => server.remove();
  }, 60_000);

  it("that answers before its disk has the data says so", async () => {
    const untilTold = (risks: readonly StoreRisk[]) =>
      vi.waitFor(async () => expect(await risksAt(server.url)).toEqual(risks), PATIENCE);
    await setFsync("on");
    await untilTold([]);
    await sql("ALTER ROLE postgres SET synchronous_commit = off");
    await setFsync("off");
    await untilTold(["asynchronous_commit", "no_fsync"]);
  });

  it("that may forget data is in the log once, with what to set, and in the metrics", async () => {
    await sql("ALTER ROLE postgres SET synchronous_commit = off");
    await setFsync("on");
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
  });
});
