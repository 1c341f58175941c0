import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { systemClock } from "../../src/clock.ts";
import { ANY_PORTS, startProgram, untilListening, type Program } from "../support/program.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";

describe("bin/suitability serve", { timeout: 60_000 }, () => {
  let folder: TemporaryFolder;
  let programs: Program[];
  let settings: Record<string, string>;

  beforeEach(() => {
    folder = createTemporaryFolder();
    programs = [];
    settings = {
      ...ANY_PORTS,
      STORE_URL: `sqlite:${join(folder.path, "accounts.db")}`,
      WEATHER_SOURCES: "simulated",
    };
  });
  afterEach(async () => {
    for (const program of programs) {
      program.signal("SIGKILL");
      await program.ended;
    }
    folder.remove();
  });

  const serve = (more: Record<string, string> = {}, ...args: readonly string[]) => {
    const program = startProgram(["serve", ...args], { ...settings, ...more });
    programs.push(program);
    return program;
  };

  const createCaller = async () => {
    const store = openStore(settings["STORE_URL"] ?? "", { clock: systemClock });
    const account = await store.createAccount({ name: "Test", plan: "growth", monthlyQuota: 100_000 });
    const issued = await issueApiKey({ store, accountId: account.id });
    await store.close();
    return { accountId: account.id, key: issued?.apiKey ?? "" };
  };

  const callsCounted = async (accountId: string) => {
    const store = openStore(settings["STORE_URL"] ?? "", { clock: systemClock });
    const [latest] = await store.monthlyTotals(accountId);
    await store.close();
    return latest?.calls ?? 0;
  };

  it("starts, answers, and logs each call without the key or the place", async () => {
    const program = serve();
    const ports = await untilListening(program);
    const { key, accountId } = await createCaller();
    expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(200);
    expect((await getForecast(ports.http, key)).status).toBe(200);

    const [line] = await program.untilPrinted(/^.*"msg":"call".*$/m);
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      method: "GetForecast",
      code: "ok",
      account: accountId,
    });
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(program.stdout).not.toMatch(/wsk_|52\.52|lat=/);
    expect(program.stderr).toBe("");
  });

  it("says in its log that simulated weather is not a forecast", async () => {
    const [line] = await serve().untilPrinted(/^.*simulated.*$/m);
    expect(JSON.parse(line)).toMatchObject({ level: "warn", msg: expect.stringContaining("not a forecast") });
  });

  it.each([
    [{ HTTP_LISTEN: "8080" }, "HTTP_LISTEN must be HOST:PORT"],
    [{ WEATHER_SOURCES: "accuweather" }, "WEATHER_SOURCES must be some of"],
    [{ WEATHER_SOURCES: "open-meteo,simulated" }, "WEATHER_SOURCES must be some of"],
    [{ WEATHER_SOURCES: "met-norway" }, "MET_NORWAY_USER_AGENT must be set"],
    [{ LOG_LEVELS: "info" }, "LOG_LEVELS is not a setting; did you mean LOG_LEVEL?"],
    [{ STORE_URL: "postgres://localhost" }, "STORE_URL must be"],
  ])("refuses to start with %j, in one line that names the setting", async (wrong, message) => {
    const program = serve(wrong);
    expect(await program.ended).toBe(1);
    expect(program.stderr).toContain(message);
    expect(program.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(program.stdout).toBe("");
  });

  it("serves in two roles: a core, and /v1 in front of it", async () => {
    const core = serve({}, "--role", "core");
    const [line] = await core.untilPrinted(/^.*"msg":"listening".*$/m);
    const { grpc, http } = JSON.parse(line) as Record<string, number>;
    expect(http).toBeUndefined();
    const rest = serve({ CORE_ADDRESS: `127.0.0.1:${grpc}` }, "--role", "rest");
    const ports = await untilListening(rest);
    const { key, accountId } = await createCaller();

    expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(200);
    expect((await getForecast(ports.http, key)).status).toBe(200);
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
    const program = serve({ HTTP_LISTEN: `127.0.0.1:${port}` });
    expect(await program.ended).toBe(1);
    expect(program.stderr).toMatch(new RegExp(`^[^\\n]*EADDRINUSE[^\\n]*:${port}\\n$`));
    taken.close();
  });

  it("on SIGTERM answers the call under way, is not ready, and ends with 0", async () => {
    // Holds the provider's answer back until the service is draining.
    const held = Promise.withResolvers<ServerResponse>();
    const { settings: fromProvider } = await startProvider((_request, response) => held.resolve(response));
    const program = serve(fromProvider);
    const ports = await untilListening(program);
    const { key, accountId } = await createCaller();

    const answer = getForecast(ports.http, key);
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
    const { server, settings: fromProvider } = await startProvider(() => undefined);
    const program = serve({ ...fromProvider, DRAIN_TIMEOUT_MS: "300" });
    const ports = await untilListening(program);
    const { key } = await createCaller();
    const failure = getForecast(ports.http, key).catch((error: unknown) => error);
    await once(server, "request");

    const startedMs = performance.now();
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(await failure).toBeInstanceOf(Error);
  });

  it("counts every call that was answered, also when it is killed under load", async () => {
    const program = serve();
    const { http } = await untilListening(program);
    const { key, accountId } = await createCaller();
    let answered = 0;
    const callUntilItDies = async () => {
      try {
        for (;;) {
          const response = await getForecast(http, key);
          await response.arrayBuffer();
          answered += response.status === 200 ? 1 : 0;
          if (answered === 200) {
            program.signal("SIGKILL");
          }
        }
      } catch {
        // The connection went with the process.
      }
    };
    const callers = Array.from({ length: 16 }, callUntilItDies);
    expect(await program.ended).toBe("SIGKILL");
    await Promise.all(callers);

    const counted = await callsCounted(accountId);
    expect(answered).toBeGreaterThanOrEqual(200);
    expect(counted).toBeGreaterThanOrEqual(answered);
    // At most one call of each caller was counted and not yet read.
    expect(counted - answered).toBeLessThanOrEqual(16);
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

function getForecast(http: number, key: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${http}/v1/forecast?lat=52.52&lng=13.41&days=1`, {
    headers: { "x-api-key": key },
  });
}
