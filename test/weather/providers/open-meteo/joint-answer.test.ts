// Joint requests to a self-hosted Open-Meteo: eight requests run at once, and the other places wait.
import { describe, expect, test } from "vitest";
import {
  createOpenMeteoSource,
  type OpenMeteoOptions,
} from "../../../../src/weather/providers/open-meteo/source.ts";
import { type Place, placeAt } from "../../../../src/lib/place.ts";
import { createManualClock } from "../../../support/fakes/manual-clock.ts";
import type { ClosableSource } from "../../../../src/weather/weather-source.ts";
import { useProvider } from "../../use-provider.ts";
import { latitudesOf, openMeteoByPlace } from "./by-place.ts";
import type { OpenMeteoPayload } from "./payload.ts";

const AT_ONCE = 8;
const TOGETHER_MAX = 20;
const SINGLE = Array(AT_ONCE).fill(1);

const ascending = (a: number, b: number) => a - b;

const clock = createManualClock("2026-11-21T14:25:00Z");
const nowMs = clock.nowMs();
const byPlace = (url: URL) => ({ body: openMeteoByPlace(url, { nowMs }) as unknown });

const provider = useProvider<Partial<OpenMeteoOptions>, ClosableSource>(
  (options) => createOpenMeteoSource({ clock, timeoutMs: 15_000, ...options }),
  () => ({ kind: "reply", reply: byPlace }),
);

/** Eight places whose requests begin at once, and `waiting` more, which wait and share requests. */
const placesFor = (waiting: number) =>
  Array.from({ length: AT_ONCE + waiting }, (_, i) => placeAt(i / 4, 10));

/** For each place, the latitude that its temperature belongs to, or the kind of its error. */
async function latitudesTold(places: readonly Place[], options: Partial<OpenMeteoOptions> = {}) {
  const source = provider.open(options);
  const { signal } = new AbortController();
  const told = await Promise.allSettled(places.map((place) => source.forecast(place, signal)));
  return told.map((each) =>
    each.status === "fulfilled" ? (each.value.tempC[20] ?? 0) * 2 : each.reason.kind,
  );
}

const asked = () => provider.upstream.requests.map(({ url }) => latitudesOf(url));

describe("places that wait", () => {
  test("share requests of twenty; each is asked for once, gets its own forecast, and is reported as a fetch", async () => {
    const places = placesFor(3 * TOGETHER_MAX + 5);
    expect(await latitudesTold(places)).toEqual(places.map(({ lat }) => lat));
    const sizes = asked().map(({ length }) => length);
    expect(sizes.toSorted(ascending)).toEqual([...SINGLE, 5, TOGETHER_MAX, TOGETHER_MAX, TOGETHER_MAX]);
    expect(asked().flat().toSorted(ascending)).toEqual(places.map(({ lat }) => lat));
    expect(provider.fetches.map(({ outcome }) => outcome)).toEqual(places.map(() => "ok"));
  });

  test("may get a joint answer as large as the limit for one place times their number", async () => {
    const { body } = byPlace(new URL("http://provider/?latitude=6.25&longitude=10"));
    const maxBodyBytes = JSON.stringify(body).length + '"location_id":19,'.length;
    const places = placesFor(TOGETHER_MAX);
    expect(await latitudesTold(places, { maxBodyBytes })).toEqual(places.map(({ lat }) => lat));
    expect(asked()).toHaveLength(AT_ONCE + 1);
  });
});

describe("one bad place of several", () => {
  const BAD = 2.5;
  const NOT_COVERED = { error: true, reason: "No data is available for this location" };
  const isBad = (url: URL) => latitudesOf(url).includes(BAD);
  const isAlone = (url: URL) => latitudesOf(url).length === 1;
  type Spoil = (list: OpenMeteoPayload[], index: number) => unknown;

  /** Refuses a request for the bad place alone, and spoils a list that contains it. */
  const spoil = (spoiled: Spoil) => (url: URL) => {
    if (!isBad(url)) return byPlace(url);
    if (isAlone(url)) return { status: 400, body: NOT_COVERED };
    const list = byPlace(url).body as OpenMeteoPayload[];
    return { body: spoiled(list, latitudesOf(url).indexOf(BAD)) };
  };

  test.each<[string, (url: URL) => { body: unknown; status?: number }]>([
    ["has the request refused", (url) => (isBad(url) ? { status: 400, body: NOT_COVERED } : byPlace(url))],
    ["has the answer cut off", spoil((list) => JSON.stringify(list).slice(0, -900))],
    ["has no hours", spoil((list, i) => list.map((each, at) => (at === i ? { hourly: {} } : each)))],
    ["has no values", spoil((list, i) => list.map((each, at) => (at === i ? withoutValues(each) : each)))],
    ["is missing", spoil((list, i) => list.toSpliced(i, 1))],
    [
      "gets the answer of another one",
      spoil((list, i) => list.toSpliced(i, 1, { ...list[0], location_id: 7 } as never)),
    ],
    [
      "gets the answer of another one with its own number",
      spoil((list, i) => list.toSpliced(i, 1, { ...list.at(-1), location_id: i } as never)),
    ],
  ])("that %s fails alone, with the error of a request for it alone", async (_what, reply) => {
    provider.upstream.behave({ kind: "reply", reply });
    const places = placesFor(6);
    expect(await latitudesTold(places)).toEqual(places.map(({ lat }) => (lat === BAD ? "uncovered" : lat)));
    expect(provider.fetches.filter(({ outcome }) => outcome !== "ok")).toMatchObject([
      { outcome: "uncovered" },
    ]);
  });

  test("that has the request refused is found by asking for halves, in which each account's places are together", async () => {
    const isRefused = (url: URL) => latitudesOf(url).some((lat) => lat >= 60);
    provider.upstream.behave({
      kind: "reply",
      reply: (url) => (isRefused(url) ? { status: 400, body: NOT_COVERED } : byPlace(url)),
    });
    const bad = Array.from({ length: TOGETHER_MAX / 2 }, (_, i) => placeAt(60 + i, 10));
    const source = provider.open({});
    const { signal } = new AbortController();
    const ask = (place: Place, owner: string) =>
      source.forecast(place, signal, { owner, onSent: () => undefined, onNotSent: () => undefined });
    const good = placesFor(TOGETHER_MAX / 2);
    const told = await Promise.allSettled([
      ...good.slice(0, AT_ONCE).map((place) => ask(place, "good")),
      ...good.slice(AT_ONCE).flatMap((place, i) => [ask(place, "good"), ask(bad[i] as Place, "bad")]),
    ]);
    expect(told.filter(({ status }) => status === "rejected")).toHaveLength(bad.length);
    const refusedForGood = asked().filter(
      (lats) => lats.some((lat) => lat < 60) && lats.some((lat) => lat >= 60),
    );
    expect(refusedForGood).toHaveLength(1);
  });

  test("a server that answers joint requests for one place only is asked for each place alone", async () => {
    provider.upstream.behave({
      kind: "reply",
      reply: (url) => byPlace(new URL(`?latitude=${latitudesOf(url)[0]}&longitude=10`, url)),
    });
    const places = placesFor(6);
    expect(await latitudesTold(places)).toEqual(places.map(({ lat }) => lat));
  });
});

function withoutValues(payload: OpenMeteoPayload): OpenMeteoPayload {
  const { time = [], ...columns } = payload.hourly;
  const empty = Object.keys(columns).map((name) => [name, time.map(() => null)] as const);
  return { ...payload, hourly: { time, ...Object.fromEntries(empty) } };
}
