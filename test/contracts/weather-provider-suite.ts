// What a source makes of everything a provider, or the network before it, can do to it.
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { placeAt, type Place } from "../../src/weather/place.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { ClosableSource, WeatherSource } from "../../src/weather/weather-source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createRefusingUrl, type Behaviour } from "../support/misbehaving-upstream.ts";
import { useProvider, type ReachedBy } from "../weather/use-provider.ts";

interface OpenOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

export interface ProviderUnderTest {
  open(options: OpenOptions & ReachedBy): ClosableSource;
  /** A good answer, and the same with one thing wrong. */
  payload(options: { readonly nowMs: number; readonly place: Place; readonly spoiled?: Spoiled }): unknown;
}

/** The ways to spoil an answer. */
export type Spoiled = "nulls" | "units" | "missing hour" | "shuffled hours" | "backwards" | "absurd";

const TIMEOUT_MS = 150;
const MAX_BODY_BYTES = 256 * 1024;
/** A loaded machine may be late, but not by as much as an unbounded wait would be. */
const PATIENCE_MS = 10_000;
const PLACE = placeAt(59.91, 10.75);
const HTML = "<html><head><title>502 Bad Gateway</title></head></html>";

const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024));

const clock = createManualClock("2026-11-21T14:25:00Z");

/** For each misbehaviour: what the caller gets, and what is wrong with an answer that was one. */
function misbehaviours(
  payload: (spoiled?: Spoiled) => unknown,
): readonly [string, Behaviour, string, string?][] {
  const json = JSON.stringify(payload());
  const answer = (body: unknown, status = 200, headers?: Record<string, string>): Behaviour => ({
    kind: "answer",
    body,
    status,
    headers: headers ?? {},
  });
  const gzip = { "content-encoding": "gzip" };
  return [
    ["headers that never come", { kind: "silent" }, "timeout"],
    ["a body that trickles in", { kind: "trickle", body: json.slice(0, 500) }, "timeout"],
    ["a body cut off in the middle", { kind: "cut", body: json }, "unreachable"],
    ["a body without end", { kind: "endless" }, "unusable", "too_large"],
    ["100 MB packed in 100 kB", answer(BOMB, 200, gzip), "unusable", "too_large"],
    ["broken gzip", answer("not packed", 200, gzip), "unusable", "not_json"],
    ["200 with HTML", answer(HTML), "unusable", "not_json"],
    ["200 with half of the JSON", answer(json.slice(0, 900)), "unusable", "not_json"],
    ["200 with other JSON", answer([{}]), "unusable", "shape"],
    ["429 with Retry-After", answer("", 429, { "retry-after": "40" }), "limited"],
    ["400", answer("", 400), "refused"],
    ["502 with HTML", answer(HTML, 502), "failed"],
    ["nulls", answer(payload("nulls")), "unusable", "nulls"],
    ["other units", answer(payload("units")), "unusable", "units"],
    ["a missing hour", answer(payload("missing hour")), "unusable", "hours"],
    ["shuffled hours", answer(payload("shuffled hours")), "unusable", "hours"],
    ["time going backwards", answer(payload("backwards")), "unusable", "hours"],
    ["absurd values", answer(payload("absurd")), "unusable", "values"],
  ];
}

/** Describes what one provider's source makes of them, in bounded time, and what is reported. */
export function describeWeatherProvider(name: string, provider: ProviderUnderTest): void {
  const payload = (spoiled?: Spoiled) => {
    const nowMs = clock.nowMs();
    return provider.payload({ nowMs, place: PLACE, ...(spoiled === undefined ? {} : { spoiled }) });
  };

  describe(`${name} in a bad world`, () => {
    const used = useProvider<OpenOptions>(provider.open, () => ({ kind: "answer", body: payload() }));
    const open = (timeoutMs: number, url = used.upstream.url) =>
      used.open({ url, clock, timeoutMs, maxBodyBytes: MAX_BODY_BYTES });

    /** Asks once, which has to fail in bounded time and to be reported. */
    const expectFailure = async (source: WeatherSource, kind: string, defect?: string) => {
      const startedMs = performance.now();
      const failure = source.forecast(PLACE, new AbortController().signal);
      await expect(failure).rejects.toThrow(WeatherError);
      await expect(failure).rejects.toMatchObject({ kind, defect });
      expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
      expect(used.fetches).toEqual([{ source: name, outcome: kind, defect, seconds: expect.any(Number) }]);
    };

    // Where time is not what it is about, a busy machine gets enough of it.
    const timeoutFor = (kind: string) => (kind === "timeout" ? TIMEOUT_MS : PATIENCE_MS);

    test.each(misbehaviours(payload))("%s", async (_name, behaviour, kind, defect) => {
      used.upstream.behave(behaviour);
      await expectFailure(open(timeoutFor(kind)), kind, defect);
      // The connection is closed: nothing is read on behind the error's back.
      await vi.waitFor(() => expect(used.upstream.atOnce).toBe(0));
    });

    test("a connection refused", async () => {
      await expectFailure(open(PATIENCE_MS, await createRefusingUrl()), "unreachable");
    });

    test("a compressed answer says the same as a plain one", async () => {
      const { signal } = new AbortController();
      const plain = await open(PATIENCE_MS).forecast(PLACE, signal);
      const headers = { "content-encoding": "gzip" };
      used.upstream.behave({ kind: "answer", body: gzipSync(JSON.stringify(payload())), headers });
      const packed = await open(PATIENCE_MS).forecast(PLACE, signal);
      expect(packed.source).toBe(name);
      expect(packed).toEqual(plain);
    });

    test("the caller's signal ends a fetch with its reason, and nothing is counted", async () => {
      used.upstream.behave({ kind: "trickle", body: "{" });
      const source = open(60_000);
      const caller = new AbortController();
      const waits = [PLACE, placeAt(1, 1)].map((place) => source.forecast(place, caller.signal));
      const reason = new Error("the caller hung up");
      caller.abort(reason);
      expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: "rejected", reason })));
      await expect(source.forecast(PLACE, caller.signal)).rejects.toBe(reason);
      expect(used.fetches).toEqual([]);
    });

    test("closing ends what is still being fetched", async () => {
      used.upstream.behave({ kind: "silent" });
      const source = open(60_000);
      const failed = expectFailure(source, "unreachable");
      await source.close();
      await failed;
    });

    test("after all of it, the source goes on working", async () => {
      const source = open(2_000);
      for (const kind of ["silent", "cut", "endless"] as const) {
        used.upstream.behave({ kind, body: "{}" });
        await expect(source.forecast(PLACE, new AbortController().signal)).rejects.toThrow(WeatherError);
      }
      used.upstream.behave({ kind: "answer", body: payload() });
      expect((await source.forecast(PLACE, new AbortController().signal)).source).toBe(name);
    });
  });
}
