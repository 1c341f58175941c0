// What a service tells of a store that may lose what it has answered for, by the settings of real servers.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import type { StoreRisk } from "../../src/accounts/store-risks.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { startTestService } from "../support/test-service.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

async function risksAt(url: string): Promise<readonly StoreRisk[] | undefined> {
  let told: readonly StoreRisk[] | undefined;
  const onRisks = (risks: readonly StoreRisk[]) => void (told = risks.toSorted());
  const store = await openStore(url, { clock: createManualClock(0), onRisks });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), PATIENCE);
  await vi.waitFor(() => expect(told).toBeDefined(), PATIENCE);
  return told;
}

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", { timeout: 60_000 }, () => {
  it("that answers before its disk has what it answered for says so", async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const setFsync = async (value: string) => {
      await postgresCommand(server.url, `ALTER SYSTEM SET fsync = ${value}`);
      await postgresCommand(server.url, "SELECT pg_reload_conf()");
    };
    const untilTold = (risks: readonly StoreRisk[]) =>
      vi.waitFor(async () => expect(await risksAt(server.url)).toEqual(risks), PATIENCE);
    await setFsync("on");
    await untilTold([]);
    await postgresCommand(server.url, "ALTER ROLE postgres SET synchronous_commit = off");
    await setFsync("off");
    await untilTold(["asynchronous_commit", "no_fsync"]);
  });

  it("that may forget is in the log once, with what to set, and in the metrics", async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    await postgresCommand(server.url, "ALTER SYSTEM SET fsync = on");
    await postgresCommand(server.url, "ALTER ROLE postgres SET synchronous_commit = off");
    await postgresCommand(server.url, "SELECT pg_reload_conf()");
    const lines: string[] = [];
    const service = await startTestService(
      { storeUrl: server.url, logLevel: "warn" },
      { destination: { write: (line: string) => void lines.push(line) } },
    );
    onTestFinished(() => service.stop());
    const warning = () => lines.filter((line) => line.includes("may lose what it has answered for"));
    await vi.waitFor(() => expect(warning()).toHaveLength(1), PATIENCE);
    expect(warning()[0]).toContain("set synchronous_commit to on");
    const metrics = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    expect(metrics).toContain('suitability_store_may_forget{reason="asynchronous_commit"} 1');
    expect(metrics).toContain('suitability_store_may_forget{reason="no_fsync"} 0');
    const endSessions =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suitability'";
    await postgresCommand(server.url, endSessions);
    await vi.waitFor(() => service.store.ping(), PATIENCE);
    expect(warning()).toHaveLength(1);
  });
});
