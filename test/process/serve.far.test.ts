// The life of a serving process, with all that it prints, even while nobody reads it.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { metricOf, untilListening, type Program } from "../support/programs/program.ts";
import { openForecastCalls, untilAnswered } from "./many-calls.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 30_000 };

/** About 6 MB of log: more than the process and the pipe can hold. */
const UNREAD_CALLS = 14_000;
const megabytesOf = ({ pid }: Program) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const callsIn = (log: string) => log.split('"msg":"call"').length - 1;

const lostIn = (log: string) =>
  [...log.matchAll(/"lines":(\d+),"msg":"log lines were lost here/g)].reduce(
    (sum, [, lines]) => sum + Number(lines),
    0,
  );

describe("bin/suitability serve", { timeout: 120_000 }, () => {
  it("warns of simulated weather, logs each call without the key or the place, and loses log lines, but no calls and no memory, while nobody reads the log", async () => {
    const { serve, createCaller } = openPrograms();
    const program = serve();
    const ports = await untilListening(program);
    const [warning] = await program.untilPrinted(/^.*simulated.*$/m);
    const told = { level: "warn", msg: expect.stringContaining("not a forecast") };
    expect(JSON.parse(warning)).toMatchObject(told);
    const { key, accountId } = await createCaller();
    expect((await getForecast(ports.http, { key })).status).toBe(200);
    const [line] = await program.untilPrinted(/^.*"msg":"call".*$/m);
    const call = { level: "info", method: "GetForecast", code: "ok", account: accountId };
    expect(JSON.parse(line)).toMatchObject(call);
    // Checked before the many calls, some of which may take 52.52 ms.
    expect(program.stdout).not.toMatch(/wsk_|52\.52|lat=/);

    program.pauseReading();
    // Longer lines fill the pipe with fewer calls.
    const calls = openForecastCalls(ports.http, { "x-api-key": key, "x-request-id": "i".repeat(128) });
    await untilAnswered(calls.call, UNREAD_CALLS);
    await calls.close();
    expect(megabytesOf(program)).toBeLessThan(400);
    expect(await metricOf(ports, "suitability_log_lines_lost_total")).toBeGreaterThan(0);
    program.readOn();
    // There are more lines than answered calls: on a busy machine some calls are refused, logged, and made again.
    const allLines = () => callsIn(program.stdout) + lostIn(program.stdout);
    await vi.waitFor(() => expect(allLines()).toBeGreaterThan(UNREAD_CALLS), PATIENCE);
    expect(lostIn(program.stdout)).toBe(await metricOf(ports, "suitability_log_lines_lost_total"));

    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(program.stdout).not.toMatch(/wsk_|lat=/);
    expect(program.stdout).toMatch(/"msg":"draining".*"msg":"stopped"\}\n$/s);
    expect(program.stderr).toBe("");
  });

  it("ends when the drain timeout is over, even if a call never ends", async () => {
    const { serve, createCaller } = openPrograms();
    const provider = await upstreamOfTest({ kind: "silent" });
    const settings = { WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: provider.url };
    const program = serve({ ...settings, DRAIN_TIMEOUT_MS: "300" });
    const ports = await untilListening(program);
    const { key } = await createCaller();
    const failure = getForecast(ports.http, { key }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(provider.atOnce).toBe(1), PATIENCE);
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(await failure).toBeInstanceOf(Error);
  });
});
