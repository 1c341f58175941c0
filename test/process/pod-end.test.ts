// A pod as k8s/base has it ends as the kubelet ends it: the REST container first, and the core, which is a sidecar in the
// sense of Kubernetes, when that one has ended.
import { expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { startRest, startService } from "../../src/compose/start-service.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";
import { ANY_PORTS, readyz } from "../support/program.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { createCallerIn, getForecast } from "./open-programs.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

it("a call that REST takes while it drains is answered by the core, counted and logged once", async () => {
  const release = Promise.withResolvers<void>();
  const answer = openMeteoAnywhere(openMeteoPayload({ nowMs: Date.now() }));
  const provider = await createMisbehavingUpstream({ ...answer, after: release.promise });
  onTestFinished(() => provider.close());
  const config = configFromEnvironment({
    ...ANY_PORTS,
    STORE_URL: `sqlite:${folderOfTest()}/accounts.db`,
    WEATHER_SOURCES: "open-meteo",
    OPEN_METEO_URL: provider.url,
  });
  const lines = { core: "", rest: "" };
  const optionsOf = (role: keyof typeof lines) => ({
    clock: systemClock,
    ...PATIENT_COMMANDS,
    logger: createLogger({ level: "info", destination: { write: (line) => void (lines[role] += line) } }),
  });
  const core = await startService(config, optionsOf("core"));
  const coreAddress = `127.0.0.1:${core.ports.grpc}`;
  const rest = await startRest({ ...config, coreAddress, drainDelayMs: 1_500 }, optionsOf("rest"));
  const { key, accountId } = await createCallerIn(core.store);
  expect(await readyz(rest.ports)).toBe(200);

  const restEnded = rest.stop();
  const last = getForecast(rest.ports.http, { key, headers: { connection: "close" } });
  expect(await readyz(rest.ports)).toBe(503);
  await vi.waitFor(() => expect(provider.atOnce).toBe(1), PATIENCE);
  // The door is closed, the call is not over.
  await vi.waitFor(
    () => expect(fetch(`http://127.0.0.1:${rest.ports.http}/`)).rejects.toThrow("fetch failed"),
    PATIENCE,
  );
  expect(await readyz(core.ports)).toBe(200);
  release.resolve();
  expect((await last).status).toBe(200);
  await restEnded;

  const [month] = await core.store.monthlyTotals(accountId);
  expect(month?.calls).toBe(1);
  await core.stop();
  // The call is logged once, where it was answered.
  expect(lines.core.match(/"msg":"call"/g)).toHaveLength(1);
  expect(lines.rest).not.toContain('"msg":"call"');
});
