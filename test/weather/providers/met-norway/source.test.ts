// The terms of service of MET Norway (https://api.met.no/doc/TermsOfService), each as a test.
import { beforeEach, describe, expect, test } from "vitest";
import {
  createMetNorwaySource,
  type MetNorwayOptions,
} from "../../../../src/weather/providers/met-norway/source.ts";
import type { ClosableSource } from "../../../../src/weather/weather-source.ts";
import { placeAt } from "../../../../src/lib/place.ts";
import { createManualClock, type ManualClock } from "../../../support/fakes/manual-clock.ts";
import { createMisbehavingUpstream } from "../../../support/fakes/misbehaving-upstream.ts";
import { useProvider } from "../../use-provider.ts";
import { metNorwayPayload } from "./payload.ts";

const NOW = "2026-11-21T14:25:00Z";
const PLACE = placeAt(59.9139, 10.7522);
const USER_AGENT = "acme-bookings ops@acme.example";
const LAST_MODIFIED = "Sat, 21 Nov 2026 14:11:49 GMT";
const MINUTE_MS = 60_000;

/** The answer is valid for 30 minutes; the provider's clock is two hours behind ours. */
const HEADERS = {
  date: "Sat, 21 Nov 2026 12:25:00 GMT",
  expires: "Sat, 21 Nov 2026 12:55:00 GMT",
  "last-modified": LAST_MODIFIED,
};

let clock: ManualClock;

beforeEach(() => {
  clock = createManualClock(NOW);
});

const provider = useProvider<Partial<MetNorwayOptions>, ClosableSource>(
  (options) => createMetNorwaySource({ userAgent: USER_AGENT, clock, random: () => 0, ...options }),
  () => behaviour(),
);

function behaviour(init: { status?: number; headers?: Record<string, string>; body?: unknown } = {}) {
  const body = init.body ?? metNorwayPayload({ nowMs: clock.nowMs(), place: PLACE });
  return { kind: "answer" as const, headers: HEADERS, ...init, body };
}

const answer = (...init: Parameters<typeof behaviour>) => provider.upstream.behave(behaviour(...init));

const ask = (source: ClosableSource, place = PLACE, signal = new AbortController().signal) =>
  source.forecast(place, signal);

describe("what is asked", () => {
  test("the request names who asks and a place of two decimals, and accepts gzip", async () => {
    await ask(provider.open({ url: `${provider.upstream.url}/mirror/` }));
    const { url, headers } = provider.upstream.requests[0] ?? {};
    expect(url?.pathname).toBe("/mirror/weatherapi/locationforecast/2.0/complete");
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({ lat: "59.91", lon: "10.75" });
    expect(headers).toMatchObject({ "user-agent": USER_AGENT, "accept-encoding": "gzip" });
    expect(headers).not.toHaveProperty("if-modified-since");
  });

  test("a redirect is followed", async () => {
    const elsewhere = await createMisbehavingUpstream({
      kind: "answer",
      body: metNorwayPayload({ nowMs: clock.nowMs(), place: PLACE }),
    });
    answer({ status: 301, headers: { location: `${elsewhere.url}/new` }, body: "" });
    expect((await ask(provider.open({}))).source).toBe("met-norway");
    expect(elsewhere.requests[0]).toMatchObject({ headers: { "user-agent": USER_AGENT } });
    await elsewhere.close();
  });

  test("a request that would wait too long for the limit of ten a second fails with a time to retry, and is not sent", async () => {
    const source = provider.open({ timeoutMs: 3_000 });
    const caller = new AbortController();
    const waits = Array.from({ length: 30 }, (_, i) => ask(source, placeAt(i, i), caller.signal));
    const settled = Promise.allSettled(waits);
    const limited = expect.objectContaining({ kind: "limited", retryAfterSeconds: 1 });
    await Promise.all(waits.slice(20).map((wait) => expect(wait).rejects.toEqual(limited)));
    caller.abort();
    await settled;
    // Eleven can be sent within a third of `timeoutMs`, which is the longest wait.
    expect(provider.upstream.requests.length).toBeLessThanOrEqual(11);
  });
});

describe("Expires", () => {
  test.each<[string, Record<string, string>, number, number]>([
    ["half an hour ahead by the provider's own clock", HEADERS, 0, 30],
    ["half an hour ahead, with a random delay of up to two minutes", HEADERS, 0.5, 31],
    ["half an hour ahead, after 20 minutes in a cache of the provider", { ...HEADERS, age: "1200" }, 0, 10],
    ["missing", {}, 0, 1],
    ["unreadable", { expires: "soon" }, 0, 1],
    ["a number, which is no date", { expires: "2027", date: HEADERS.date }, 0, 1],
    ["in the past", { expires: "Sat, 21 Nov 2026 12:25:00 GMT", date: HEADERS.date }, 0, 1],
    ["a year ahead", { expires: "Sun, 21 Nov 2027 12:25:00 GMT", date: HEADERS.date }, 0, 180],
  ])("%s: the answer is cached accordingly", async (_name, headers, random, minutes) => {
    answer({ headers });
    const source = provider.open({ random: () => random });
    const first = await ask(source);
    clock.advance(minutes * MINUTE_MS - 1);
    expect(await ask(source)).toBe(first);
    expect(provider.upstream.requests).toHaveLength(1);
    clock.advance(1);
    await ask(source);
    expect(provider.upstream.requests).toHaveLength(2);
  });

  test("does not delay the next request when the clock was set back", async () => {
    const source = provider.open({});
    await ask(source);
    clock.moveWall(-24 * 60 * MINUTE_MS);
    answer();
    await ask(source);
    expect(provider.upstream.requests).toHaveLength(2);
  });

  test("does not keep an answer whose last hour is over: the next request is not conditional", async () => {
    const body = metNorwayPayload({ nowMs: clock.nowMs(), place: PLACE });
    body.properties.timeseries.splice(2);
    answer({ headers: { ...HEADERS, expires: "Sat, 21 Nov 2026 13:25:00 GMT" }, body });
    const source = provider.open({});
    await ask(source);
    // It is 15:01, and the answer has only the hour from 14:00.
    clock.advance(36 * MINUTE_MS);
    answer();
    const { startMs, hours } = await ask(source);
    expect(startMs + hours * 60 * MINUTE_MS).toBeGreaterThan(clock.nowMs());
    expect(provider.upstream.requests[1]?.headers).not.toHaveProperty("if-modified-since");
  });

  test("answers are cached for a bounded number of places", async () => {
    const source = provider.open({ maxPlaces: 1 });
    const other = placeAt(59.92, 10.75);
    await ask(source);
    await ask(source, other);
    await ask(source);
    expect(provider.upstream.requests).toHaveLength(3);
  });
});

describe("If-Modified-Since", () => {
  test("an expired answer is requested again with the exact text of its Last-Modified, and 304 renews it", async () => {
    const source = provider.open({});
    const first = await ask(source);
    clock.advance(30 * MINUTE_MS);
    answer({ status: 304, body: "" });
    expect(await ask(source)).toBe(first);
    expect(provider.upstream.requests[1]?.headers["if-modified-since"]).toBe(LAST_MODIFIED);
    clock.advance(30 * MINUTE_MS - 1);
    expect(await ask(source)).toBe(first);
    expect(provider.upstream.requests).toHaveLength(2);
    expect(provider.fetches.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
  });

  test("304 does not keep a forecast that was made more than two days ago: the source has failed", async () => {
    const source = provider.open({});
    const { generatedAtMs } = await ask(source);
    answer({ status: 304, body: "" });
    clock.goTo(generatedAtMs + 48 * 60 * MINUTE_MS);
    expect((await ask(source)).generatedAtMs).toBe(generatedAtMs);
    clock.advance(30 * MINUTE_MS);
    await expect(ask(source)).rejects.toMatchObject({ kind: "unusable", defect: "old" });
    expect(provider.fetches.map(({ defect }) => defect)).toEqual([undefined, undefined, "old"]);
    answer();
    expect((await ask(source)).generatedAtMs).toBeGreaterThan(generatedAtMs);
  });

  test("304 to a request that was not conditional is refused", async () => {
    answer({ status: 304, body: "" });
    await expect(ask(provider.open({}))).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("statuses", () => {
  test("203 is used and cached, refetched without a condition, and reported to operators once", async () => {
    answer({ status: 203 });
    let told = 0;
    const source = provider.open({ onDeprecated: () => (told += 1) });
    await ask(source);
    clock.advance(30 * MINUTE_MS);
    await ask(source);
    expect(provider.upstream.requests[1]?.headers).not.toHaveProperty("if-modified-since");
    expect(told).toBe(1);
  });

  test.each<[number, Record<string, string>, string, number | undefined]>([
    [400, {}, "place_refused", undefined],
    [401, {}, "refused", 600],
    [403, { "retry-after": "1" }, "refused", 600],
    [404, {}, "uncovered", undefined],
    [429, {}, "limited", 60],
    [429, { "retry-after": "7" }, "limited", 7],
    // By the provider's own clock, which is two hours behind ours.
    [429, { "retry-after": "Sat, 21 Nov 2026 12:27:00 GMT", date: HEADERS.date }, "limited", 120],
    [429, { "retry-after": "Sat, 21 Nov 2026 14:27:00 GMT", date: "?" }, "limited", 120],
    [429, { "retry-after": "Sat, 21 Nov 2026 12:20:00 GMT", date: HEADERS.date }, "limited", 1],
    [429, { "retry-after": "0" }, "limited", 1],
    [429, { "retry-after": "99999999" }, "limited", 3_600],
    [429, { "retry-after": "later" }, "limited", 60],
    [429, { "retry-after": "1.5" }, "limited", 60],
    [500, {}, "failed", undefined],
    [503, { "retry-after": "30" }, "failed", 30],
  ])("%i with %j is %s, quoted; retry after %s s", async (status, headers, kind, retryAfterSeconds) => {
    answer({ status, headers, body: "<html>no</html>" });
    const message = expect.stringContaining(`met-norway: status ${status}: <html>no</html>`);
    await expect(ask(provider.open({}))).rejects.toMatchObject({ kind, message, retryAfterSeconds });
    expect(provider.fetches.map(({ outcome }) => outcome)).toEqual([kind]);
  });
});
