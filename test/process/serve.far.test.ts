import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { untilListening } from "../support/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

describe("bin/suitability serve", { timeout: 60_000 }, () => {
  it("starts, warns that simulated weather is no forecast, answers, and logs each call without the key or the place", async () => {
    const { serve, createCaller } = openPrograms();
    const program = serve();
    const ports = await untilListening(program);
    const [warning] = await program.untilPrinted(/^.*simulated.*$/m);
    const told = { level: "warn", msg: expect.stringContaining("not a forecast") };
    expect(JSON.parse(warning)).toMatchObject(told);
    const { key, accountId } = await createCaller();
    expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(200);
    expect((await getForecast(ports.http, { key })).status).toBe(200);

    const [line] = await program.untilPrinted(/^.*"msg":"call".*$/m);
    const call = { level: "info", method: "GetForecast", code: "ok", account: accountId };
    expect(JSON.parse(line)).toMatchObject(call);
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(program.stdout).toMatch(/"msg":"draining".*"msg":"stopped"/s);
    expect(program.stdout).not.toMatch(/wsk_|52\.52|lat=/);
    expect(program.stderr).toBe("");
  });

  it("ends within the drain timeout although a call never does", async () => {
    const { serve, createCaller } = openPrograms();
    // A provider that never answers.
    const server = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const provider = { WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: `http://127.0.0.1:${port}` };
    const program = serve({ ...provider, DRAIN_TIMEOUT_MS: "300" });
    const ports = await untilListening(program);
    const { key } = await createCaller();
    const failure = getForecast(ports.http, { key }).catch((error: unknown) => error);
    await once(server, "request");

    const startedMs = performance.now();
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(await failure).toBeInstanceOf(Error);
  });
});
