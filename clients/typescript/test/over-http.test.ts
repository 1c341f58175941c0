// The client against the real service, and against other servers in its place.
import { describe, expect, it } from "vitest";
import { createRefusingUrl } from "../../../test/support/fakes/misbehaving-upstream.ts";
import { upstreamOfTest } from "../../../test/support/fakes/upstream-of-test.ts";
import { useTestService } from "../../../test/support/service/use-test-service.ts";
import {
  createSuitabilityClient,
  SuitabilityError,
  type AnswerDetails,
  type SuitabilityClientOptions,
} from "../src/http/create-suitability-client.ts";

const LONDON = { lat: 51.5074, lng: -0.1278 };
const TENNIS = { ...LONDON, start_time: "2026-11-22T10:00:00Z", duration_minutes: 90, sport: "tennis" };

describe("a client of the service", () => {
  const used = useTestService();

  const url = () => `http://127.0.0.1:${used().service.ports.http}`;

  /** A client with an account of its own, and the details of its answers. */
  async function client(options: Partial<SuitabilityClientOptions> = {}) {
    const { key } = await used().service.createCaller({ plan: "free", monthlyQuota: 3 });
    const told: AnswerDetails[] = [];
    const onAnswer = (details: AnswerDetails) => told.push(details);
    return { ...createSuitabilityClient({ baseUrl: url(), apiKey: key, onAnswer, ...options }), key, told };
  }

  it("gets the answers of /v1", async () => {
    const { key, bookingConfidence, forecast, safeSlots, sports } = await client();
    const raw = async (path: string) =>
      (await fetch(`${url()}${path}`, { headers: { "x-api-key": used().key } })).json();
    expect(key).not.toBe(used().key);
    expect(await bookingConfidence({ ...TENNIS, odds: true })).toEqual(
      await raw(
        "/v1/booking-confidence?lat=51.5074&lng=-0.1278&start_time=2026-11-22T10:00:00Z&duration_minutes=90&sport=tennis&odds=true",
      ),
    );
    expect(await forecast({ ...LONDON, days: 1 })).toEqual(
      await raw("/v1/forecast?lat=51.5074&lng=-0.1278&days=1"),
    );
    expect(
      await safeSlots({ ...LONDON, slots: [new Date("2026-11-22T10:00:00.000Z"), "2026-11-22T14:00Z"] }),
    ).toEqual(
      await raw("/v1/safe-slots?lat=51.5074&lng=-0.1278&slots=2026-11-22T10:00:00Z,2026-11-22T14:00Z"),
    );
    expect(await sports()).toEqual(await raw("/v1/sports"));
  });

  it("reuses a cached answer whatever the order of the parameters", async () => {
    const { bookingConfidence, told } = await client();
    const { lat, lng, ...rest } = TENNIS;
    const answers = [await bookingConfidence(TENNIS)];
    answers.push(await bookingConfidence({ ...rest, lng, lat, start_time: new Date(TENNIS.start_time) }));
    answers.push(await bookingConfidence({ ...TENNIS, lang: undefined }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(told).toHaveLength(1);
  });

  it("reports the quota that is left after each answer of the service", async () => {
    const { bookingConfidence, told } = await client();
    await bookingConfidence(TENNIS);
    await bookingConfidence(TENNIS);
    await bookingConfidence({ ...TENNIS, lang: "de" });
    const month = { per: "month", limit: 3, resetsInSeconds: 819_600 };
    expect(told).toEqual(
      [2, 1].map((left) => ({
        operation: "bookingConfidence",
        quota: { ...month, left },
        weatherSource: "simulated",
        modelVersion: "3",
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      })),
    );
  });

  it("asks each time with a cache of 0 answers", async () => {
    const { forecast, told } = await client({ cachedAnswersMax: 0 });
    await forecast(LONDON);
    await forecast(LONDON);
    expect(told.map(({ quota }) => quota?.left)).toEqual([2, 1]);
  });

  it("is refused with the reason, the parameter and what to change", async () => {
    const { bookingConfidence } = await client();
    const refusal = await bookingConfidence({ ...TENNIS, sport: "chess" }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SuitabilityError);
    expect(refusal).toMatchObject({
      name: "SuitabilityError",
      reason: "UNKNOWN_SPORT",
      code: "invalid_argument",
      status: 400,
      message: expect.stringMatching(/^sport is unknown\. .*tennis/),
      violations: [{ field: "sport", reason: "UNKNOWN_SPORT", description: expect.any(String) }],
      requestId: expect.any(String),
      retryAfterSeconds: undefined,
      mayHaveCounted: false,
    });
  });

  it("is told at once that the month is used up, and until when", async () => {
    const { forecast } = await client({ cachedAnswersMax: 0 });
    for (let call = 0; call < 3; call += 1) await forecast(LONDON);
    await expect(forecast(LONDON)).rejects.toMatchObject({
      reason: "MONTHLY_QUOTA_EXHAUSTED",
      status: 429,
      retryAfterSeconds: 819_600,
      mayHaveCounted: false,
    });
  });

  it("puts its questions below the path of baseUrl", async () => {
    const asked: string[] = [];
    const { forecast } = await client({
      baseUrl: "https://club.example/weather/",
      fetch: (address, init) => {
        asked.push(address);
        return fetch(address.replace("https://club.example/weather", url()), init);
      },
    });
    await forecast({ ...LONDON, days: 1 });
    expect(asked).toEqual(["https://club.example/weather/v1/forecast?days=1&lat=51.5074&lng=-0.1278"]);
  });

  it.each(["localhost:8080", "", "ftp://weather.example"])(
    "is not created for the baseUrl %j",
    async (baseUrl) => {
      await expect(client({ baseUrl })).rejects.toThrow("must begin with http:// or https://");
    },
  );
});

describe("a client of something else", () => {
  const asking = (baseUrl: string, options: Partial<SuitabilityClientOptions> = {}) =>
    createSuitabilityClient({ baseUrl, apiKey: "wsk_secret", ...options }).sports({}, options);

  it("does not follow a redirect, which would take the key along", async () => {
    const elsewhere = await upstreamOfTest({ kind: "answer", body: { sports: [] } });
    const { url } = await upstreamOfTest({
      kind: "answer",
      body: "",
      status: 302,
      headers: { location: elsewhere.url },
    });
    await expect(asking(url)).rejects.toMatchObject({
      reason: "UNEXPLAINED",
      message: expect.stringContaining("redirect"),
    });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    { what: "a proxy's own error", behaviour: { kind: "answer", body: "<h1>Bad Gateway</h1>", status: 502 } },
    { what: "a page", behaviour: { kind: "answer", body: "<h1>Log in</h1>" } },
    { what: "JSON of another server", behaviour: { kind: "answer", body: { error: "no" }, status: 404 } },
  ] as const)("reports $what as no answer of the service", async ({ behaviour }) => {
    const { url } = await upstreamOfTest(behaviour);
    await expect(asking(url)).rejects.toMatchObject({ reason: "UNEXPLAINED", mayHaveCounted: true });
  });

  it("retries after the time in the header Retry-After", async () => {
    let asked = 0;
    const problem = { reason: "OVERLOADED", code: "unavailable", detail: "Later.", status: 503 };
    const { url, requests } = await upstreamOfTest({
      kind: "reply",
      reply: () =>
        (asked += 1) > 1
          ? { body: { sports: [] } }
          : { body: problem, status: 503, headers: { "retry-after": "0" } },
    });
    expect(await asking(url)).toEqual({ sports: [] });
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual(["wsk_secret", "wsk_secret"]);
  });

  it.each(["-3", "abc", "1.5", "9".repeat(400)])(
    "gives up at once after a Retry-After of %s",
    async (time) => {
      const body = { reason: "OVERLOADED", code: "unavailable", detail: "Later.", status: 503 };
      const headers = { "retry-after": time };
      const { url, requests } = await upstreamOfTest({ kind: "answer", body, status: 503, headers });
      const refusal = await asking(url).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ reason: "OVERLOADED" });
      expect((refusal as SuitabilityError).retryAfterSeconds).toBeOneOf([undefined, 2 ** 31]);
      expect(requests).toHaveLength(1);
    },
  );

  it.each([
    {
      what: "an answer that is cut off",
      begin: () => upstreamOfTest({ kind: "cut", body: '{"sports":[]}' }),
    },
    { what: "a closed port", begin: async () => ({ url: await createRefusingUrl() }) },
  ])("reports a failed connection, and that the call may have counted: $what", async ({ begin }) => {
    const { url } = await begin();
    await expect(asking(url)).rejects.toMatchObject({
      reason: "CONNECTION_FAILED",
      mayHaveCounted: true,
      cause: expect.any(Error),
    });
  });

  it.each([{ kind: "silent" }, { kind: "trickle", body: "{" }] as const)(
    "waits no longer than timeoutMs: $kind",
    async (behaviour) => {
      const { url } = await upstreamOfTest(behaviour);
      await expect(asking(url, { timeoutMs: 50 })).rejects.toMatchObject({ reason: "DEADLINE_EXCEEDED" });
    },
  );
});
