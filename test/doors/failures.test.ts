// Failures of the service's own: every door tells the same fault, in bounded time, and none of them counts.
import { describe, expect, it } from "vitest";
import { faultsOf, INTERNALS } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const call = { method: METHODS.getForecast, request: LONDON };

describe("failures of the service's own", () => {
  it("no weather source can answer: unavailable, with a time to try again", async () => {
    // Port 9 (discard) is not served here: the connection is refused.
    const settings = { weatherSources: ["open-meteo"], openMeteoUrl: "http://127.0.0.1:9" } as const;
    const { doors, callsOf, createCaller } = await startWithDoors(settings);
    const { key, accountId } = await createCaller();
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({
        code: "unavailable",
        reason: "FORECAST_UNAVAILABLE",
        retryAfterSeconds: 10,
      });
      expect(fault.sentence, door).not.toMatch(INTERNALS);
    }
    expect(await callsOf(accountId)).toBe(0);
  });

  it("a call that takes too long: deadline exceeded, and it is not counted", async () => {
    const { settings } = await startProvider({ kind: "silent" });
    const { doors, callsOf, createCaller } = await startWithDoors({ ...settings, callTimeoutMs: 50 });
    const { key, accountId } = await createCaller();
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ code: "deadline_exceeded", reason: "DEADLINE_EXCEEDED" });
    }
    expect(await callsOf(accountId)).toBe(0);
  });

  it("a store that cannot be reached: unavailable, never a free answer and never 429, counted and logged as such", async () => {
    const lines: { msg: string; role: string; code?: string; reason?: string }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
    const { doors, store, metrics, createCaller } = await startWithDoors(
      { logLevel: "info" },
      { destination },
    );
    const { key } = await createCaller();
    await store.close();
    const told = { code: "unavailable", reason: "STORE_UNAVAILABLE" };
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ ...told, retryAfterSeconds: 2 });
      expect(fault.sentence, door).not.toMatch(INTERNALS);
      expect(fault.headers.get("ratelimit"), door).toBeNull();
    }
    const counted = (await metrics())
      .split("\n")
      .filter((line) => /^suitability_calls_total\{.* [1-9]/.test(line));
    const series = 'suitability_calls_total{method="GetForecast",code="unavailable"}';
    expect(counted).toEqual([`${series} ${doors.length}`]);
    const logged = lines.filter(({ msg, role }) => msg === "call" && role === "all");
    expect(logged).toMatchObject(doors.map(() => told));
  });

  it("of a provider are logged with its own words and without its key, and which source is asked first", async () => {
    const body = { error: true, reason: "Something went wrong with s3cr3t." };
    const { settings } = await startProvider({ kind: "answer", status: 500, body });
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const { doors, createCaller } = await startWithDoors(
      { ...settings, openMeteoApiKey: "s3cr3t", logLevel: "info" },
      { destination },
    );
    const { key } = await createCaller();
    await faultsOf(doors.slice(0, 1), { ...call, key });
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const reason = "open-meteo: status 500: Something went wrong with [key].";
    expect(told.filter(({ kind }) => kind !== undefined)).toMatchObject([
      { level: "warn", source: "open-meteo", kind: "failed", status: 500, reason, attempt: 1, left_out: 0 },
    ]);
    expect(told.filter(({ transition }) => transition !== undefined)).toMatchObject([
      { level: "info", transition: "preferred", source: "open-meteo" },
    ]);
    expect(lines.join("")).not.toContain("s3cr3t");
  });
});
