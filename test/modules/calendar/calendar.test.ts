// The modules of the calendar without a browser, against real servers: what they ask and how they use the answers.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { POINTS_BETTER_MIN } from "../../../src/api/booking-confidence/alternatives.ts";
import { WORDS } from "../../../src/modules/calendar/words/all-words.ts";
import { serverThat } from "../../support/fakes/server-that.ts";
import { readAttributes, SERVICE, SITE } from "./read-settings.ts";

type Ask = (
  url: string,
  options: { readonly apiKey: string | undefined; readonly signal: AbortSignal },
) => Promise<{ readonly body: unknown; readonly ageSeconds: number; readonly source: string | null }>;

type WeekOf = (
  sessions: readonly { readonly start_time: string }[],
  options: object,
) => {
  readonly days: readonly string[];
  readonly rows: readonly { readonly time: string; readonly isAgain: boolean }[];
};

const load = async <Module>(name: string) =>
  (await import(new URL(`../../../web/calendar/${name}.js`, import.meta.url).href)) as Module;
const { ask } = await load<{ ask: Ask }>("ask");
const { createRecordQuestion } = await load<{
  createRecordQuestion: () => (settings: object) => Promise<unknown>;
}>("record-line");
const { weekOf } = await load<{ weekOf: WeekOf }>("week");
const { betterTimes } = await load<{
  betterTimes: (week: object, chosen: object) => readonly { readonly start_time: string }[];
}>("better-times");
const { weatherOf } = await load<{
  weatherOf: (hours: readonly object[], durationMinutes: number) => (startTime: string) => object | undefined;
}>("weather");
const { weatherText } = await load<{ weatherText: (weather: object, voice: object) => string }>(
  "weather-text",
);
const { zoneClock } = await load<{ zoneClock: (timeZone: string) => object }>("zone-clock");
const { ageNote, createVoice } = await load<{
  ageNote: (ageSeconds: number, voice: object) => string;
  createVoice: (
    words: object,
    locale: string,
  ) => {
    readonly degrees: (celsius: number) => string;
    readonly depth: (mm: number) => string;
    readonly lead: (hours: number) => string;
  };
}>("voice");
const { problemWords } = await load<{ problemWords: (problem: unknown, voice: object) => string }>("problem");

const ENGLISH = createVoice(WORDS.get("en") ?? {}, "en-GB");

describe("a question of <suitability-calendar>", () => {
  const put = (url: string, apiKey?: string) =>
    ask(`${url}/v1/forecast?lat=1`, { apiKey, signal: new AbortController().signal });

  it("sends its key in a header, and never to another origin", async () => {
    const elsewhere = await serverThat({ kind: "answer", body: { sessions: [] } });
    const headers = { location: `${elsewhere.url}/v1/forecast` };
    const service = await serverThat({ kind: "answer", status: 302, headers, body: "" });
    await expect(put(service.url, "wpk_own")).rejects.toThrow("/v1/forecast cannot be reached");
    expect(service.requests.map((request) => request.headers["x-api-key"])).toEqual(["wpk_own"]);
    expect(service.requests.map((request) => request.url.search)).toEqual(["?lat=1"]);
    expect(elsewhere.requests).toEqual([]);
    // Without a key it follows redirects: the site's own server adds the key.
    expect(await put(service.url)).toMatchObject({ body: { sessions: [] } });
    expect(elsewhere.requests.map((request) => request.headers["x-api-key"])).toEqual([undefined]);
  });

  it("gets the weather's source and age with the answer", async () => {
    const headers = { age: "2100", "weather-source": "open-meteo, met-norway" };
    const { url } = await serverThat({ kind: "answer", headers, body: { sessions: [] } });
    expect(await put(url)).toEqual({
      body: { sessions: [] },
      ageSeconds: 2100,
      source: "open-meteo, met-norway",
    });
    const odd = await serverThat({ kind: "answer", headers: { age: "1e3" }, body: {} });
    expect((await put(odd.url)).ageSeconds).toBe(0);
    expect([59, 60, 2100].map((seconds) => ageNote(seconds, ENGLISH))).toEqual([
      "",
      "Forecast as it was 60 seconds ago.",
      "Forecast as it was 35 minutes ago.",
    ]);
  });

  it("about the record is asked again when the key changes, and not otherwise", async () => {
    const { url: trackRecordUrl, requests } = await serverThat({ kind: "answer", headers: {}, body: {} });
    const recordOf = createRecordQuestion();
    for (const apiKey of ["wpk_1", "wpk_1", "wpk_2"]) await recordOf({ trackRecordUrl, apiKey });
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual(["wpk_1", "wpk_2"]);
  });

  const NONE = "No forecast at the moment.";
  it.each<
    [status: number, retryAfter: string | undefined, body: object | string, visitor: string, reason: string]
  >([
    [429, "300", "<p>", `${NONE} Try again in 5 minutes.`, "HTTP_429"],
    [429, "849401", { reason: "QUOTA_EXCEEDED" }, `${NONE} Try again in 10 days.`, "QUOTA_EXCEEDED"],
    [503, " 10 ", { detail: "hours" }, `${NONE} Try again in 10 seconds.`, "HTTP_503"],
    [503, "Sat, 21 Nov 2026 14:27:00 GMT", {}, `${NONE} Try again in 2 minutes.`, "HTTP_503"],
    [503, "Sat, 21 Nov 2026 14:20:00 GMT", {}, `${NONE} Try again later.`, "HTTP_503"],
    [503, "1e3", {}, `${NONE} Try again later.`, "HTTP_503"],
    [503, "0x10", {}, `${NONE} Try again later.`, "HTTP_503"],
    [503, "+5", {}, `${NONE} Try again later.`, "HTTP_503"],
    [503, "10", { detail: "secret" }, `${NONE} Try again in 10 seconds.`, "HTTP_503"],
    [502, undefined, "<p>", `${NONE} Try again later.`, "HTTP_502"],
    [200, undefined, "<p>", `${NONE} Try again later.`, "HTTP_200"],
    [404, undefined, "<p>", NONE, "HTTP_404"],
    [400, undefined, { detail: "Did you mean tennis?", reason: "UNKNOWN_SPORT" }, NONE, "UNKNOWN_SPORT"],
    [400, undefined, { reason: "START_IN_PAST" }, "This start time has passed.", "START_IN_PAST"],
  ])(
    "that is answered %d with Retry-After %s and %j tells a visitor: %s, and its developer the reason %s",
    async (status, after, body, visitor, reason) => {
      const date = "Sat, 21 Nov 2026 14:25:00 GMT";
      const headers: Record<string, string> = after === undefined ? { date } : { date, "retry-after": after };
      const { url } = await serverThat({ kind: "answer", status, headers, body });
      const problem: unknown = await put(url, "wpk_own").catch((error: unknown) => error);
      expect(problem).toMatchObject({
        reason,
        isLasting: status !== 429 && status >= 400 && status < 500,
      });
      expect(problemWords(problem, ENGLISH)).toBe(visitor);
      const { detail } = body as { readonly detail?: string };
      expect(String(problem)).toContain(
        `${url}/v1/forecast answers ${status}${detail ? `: ${detail}` : "."}`,
      );
    },
  );

  it("that is aborted rejects with the reason of the abort", async () => {
    const { url } = await serverThat({ kind: "silent" });
    const reason = new Error("another week");
    await expect(ask(url, { apiKey: undefined, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("the attributes of <suitability-calendar>", () => {
  const PLACE = { place: "51.434,-0.214" };

  it.each<[attributes: Readonly<Record<string, string>>, sentence: string]>([
    [{}, "place has to be latitude and longitude"],
    [{ ...PLACE, hours: "9-17" }, "hours has to be two times of day"],
    [{ ...PLACE, hours: "09:00-29:00" }, "hours has to be two times of day"],
    [{ ...PLACE, src: "/weather", step: "45" }, "step has to be 15, 30 or 60 minutes"],
    [PLACE, 'it needs src="/…", a path of your server that adds the key, or api-key="wpk_…"'],
    [
      { ...PLACE, slots: "2026-11-22T10:10:00Z" },
      "a start has to be on a quarter of an hour and say its offset",
    ],
    [{ ...PLACE, slots: "2026-11-22T10:00" }, "a start has to be on a quarter of an hour and say its offset"],
    [{ ...PLACE, key: "wsk_secret" }, "api-key takes publishable keys (wpk_…) only"],
    [{ ...PLACE, "api-key": "wsk_secret" }, "api-key takes publishable keys (wpk_…) only"],
  ])("%j are refused: %s", (attributes, sentence) => {
    expect(() => readAttributes(attributes)).toThrow(`This calendar is not set up right: ${sentence}`);
  });

  it("with a key, ask the service that the file came from; without a key, ask the site's own path", () => {
    const withKey = readAttributes({ ...PLACE, key: "wpk_own", sport: "padel", "temp-shift-c": "-2" });
    expect(withKey.forecastUrl).toBe(
      `${SERVICE}/v1/forecast?lat=51.434&lng=-0.214&sport=padel&duration_minutes=60&temp_shift_c=-2&days=7&step_minutes=60&explain=true`,
    );
    expect(withKey.apiKey).toBe("wpk_own");
    // React keeps `key` for itself.
    expect(readAttributes({ ...PLACE, "api-key": "wpk_own" }).apiKey).toBe("wpk_own");
    const behindSite = readAttributes({
      ...PLACE,
      src: "/weather",
      "time-zone": "Europe/London",
      hours: "09:00-12:00",
    });
    expect(behindSite.apiKey).toBeUndefined();
    expect(behindSite.confidenceUrl("2026-11-22T10:00:00Z", "de")).toBe(
      `${SITE}/weather/v1/booking-confidence?lat=51.434&lng=-0.214&sport=outdoor&duration_minutes=60` +
        "&start_time=2026-11-22T10%3A00%3A00Z&explain=true&odds=true&lang=de",
    );
  });

  it("with starts that can have no verdict among the site's own, keep the others", () => {
    const fit = ["2026-11-22T10:00:00Z", "2026-11-22t10:15z", "2026-11-22T10:30:00.000-00:00"];
    const unfit = [
      "2026-11-22T10:08:00Z",
      "2026-11-22T11:00",
      "2026-11-31T11:00:00Z",
      "2026-11-22T24:00:00Z",
      "22.11.2026+11:00",
    ];
    const settings = readAttributes({ ...PLACE, src: "/weather", slots: [...fit, ...unfit].join(", ") });
    expect(settings.forecastUrl).toContain("&step_minutes=15&");
    expect(settings.slots?.size).toBe(3);
    expect(settings.unfitSlots).toEqual(unfit);
  });

  it.each([
    ["51.434,-1e-7", "lat=51.434&lng=-1e-7&"],
    [" -.5 , 4.9E+0 ", "lat=-.5&lng=4.9E%2B0&"],
  ])("take the place %j, as any language prints numbers", (place, query) => {
    expect(readAttributes({ place, src: "/weather" }).forecastUrl).toContain(`?${query}`);
  });

  it.each([
    ["2026-11-22T10:00:00Z 2026-11-23T15:00:00+01:00", 60],
    ["2026-11-22T10:00:00Z,2026-11-23T15:30:00Z", 30],
    ["2026-11-22T10:00:00Z, 2026-11-23T15:45:00Z", 15],
  ])("with the site's own starts %s ask for steps of %d minutes, and show no other starts", (slots, step) => {
    const settings = readAttributes({ ...PLACE, src: "/weather", slots });
    expect(settings.forecastUrl).toContain(`&step_minutes=${step}&`);
    const starts = ["2026-11-22T09:00:00Z", "2026-11-22T10:00:00Z", "2026-11-23T16:00:00Z"];
    const clock = zoneClock("Europe/London");
    const shown = weekOf(
      starts.map((start_time) => ({ start_time })),
      { ...settings, shownClock: clock, mainClock: clock },
    );
    expect(shown.rows.map(({ time }) => time)).toEqual(["10:00"]);
  });
});

describe("the units of <suitability-calendar>", () => {
  it("have a minus sign as in the sentences, and stay on one line with their number", () => {
    const german = createVoice(WORDS.get("de") ?? {}, "de");
    expect([ENGLISH.degrees(-3), german.degrees(-3), german.depth(2.34), german.degrees(-0.4)]).toEqual([
      "−3°C",
      "−3\u00a0°C",
      "2,3\u00a0mm",
      "0\u00a0°C",
    ]);
  });
});

describe("the lead of the odds", () => {
  it("is in hours below two days, then in days", () => {
    const said = [2, 47, 48, 59, 60, 111].map((hours) => ENGLISH.lead(hours).replace("\u00a0", " "));
    expect(said).toEqual(["2 hours", "47 hours", "2 days", "2 days", "3 days", "5 days"]);
  });
});

describe("the week of <suitability-calendar>", () => {
  const week = (starts: readonly string[], hours: { from: string; to: string }, days = 7) => {
    const sessions = starts.map((start_time) => ({ start_time }));
    const clock = zoneClock("Europe/London");
    const { days: shown, rows } = weekOf(sessions, { hours, days, mainClock: clock, shownClock: clock });
    return { days: shown, times: rows.map(({ time, isAgain }) => (isAgain ? `${time} again` : time)) };
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

  it.each([
    ["Asia/Kolkata", "08:00-21:00", "60", 30, ["08:00", "09:00", "10:00"]],
    ["Asia/Kathmandu", "09:00-12:00", "60", 15, ["09:00", "10:00", "11:00"]],
    ["Asia/Kathmandu", "09:00-12:00", "30", 15, ["09:00", "09:30", "10:00"]],
    ["Europe/London", "12:30-17:30", "60", 30, ["12:30", "13:30", "14:30"]],
    ["Europe/London", "12:15-17:30", "30", 15, ["12:15", "12:45", "13:15"]],
    ["Europe/London", "12:05-17:30", "60", 15, ["12:15", "13:15", "14:15"]],
    ["Europe/London", "22:30-24:00", "60", 30, ["22:30", "23:30"]],
    ["Australia/Lord_Howe", "08:00-21:00", "60", 30, ["08:00", "09:00", "10:00"]],
    // On the clocks of readers, who may be anywhere, the starts are those of the service.
    ["no known zone", "12:30-17:30", "60", 30, ["12:30", "13:30", "14:30"]],
  ])(
    "at a venue in %s with the hours %s has a start every %s minutes from the first on, and asks for steps of %d",
    (zone, hours, step, asked, times) => {
      const shared = { place: "51.434,-0.214", src: "/weather", hours, step };
      const settings = readAttributes({ ...shared, "time-zone": zone });
      expect(settings.forecastUrl).toContain(`&step_minutes=${asked}&`);
      const mainClock = zoneClock(zone.includes("/") ? zone : "UTC");
      const starts = Array.from({ length: (24 * 60) / asked }, (_, i) => ({
        start_time: new Date(Date.UTC(2026, 10, 22, 0, i * asked)).toISOString(),
      }));
      const { rows } = weekOf(starts, { ...settings, mainClock, shownClock: mainClock });
      expect(rows.map(({ time }) => time).slice(0, 3)).toEqual(times);
    },
  );

  it("asks the same in every season, because a proxy knows its calendars by what they ask", () => {
    onTestFinished(() => void vi.useRealTimers());
    const asked = ["2026-01-01", "2026-07-01"].map((day) => {
      vi.useFakeTimers({ now: Date.parse(day), toFake: ["Date"] });
      const zone = { "time-zone": "Australia/Lord_Howe" };
      return readAttributes({ place: "-31.5,159.1", src: "/weather", ...zone }).forecastUrl;
    });
    expect(asked[0]).toBe(asked[1]);
  });

  it("has starts within its hours too on a reader's clock that never shows a full hour", () => {
    const settings = readAttributes({ place: "51.434,-0.214", src: "/weather", hours: "08:00-11:00" });
    const clock = zoneClock("Asia/Kathmandu");
    const starts = [2, 3, 4, 5].map((hour) => ({ start_time: `2026-11-22T0${hour}:00:00Z` }));
    const { rows } = weekOf(starts, { ...settings, mainClock: clock, shownClock: clock });
    expect(rows.map(({ time }) => time)).toEqual(["08:45", "09:45", "10:45"]);
  });

  it("has an hour twice in the night when clocks are put back", () => {
    const starts = ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"];
    expect(week(starts, { from: "00:00", to: "23:00" }).times).toEqual(["01:00", "01:00 again"]);
  });
});

describe("better times", () => {
  const session = (start_time: string, score: number) => ({
    start_time,
    playability_score: score,
    recommendation: score >= 80 ? "safe_to_book" : score >= 50 ? "proceed_with_caution" : "not_recommended",
  });
  const better = (sessions: readonly { readonly start_time: string }[], chosen: object) => {
    const clock = zoneClock("UTC");
    const shown = { hours: { from: "00:00", to: "23:45" }, days: 7, mainClock: clock, shownClock: clock };
    return betterTimes(weekOf(sessions, shown), chosen).map(({ start_time: start }) => start.slice(8, 16));
  };

  it("are on the same day first, then on the nearest days; two on one day are more than an hour apart", () => {
    const chosen = session("2026-11-24T10:00:00Z", 52);
    const sessions = [
      session("2026-11-21T10:00:00Z", 99),
      session("2026-11-23T10:00:00Z", 96),
      session("2026-11-23T12:00:00Z", 97),
      session("2026-11-23T18:00:00Z", 90),
      chosen,
      session("2026-11-24T11:00:00Z", 70),
      session("2026-11-24T12:00:00Z", 71),
      session("2026-11-24T15:00:00Z", 62),
      session("2026-11-26T09:00:00Z", 98),
    ];
    expect(better(sessions, chosen)).toEqual(["24T12:00", "24T15:00", "23T12:00", "23T10:00"]);
  });

  it("have a better verdict or as many points more as the service's alternatives, and are never `not_recommended`", () => {
    const chosen = session("2026-11-24T10:00:00Z", 30);
    expect(better([chosen, session("2026-11-24T12:00:00Z", 49)], chosen)).toEqual([]);
    const fair = session("2026-11-24T10:00:00Z", 78);
    const sessions = [fair, session("2026-11-24T12:00:00Z", 79), session("2026-11-24T16:00:00Z", 80)];
    expect(better(sessions, fair)).toEqual(["24T16:00"]);
    const good = session("2026-11-24T10:00:00Z", 85);
    const least = 85 + POINTS_BETTER_MIN;
    const more = [session("2026-11-24T12:00:00Z", least - 1), session("2026-11-24T16:00:00Z", least)];
    expect(better([good, ...more], good)).toEqual(["24T16:00"]);
  });
});

describe("the weather of a session", () => {
  const hour = (time: string, conditions: string, more: object = {}) => ({
    time: `2026-11-24T${time}:00Z`,
    temp_c: 9,
    rain_mm: 0,
    wind_kmh: 10,
    explanation: { conditions, is_day: true },
    ...more,
  });
  const at = (start: string, minutes: number, hours: readonly object[]) =>
    weatherOf(hours, minutes)(`2026-11-24T${start}:00Z`);

  it("is the worst of its hours, with the temperature at its start and the rain and its chance during it", () => {
    const hours = [
      hour("10:00", "cloudy", { temp_c: 8 }),
      hour("11:00", "rain", {
        rain_mm: 2,
        explanation: { conditions: "rain", is_day: true, precip_prob_pct: 70 },
      }),
      hour("12:00", "storm"),
    ];
    expect(at("10:30", 60, hours)).toEqual({ kind: "rain", tempC: 8, rainMm: 1, chancePct: 70 });
    expect(at("10:00", 60, hours)).toEqual({ kind: "cloudy", tempC: 8, rainMm: 0, chancePct: 0 });
    expect(at("10:00", 121, hours)).toMatchObject({ kind: "storm" });
  });

  it("is windy if nothing worse is forecast, and dark instead of dry if all its hours are dark", () => {
    const dark = { explanation: { conditions: "dry", is_day: false } };
    expect(at("10:00", 60, [hour("10:00", "cloudy", { wind_kmh: 39 })])).toMatchObject({ kind: "wind" });
    expect(at("10:00", 60, [hour("10:00", "dry", dark)])).toMatchObject({ kind: "dark" });
    const isDawn = [hour("10:00", "dry", dark), hour("11:00", "dry")];
    expect(at("10:00", 90, isDawn)).toMatchObject({ kind: "dry" });
  });

  it.each([
    ["Dry, 9°C", { kind: "dry", chancePct: 14 }],
    ["9°C, 20% chance of rain", { kind: "dry", chancePct: 15 }],
    ["Cloudy, 9°C, 40% chance of rain", { kind: "cloudy", chancePct: 42 }],
    ["Rain, 9°C, 60% chance of rain", { kind: "rain", chancePct: 60 }],
    ["Rain, 9°C, 2.3 mm", { kind: "rain", chancePct: 90, rainMm: 2.31 }],
    ["Snow, −4°C, 60% chance of snow", { kind: "snow", chancePct: 60, tempC: -4 }],
    ["−4°C, 30% chance of snow", { kind: "dry", chancePct: 30, tempC: -4 }],
    ["9°C, 0.1 mm", { kind: "dry", rainMm: 0.06 }],
  ])("is said without calling dry what may be wet: %s", (text, weather) => {
    const said = weatherText({ tempC: 9, rainMm: 0, chancePct: 0, ...weather }, ENGLISH);
    expect(said.replaceAll("\u00a0", " ")).toBe(text);
  });

  it("is undefined if a server leaves out the explanations of the hours", () => {
    expect(at("10:00", 60, [{ ...hour("10:00", "dry"), explanation: undefined }])).toBeUndefined();
  });
});
