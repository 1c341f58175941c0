// One of two replicas is cut off from the PostgreSQL that both use.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startRelay } from "../../scripts/drill/relay.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { serviceOfTest } from "../support/service/service-of-test.ts";
import { type TestService } from "../support/service/test-service.ts";

const PATIENCE = { timeout: 40_000, interval: 100 };

describe.skipIf(!isPostgresInstalled())("the only replica that is cut off", { timeout: 120_000 }, () => {
  it("leaves rotation after 10 s, stays alive, and returns with the first answer; the other replica stays", async () => {
    const server = await postgresServerOfTest();
    const way = await startRelay(server.port);
    onTestFinished(() => way.close());
    const start = async (port: number) => {
      const replica = await serviceOfTest({
        storeUrl: server.url.replace(`:${server.port}/`, `:${port}/`),
      });
      return replica;
    };
    const other = await start(server.port);
    const cut = await start(way.port);
    // This decides like Kubernetes: the sidecar is ready while its core says that it serves, without asking the store.
    const statusOf = async (port: number, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const isInRotation = async ({ sidecarOpsPort }: TestService) =>
      (await statusOf(sidecarOpsPort, "/readyz")) === 200;
    const untilIn = (isIn: boolean) =>
      vi.waitFor(async () => expect(await isInRotation(cut)).toBe(isIn), PATIENCE);
    await untilIn(true);
    await vi.waitFor(async () => expect(await isInRotation(other)).toBe(true), PATIENCE);

    way.cut();
    const cutAtMs = performance.now();
    await untilIn(false);
    expect(performance.now() - cutAtMs).toBeGreaterThan(8_000);
    expect(await statusOf(cut.ports.ops, "/livez")).toBe(200);
    expect(await isInRotation(other)).toBe(true);

    way.mend();
    await untilIn(true);
  });
});
