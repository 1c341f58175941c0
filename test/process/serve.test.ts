import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { untilListening } from "../support/program.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
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
    expect(program.stdout).not.toMatch(/wsk_|52\.52|lat=/);
    expect(program.stderr).toBe("");
  });

  it.each([
    [{ HTTP_LISTEN: "8080" }, "HTTP_LISTEN must be HOST:PORT"],
    [{ WEATHER_SOURCES: "met-norway" }, "MET_NORWAY_USER_AGENT must be set"],
    [{ LOG_LEVELS: "info" }, "LOG_LEVELS is not a setting; did you mean LOG_LEVEL?"],
    [{ STORE_URL: "postgres://localhost" }, "STORE_URL must be"],
  ])("refuses to start with %j, in one line that names the setting", async (wrong, message) => {
    const program = openPrograms().serve(wrong);
    expect(await program.ended).toBe(1);
    expect(program.stderr).toContain(message);
    expect(program.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(program.stdout).toBe("");
  });

  it("serves in two roles: a core, and /v1 in front of it", async () => {
    const { serve, createCaller, callsCounted } = openPrograms();
    const core = serve({}, "--role", "core");
    const [line] = await core.untilPrinted(/^.*"msg":"listening".*$/m);
    const { grpc, http } = JSON.parse(line) as Record<string, number>;
    expect(http).toBeUndefined();
    const rest = serve({ CORE_ADDRESS: `127.0.0.1:${grpc}` }, "--role", "rest");
    const ports = await untilListening(rest);
    const { key, accountId } = await createCaller();

    expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(200);
    expect((await getForecast(ports.http, { key })).status).toBe(200);
    expect(await callsCounted(accountId)).toBe(1);
    for (const program of [rest, core]) {
      program.signal("SIGTERM");
      expect(await program.ended).toBe(0);
    }
    // The call is logged once, where it was answered.
    expect(core.stdout.match(/"msg":"call"/g)).toHaveLength(1);
    expect(rest.stdout).not.toContain('"msg":"call"');
  });

  it("refuses to start on a port that is taken, and frees the others", async () => {
    const taken = createTcpServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const program = openPrograms().serve({ HTTP_LISTEN: `127.0.0.1:${port}` });
    expect(await program.ended).toBe(1);
    expect(program.stderr).toMatch(new RegExp(`^[^\\n]*EADDRINUSE[^\\n]*:${port}\\n$`));
    taken.close();
  });

  it("on SIGTERM answers the call under way, is not ready, and ends with 0", async () => {
    const { serve, createCaller, callsCounted } = openPrograms();
    // Holds the provider's answer back until the service is draining.
    const held = Promise.withResolvers<ServerResponse>();
    const { settings: fromProvider } = await startProvider((_request, response) => held.resolve(response));
    const program = serve(fromProvider);
    const ports = await untilListening(program);
    const { key, accountId } = await createCaller();

    const answer = getForecast(ports.http, { key });
    const response = await held.promise;
    program.signal("SIGTERM");
    await program.untilPrinted(/"msg":"draining"/);
    expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(503);
    response.end(JSON.stringify(openMeteoPayload({ nowMs: systemClock.nowMs() })));

    expect((await answer).status).toBe(200);
    expect(await program.ended).toBe(0);
    expect(program.stdout).toContain('"msg":"stopped"');
    expect(await callsCounted(accountId)).toBe(1);
  });

  it("ends within the drain timeout although a call never does", async () => {
    const { serve, createCaller } = openPrograms();
    const { server, settings: fromProvider } = await startProvider(() => undefined);
    const program = serve({ ...fromProvider, DRAIN_TIMEOUT_MS: "300" });
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

/** A provider that answers as it is told, and the settings that make it the only one. */
async function startProvider(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    settings: { WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: `http://127.0.0.1:${port}` },
  };
}
