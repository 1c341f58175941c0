// What the calendar asks, of whom, and what it makes of answers: its modules without a browser, against real servers.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createMisbehavingUpstream, type Behaviour } from "../../support/misbehaving-upstream.ts";

const SERVICE = "https://weather.example";
const SITE = "https://club.example";

interface Settings {
  readonly forecastUrl: string;
  readonly confidenceUrl: (startTime: string) => string;
  readonly apiKey: string | undefined;
}

type Ask = (
  url: string,
  options: { readonly apiKey: string | undefined; readonly signal: AbortSignal },
) => Promise<{ readonly body: unknown; readonly ageSeconds: number; readonly source: string | null }>;

type WeekOf = (
  sessions: readonly { readonly start_time: string }[],
  options: object,
) => { readonly days: readonly string[]; readonly rows: readonly { readonly time: string }[] };

const load = async <Module>(name: string) =>
  (await import(new URL(`../../../src/web/embed/calendar/${name}.js`, import.meta.url).href)) as Module;
const { ask } = await load<{ ask: Ask }>("ask");
const { weekOf } = await load<{ weekOf: WeekOf }>("week");
const { zoneClock } = await load<{ zoneClock: (timeZone: string) => object }>("zone-clock");
const { ageNote } = await load<{ ageNote: (ageSeconds: number) => string }>("from-now");
const { readSettings } = await load<{ readSettings: (element: object, defaults: object) => Settings }>(
  "settings",
);

async function serverThat(behaviour: Behaviour) {
  const server = await createMisbehavingUpstream(behaviour);
  onTestFinished(() => server.close());
  return server;
}

describe("a question of <suitability-calendar>", () => {
  const put = (url: string, apiKey?: string) =>
    ask(`${url}/v1/forecast?lat=1`, { apiKey, signal: new AbortController().signal });

  it("takes its key along in a header, and never to another origin", async () => {
    const elsewhere = await serverThat({ kind: "answer", body: { sessions: [] } });
    const headers = { location: `${elsewhere.url}/v1/forecast` };
    const service = await serverThat({ kind: "answer", status: 302, headers, body: "" });
    await expect(put(service.url, "wpk_own")).rejects.toThrow("The forecast cannot be reached.");
    expect(service.requests.map((request) => request.headers["x-api-key"])).toEqual(["wpk_own"]);
    expect(service.requests.map((request) => request.url.search)).toEqual(["?lat=1"]);
    expect(elsewhere.requests).toEqual([]);
    // A site's own server, which adds the key, may send on whom it likes.
    expect(await put(service.url)).toMatchObject({ body: { sessions: [] } });
    expect(elsewhere.requests.map((request) => request.headers["x-api-key"])).toEqual([undefined]);
  });

  it("is answered with whose weather it is, and how old", async () => {
    const headers = { age: "2100", "weather-source": "open-meteo, met-norway" };
    const { url } = await serverThat({ kind: "answer", headers, body: { sessions: [] } });
    expect(await put(url)).toEqual({
      body: { sessions: [] },
      ageSeconds: 2100,
      source: "open-meteo, met-norway",
    });
    expect([59, 60, 2100].map(ageNote)).toEqual([
      "",
      "Forecast as it was 60 seconds ago.",
      "Forecast as it was 35 minutes ago.",
    ]);
  });

  const AS_MANY = "As many forecasts as this calendar may ask for have been shown.";
  const NONE = "There is no forecast at the moment.";
  const NOT_SET_UP = "This calendar is not set up right:";
  it.each<[status: number, retryAfter: string | undefined, body: unknown, sentence: string]>([
    [429, "300", "<p>", `${AS_MANY} Try again in 5 minutes.`],
    [429, "849401", "<p>", `${AS_MANY} Try again in 10 days.`],
    [503, "10", { detail: "secret" }, `${NONE} Try again in 10 seconds.`],
    [502, undefined, "<p>", `${NONE} Try again later.`],
    [200, undefined, "<p>", `${NONE} Try again later.`],
    [404, undefined, "<p>", `${NOT_SET_UP} URL/v1/forecast answers 404.`],
    [400, undefined, { detail: "Did you mean tennis?" }, `${NOT_SET_UP} Did you mean tennis?`],
    [400, undefined, { reason: "START_IN_PAST" }, "This start has passed."],
  ])("that is answered %d with Retry-After %s and %j says: %s", async (status, after, body, sentence) => {
    const headers: Record<string, string> = after === undefined ? {} : { "retry-after": after };
    const { url } = await serverThat({ kind: "answer", status, headers, body });
    const problem: unknown = await put(url, "wpk_own").catch((error: unknown) => error);
    expect(problem).toMatchObject({
      message: sentence.replace("URL", url),
      isLasting: status !== 429 && status >= 400 && status < 500,
    });
  });

  it("that is given up ends with the reason of whoever gave it up", async () => {
    const { url } = await serverThat({ kind: "silent" });
    const reason = new Error("another week");
    await expect(ask(url, { apiKey: undefined, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("the attributes of <suitability-calendar>", () => {
  beforeEach(() => {
    vi.stubGlobal("document", { baseURI: `${SITE}/courts/` });
    vi.stubGlobal("location", new URL(SITE));
  });
  afterEach(() => void vi.unstubAllGlobals());

  const read = (attributes: Readonly<Record<string, string>>) =>
    readSettings(
      { getAttribute: (name: string) => attributes[name] ?? null },
      { apiKey: undefined, serviceUrl: `${SERVICE}/` },
    );
  const PLACE = { place: "51.434,-0.214" };

  it.each<[attributes: Readonly<Record<string, string>>, sentence: string]>([
    [{}, "place has to be latitude and longitude"],
    [{ ...PLACE, hours: "9-17" }, "hours has to be two times of day"],
    [{ ...PLACE, "time-zone": "Mars/Olympus" }, "time-zone has to be an IANA name"],
    [PLACE, 'it needs src="/…", a path of your server that adds the key, or key="wpk_…"'],
    [{ ...PLACE, key: "wsk_secret" }, "key takes publishable keys (wpk_…) only"],
  ])("%j are refused: %s", (attributes, sentence) => {
    expect(() => read(attributes)).toThrow(`This calendar is not set up right: ${sentence}`);
  });

  it("ask the service that the file came from with a key, and the site's own path without one", () => {
    const withKey = read({ ...PLACE, key: "wpk_own", sport: "padel", "temp-shift-c": "-2" });
    expect(withKey.forecastUrl).toBe(
      `${SERVICE}/v1/forecast?lat=51.434&lng=-0.214&sport=padel&duration_minutes=60&temp_shift_c=-2&days=7&step_minutes=60`,
    );
    expect(withKey.apiKey).toBe("wpk_own");
    const behindSite = read({
      ...PLACE,
      src: "/weather",
      "time-zone": "Europe/London",
      hours: "09:00-12:00",
    });
    expect(behindSite.apiKey).toBeUndefined();
    expect(behindSite.confidenceUrl("2026-11-22T10:00:00Z")).toBe(
      `${SITE}/weather/v1/booking-confidence?lat=51.434&lng=-0.214&sport=outdoor&duration_minutes=60` +
        "&start_time=2026-11-22T10%3A00%3A00Z&explain=true&odds=true&alternatives=3" +
        "&earliest_start=2026-11-21T11%3A00%3A00Z&latest_start=2026-11-23T10%3A00%3A00Z" +
        "&between=09%3A00-12%3A00&time_zone=Europe%2FLondon",
    );
  });
});

describe("the week of <suitability-calendar>", () => {
  const week = (starts: readonly string[], hours: { from: string; to: string }, days = 7) => {
    const sessions = starts.map((start_time) => ({ start_time }));
    const clock = zoneClock("Europe/London");
    const { days: shown, rows } = weekOf(sessions, { hours, days, venueClock: clock, shownClock: clock });
    return { days: shown, times: rows.map(({ time }) => time) };
  };

  it("has the starts within its hours, also over midnight, in no more days than were asked for", () => {
    const starts = ["2026-07-01T20:00:00Z", "2026-07-01T23:00:00Z", "2026-07-02T12:00:00Z"];
    expect(week(starts, { from: "08:00", to: "21:00" })).toEqual({
      days: ["2026-07-01", "2026-07-02"],
      times: ["13:00", "21:00"],
    });
    expect(week(starts, { from: "20:00", to: "02:00" }, 1)).toEqual({
      days: ["2026-07-01"],
      times: ["21:00"],
    });
  });

  it("has an hour twice in the night when clocks are put back", () => {
    const starts = ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"];
    expect(week(starts, { from: "00:00", to: "23:00" }).times).toEqual(["01:00", "01:00 again"]);
  });
});
