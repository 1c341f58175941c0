// A pod as k8s/base has it, ended as the kubelet ends it: SIGTERM to the REST container first, and to the core, which is a
// sidecar in the sense of Kubernetes, when that one has ended.
import { expect, it, onTestFinished, vi } from "vitest";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { readyz, untilListening } from "../support/program.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 10_000, interval: 20 };

it(
  "a call that the REST container took last is still answered by the core, and counted",
  { timeout: 60_000 },
  async () => {
    const { serve, createCaller, callsCounted } = openPrograms();
    const { key, accountId } = await createCaller();
    const release = Promise.withResolvers<void>();
    const body = openMeteoPayload({ nowMs: Date.now() });
    const provider = await createMisbehavingUpstream({ kind: "answer", body, after: release.promise });
    onTestFinished(() => provider.close());
    const settings = {
      WEATHER_SOURCES: "open-meteo",
      OPEN_METEO_URL: provider.url,
      // The same for both, as in settings.env.
      DRAIN_DELAY_MS: "300",
    };
    const core = serve(settings, "--role", "core");
    const { grpc, ...others } = await untilListening(core);
    expect(others).not.toHaveProperty("http");
    const rest = serve({ ...settings, CORE_ADDRESS: `127.0.0.1:${grpc}` }, "--role", "rest");
    const { http, ops } = await untilListening(rest);
    expect(await readyz({ ops })).toBe(200);
    const connection = { connection: "close" };

    rest.signal("SIGTERM");
    await rest.untilPrinted(/"msg":"draining"/);
    expect(await readyz({ ops })).toBe(503);
    const last = getForecast(http, { key, headers: connection });
    await vi.waitFor(() => expect(provider.atOnce).toBe(1), PATIENCE);
    // The door is closed, the call is not over.
    await vi.waitFor(
      () => expect(fetch(`http://127.0.0.1:${http}/`)).rejects.toThrow("fetch failed"),
      PATIENCE,
    );
    release.resolve();
    const { status } = await last;
    expect(status).toBe(200);
    expect(await rest.ended).toBe(0);

    expect(core.stdout).not.toContain("draining");
    core.signal("SIGTERM");
    expect(await core.ended).toBe(0);
    expect(await callsCounted(accountId)).toBe(1);
    // The call is logged once, where it was answered.
    expect(core.stdout.match(/"msg":"call"/g)).toHaveLength(1);
    expect(rest.stdout).not.toContain('"msg":"call"');
  },
);
