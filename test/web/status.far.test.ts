// The status of a service whose PostgreSQL hangs: it is told all the same, and soon.
import { expect, it, onTestFinished } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { startTestService } from "../support/test-service.ts";

it.skipIf(!isPostgresInstalled())("the status is down while the store hangs", async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  const service = await startTestService({ storeUrl: server.url }, { commandTimeoutMs: 60_000 });
  onTestFinished(() => service.stop());
  onTestFinished(() => server.goOn());
  server.hang();
  const answer = await fetch(`http://127.0.0.1:${service.ports.http}/status.json`);
  expect(await answer.json()).toMatchObject({ state: "down" });
});
