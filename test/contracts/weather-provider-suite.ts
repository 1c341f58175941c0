// What a source makes of everything a provider, or the network before it, can do to it.
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { placeAt, type Place } from "../../src/weather/place.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { WeatherFetch } from "../../src/weather/provider/reported-fetch.ts";
import type { WeatherSource } from "../../src/weather/weather-source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import {
  createMisbehavingUpstream,
  createRefusingUrl,
  UNRESOLVABLE_URL,
  type Behaviour,
  type MisbehavingUpstream,
} from "../support/misbehaving-upstream.ts";

export interface ProviderUnderTest {
  open(options: {
    readonly url: string;
    readonly clock: Clock;
    readonly timeoutMs: number;
    readonly maxBodyBytes: number;
    readonly onFetch: (fetch: WeatherFetch) => void;
  }): WeatherSource & { close(): Promise<void> };
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

const clock = createManualClock("2026-11-21T14:25:00Z");

/** For each misbehaviour: what the caller gets, and what is wrong with an answer that was one. */
function misbehaviours(
  payload: (spoiled?: Spoiled) => unknown,
): readonly [string, Behaviour, string, string?][] {
  const json = JSON.stringify(payload());
  const answer = (
    body: unknown,
    more: { status?: number; headers?: Record<string, string> } = {},
  ): Behaviour => ({
    kind: "answer",
    body,
    ...more,
  });
  const gzip = { "content-encoding": "gzip" };
  return [
    ["headers that never come", { kind: "silent" }, "timeout"],
    ["a body that trickles in", { kind: "trickle", body: json.slice(0, 500) }, "timeout"],
    ["a body cut off in the middle", { kind: "cut", body: json }, "unreachable"],
    ["a body without end", { kind: "endless" }, "unusable", "too_large"],
    [
      "100 MB packed in 100 kB",
      answer(gzipSync(Buffer.alloc(100 * 1024 * 1024)), { headers: gzip }),
      "unusable",
      "too_large",
    ],
    ["broken gzip", answer("not packed", { headers: gzip }), "unusable", "not_json"],
    ["200 with HTML", answer(HTML), "unusable", "not_json"],
    ["200 with nothing", answer(""), "unusable", "not_json"],
    ["200 with half of the JSON", answer(json.slice(0, 900)), "unusable", "not_json"],
    ["200 with other JSON", answer([{}]), "unusable", "shape"],
    ["429 with Retry-After", answer("", { status: 429, headers: { "retry-after": "40" } }), "limited"],
    ["429 without", answer("", { status: 429 }), "limited"],
    ["400", answer("", { status: 400 }), "refused"],
    ["500", answer("", { status: 500 }), "failed"],
    ["502 with HTML", answer(HTML, { status: 502 }), "failed"],
    ["503", answer("", { status: 503 }), "failed"],
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
    let upstream: MisbehavingUpstream;
    let fetches: WeatherFetch[];
    const sources: { close(): Promise<void> }[] = [];

    beforeEach(async () => {
      upstream = await createMisbehavingUpstream({ kind: "answer", body: payload() });
      fetches = [];
    });
    afterEach(async () => {
      await Promise.all(sources.splice(0).map((source) => source.close()));
      await upstream.close();
    });

    const open = (url = upstream.url, timeoutMs = TIMEOUT_MS) => {
      const onFetch = (fetch: WeatherFetch) => fetches.push(fetch);
      const source = provider.open({ url, clock, timeoutMs, maxBodyBytes: MAX_BODY_BYTES, onFetch });
      sources.push(source);
      return source;
    };

    /** Asks once, which has to fail in bounded time and to be reported. */
    const expectFailure = async (source: WeatherSource, kind: string, defect?: string) => {
      const startedMs = performance.now();
      const failure = source.forecast(PLACE, new AbortController().signal);
      await expect(failure).rejects.toThrow(WeatherError);
      await expect(failure).rejects.toMatchObject({ kind, defect });
      expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
      expect(fetches).toEqual([{ source: name, outcome: kind, defect, seconds: expect.any(Number) }]);
    };

    // Where time is not what it is about, a busy machine gets enough of it.
    const timeoutFor = (kind: string) => (kind === "timeout" ? TIMEOUT_MS : PATIENCE_MS);

    test.each(misbehaviours(payload))("%s", async (_name, behaviour, kind, defect) => {
      upstream.behave(behaviour);
      await expectFailure(open(upstream.url, timeoutFor(kind)), kind, defect);
      // Nothing is read on behind the error's back.
      await vi.waitFor(() => expect(upstream.atOnce).toBe(0));
      expect(upstream.endlessBytes).toBeLessThan(10 * 1024 * 1024);
    });

    test("a connection refused", async () => {
      await expectFailure(open(await createRefusingUrl(), PATIENCE_MS), "unreachable");
    });

    test("a name without an address", async () => {
      await expectFailure(open(UNRESOLVABLE_URL, PATIENCE_MS), "unreachable");
    });

    test("a packed answer is as good as any", async () => {
      const { signal } = new AbortController();
      const plain = await open(upstream.url, PATIENCE_MS).forecast(PLACE, signal);
      const headers = { "content-encoding": "gzip" };
      upstream.behave({ kind: "answer", body: gzipSync(JSON.stringify(payload())), headers });
      const packed = await open(upstream.url, PATIENCE_MS).forecast(PLACE, signal);
      expect(packed.source).toBe(name);
      expect(packed).toEqual(plain);
    });

    test("the caller's signal ends a fetch with its reason, and nothing is counted", async () => {
      upstream.behave({ kind: "trickle", body: "{" });
      const source = open(upstream.url, 60_000);
      const caller = new AbortController();
      const waits = [PLACE, placeAt(1, 1)].map((place) => source.forecast(place, caller.signal));
      const reason = new Error("the caller hung up");
      caller.abort(reason);
      for (const wait of waits) await expect(wait).rejects.toBe(reason);
      await expect(source.forecast(PLACE, caller.signal)).rejects.toBe(reason);
      expect(fetches).toEqual([]);
    });

    test("closing ends what is still being fetched", async () => {
      upstream.behave({ kind: "silent" });
      const source = open(upstream.url, 60_000);
      const failed = expectFailure(source, "unreachable");
      await source.close();
      await failed;
    });

    test("after all of it, the source goes on working", async () => {
      const source = open(upstream.url, 2_000);
      for (const behaviour of [
        { kind: "silent" },
        { kind: "cut", body: "{}" },
        { kind: "endless" },
      ] as const) {
        upstream.behave(behaviour);
        await expect(source.forecast(PLACE, new AbortController().signal)).rejects.toThrow(WeatherError);
      }
      upstream.behave({ kind: "answer", body: payload() });
      expect((await source.forecast(PLACE, new AbortController().signal)).source).toBe(name);
    });
  });
}
