// Odd forms that a grammar allows are taken from every provider; near misses are not.
import { gzipSync } from "node:zlib";
import type fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { placeAt } from "../../src/lib/place.ts";
import type { Clock } from "../../src/lib/time/clock.ts";
import { createMetNorwaySource } from "../../src/weather/providers/met-norway/source.ts";
import { createOpenMeteoSource } from "../../src/weather/providers/open-meteo/source.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { createMisbehavingUpstream } from "../support/fakes/misbehaving-upstream.ts";
import { metNorwayPayload } from "../weather/providers/met-norway/payload.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { type Complaint, fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import {
  formComplaints,
  gzipForms,
  httpDateForms,
  numberForms,
  retryAfterForms,
  timeForms,
  type WrittenForm,
} from "./written-forms.ts";

/** There is one provider, so its answers are read one after the other. */
const RUNS_OF_PROVIDERS = Math.min(RUNS, 10_000);

const NOW = "2026-11-21T14:25:00Z";
const NOW_MS = Date.parse(NOW);
const DATE = new Date(NOW_MS).toUTCString();
const PLACE = placeAt(51.5, -0.12);
const TIMEOUT_MS = 15_000;

const PROVIDERS = {
  "open-meteo": {
    body: JSON.stringify(openMeteoPayload({ nowMs: NOW_MS })),
    aNumber: /(?<="temperature_2m":\[)-?[\d.]+/,
    open: (url: string, clock: Clock) => createOpenMeteoSource({ url, clock, timeoutMs: TIMEOUT_MS }),
  },
  "met-norway": {
    body: JSON.stringify(metNorwayPayload({ nowMs: NOW_MS, place: PLACE })),
    aNumber: /(?<="air_temperature":)-?[\d.]+/,
    open: (url: string, clock: Clock) =>
      createMetNorwaySource({
        url,
        clock,
        timeoutMs: TIMEOUT_MS,
        userAgent: "a a@b.example",
        random: () => 0,
      }),
  },
};
type Name = keyof typeof PROVIDERS;
const NAMES = ["open-meteo", "met-norway"] as const;

const upstream = await createMisbehavingUpstream({ kind: "silent" });
afterAll(() => upstream.close());

interface Sent {
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** The error of a fetch, undefined without one; and whether the place is fetched again after a while. */
async function read(name: Name, sent: Sent, afterMs = 0) {
  upstream.behave({ kind: "answer", ...sent });
  const clock = createManualClock(NOW);
  const source = PROVIDERS[name].open(upstream.url, clock);
  const fetch = () => source.forecast(PLACE, new AbortController().signal);
  try {
    await fetch();
    const before = upstream.requests.length;
    clock.advance(afterMs);
    await fetch();
    return { error: undefined, isFetchedAgain: upstream.requests.length > before };
  } catch (error) {
    if (!(error instanceof WeatherError)) throw error;
    return { error, isFetchedAgain: false };
  } finally {
    await source.close();
  }
}

async function judge(
  form: fc.Arbitrary<WrittenForm>,
  isTaken: (text: string) => Promise<readonly [isTaken: boolean, about: string]>,
): Promise<void> {
  await fuzz(form, RUNS_OF_PROVIDERS, async (batch) => {
    const complaints: Complaint[] = [];
    for (const each of batch) complaints.push(...formComplaints(each, ...(await isTaken(each.text))));
    return complaints;
  });
}

/** Whether the answer with the form in it is read. */
async function isRead(name: Name, body: string): Promise<readonly [boolean, string]> {
  const { error } = await read(name, { body });
  return [error === undefined, String(error)];
}

describe("a form that its grammar allows is taken, and no other", { timeout: FUZZ_TIMEOUT_MS }, () => {
  it.each(NAMES)("in Retry-After of %s", async (name) => {
    const run = judge(retryAfterForms(120, NOW_MS), async (text) => {
      const headers = { date: DATE, "retry-after": text };
      const { error } = await read(name, { body: "", status: 503, headers });
      return [error?.retryAfterSeconds === 120, `read as ${error?.retryAfterSeconds}`];
    });
    await expect(run).resolves.toBeUndefined();
  });

  it.each(NAMES)("in a number of %s, with whitespace around it", async (name) => {
    const { body, aNumber } = PROVIDERS[name];
    const run = judge(numberForms(12.5), (text) =>
      isRead(name, ` \r\n\t${body.replace(aNumber, ` ${text}\n`)} `),
    );
    await expect(run).resolves.toBeUndefined();
  });

  it.each(NAMES)("in Content-Encoding of %s, with and without a byte order mark", async (name) => {
    // RFC 8259, section 8.1: a reader may ignore the mark.
    const bodies = ["", "\uFEFF"].map((mark) => gzipSync(mark + PROVIDERS[name].body));
    const run = judge(gzipForms, async (text) => {
      const body = bodies[text.length % 2] ?? "";
      const { error } = await read(name, { body, headers: { "content-encoding": text } });
      return [error === undefined, String(error)];
    });
    await expect(run).resolves.toBeUndefined();
  });

  it.each([
    { what: "an hour", at: /(?<="time":")[^"]+/ },
    { what: "the update", at: /(?<="updated_at":")[^"]+/ },
  ])("in the time of $what of met-norway", async ({ at }) => {
    const { body } = PROVIDERS["met-norway"];
    const [time = ""] = at.exec(body) ?? [];
    const run = judge(timeForms(Date.parse(time)), (text) => isRead("met-norway", body.replace(at, text)));
    await expect(run).resolves.toBeUndefined();
  });

  it("in Expires of met-norway", async () => {
    const { body } = PROVIDERS["met-norway"];
    const run = judge(httpDateForms(NOW_MS + 600_000), async (text) => {
      const { isFetchedAgain } = await read(
        "met-norway",
        { body, headers: { date: DATE, expires: text } },
        599_000,
      );
      return [!isFetchedAgain, "the place was fetched again"];
    });
    await expect(run).resolves.toBeUndefined();
  });
});
