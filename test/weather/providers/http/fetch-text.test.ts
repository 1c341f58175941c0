import { gzipSync } from "node:zlib";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { runInContext } from "../../../../src/observability/trace/traced.ts";
import { contextFromHeaders } from "../../../../src/observability/trace/headers.ts";
import {
  fetchText,
  parsedJson,
  retryAfterSeconds,
} from "../../../../src/weather/providers/http/fetch-text.ts";
import { createMisbehavingUpstream } from "../../../support/fakes/misbehaving-upstream.ts";
import { PROVIDERS } from "../../../../src/weather/providers/providers.ts";

const CALLER = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "vendor=the-callers-own-words",
};

/** A fetch, during a traced call, from a local server that is reached under this name; and the headers that the server gets. */
async function fetched(
  host: string,
  { body = "{}", headers = {} }: { body?: string | Uint8Array; headers?: Record<string, string> } = {},
) {
  const upstream = await createMisbehavingUpstream({ kind: "answer", body, headers });
  const dispatcher = new Agent({
    connect: { lookup: (_host, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]) },
  });
  onTestFinished(async () => {
    await dispatcher.destroy();
    await upstream.close();
  });
  const answer = await runInContext(contextFromHeaders(CALLER), () =>
    fetchText({
      source: "a-provider",
      dispatcher,
      origin: `http://${host}:${new URL(upstream.url).port}`,
      hosts: PROVIDERS.flatMap(({ hosts }) => hosts),
      path: "/",
      maxBodyBytes: 1_000,
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    }),
  );
  return { answer, sent: upstream.requests[0]?.headers ?? {} };
}

describe("a fetch", () => {
  it.each(["api.open-meteo.com", "customer-api.open-meteo.com", "api.met.no"])(
    "sends %s no header about the caller",
    async (host) => {
      const { sent } = await fetched(host);
      expect(Object.keys(sent).toSorted()).toEqual([
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ]);
    },
  );

  it.each(["weather.internal", "open-meteo.com.internal"])(
    "continues the call's trace at %s",
    async (host) => {
      expect((await fetched(host)).sent).toMatchObject({
        traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-/),
        tracestate: "vendor=the-callers-own-words",
      });
    },
  );
});

describe("an answer", () => {
  const JSON_TEXT = '{"a": 1}';
  const HOST = "weather.internal";

  it.each(["gzip", "GZIP", "x-gzip", "gzip \t"])("is unpacked if its coding is named %j", async (coding) => {
    const headers = { "content-encoding": coding };
    const { answer } = await fetched(HOST, { body: gzipSync(JSON_TEXT), headers });
    expect(answer.text).toBe(JSON_TEXT);
  });

  it.each<{ what: string; body: Uint8Array; headers: Record<string, string> }>([
    { what: "plain", body: Buffer.from(`\uFEFF${JSON_TEXT}`), headers: {} },
    { what: "packed", body: gzipSync(`\uFEFF${JSON_TEXT}`), headers: { "content-encoding": "gzip" } },
  ])("is read without its byte order mark: $what", async ({ body, headers }) => {
    const { answer } = await fetched(HOST, { body, headers });
    expect(parsedJson(answer)).toEqual({ a: 1 });
  });

  it("has header values without the whitespace around them", async () => {
    const { answer } = await fetched(HOST, { headers: { "retry-after": " \t120 \t" } });
    expect(retryAfterSeconds(answer.headers, { nowMs: 0 })).toBe(120);
  });
});

describe("a Retry-After", () => {
  const NOW_MS = Date.parse("2026-11-21T14:25:00Z");
  const secondsOf = (text: string, date?: string) =>
    retryAfterSeconds(
      new Map([["retry-after", text], ...(date === undefined ? [] : [["date", date] as const])]),
      {
        nowMs: NOW_MS,
      },
    );

  it.each([
    ["120", 120],
    ["0120", 120],
    ["0", 1],
    ["3600", 3600],
    ["99999999", 3600],
    ["9".repeat(400), 3600],
  ])("of %s seconds is read, within a second and an hour", (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each([
    ["Sat, 21 Nov 2026 14:27:00 GMT", 120],
    ["Saturday, 21-Nov-26 14:27:00 GMT", 120],
    ["Sat Nov 21 14:27:00 2026", 120],
    ["Tue Dec  1 00:00:00 2026", 3600],
    ["Sat, 21 Nov 2026 14:24:60 GMT", 1],
    ["Sat, 21 Nov 2026 14:20:00 GMT", 1],
    // More than fifty years ahead: of the century before.
    ["Friday, 21-Nov-86 14:27:00 GMT", 1],
  ])("with the date %s is read, in each form that HTTP has", (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it("with a date is compared with the provider's clock, if the answer has its time", () => {
    const told = "Sat, 21 Nov 2026 12:27:00 GMT";
    expect(secondsOf(told, "Sat, 21 Nov 2026 12:25:00 GMT")).toBe(120);
    expect(secondsOf(told, "12:25")).toBe(1);
  });

  it.each([
    "",
    "1.5",
    "90.5",
    "-3",
    "+120",
    "1e3",
    "0x10",
    "1,5",
    "120 s",
    "120, 60",
    "Infinity",
    "soon",
    "2026-11-21",
    "2026-11-21T14:27:00Z",
    "11/21/2026",
    "21 Nov 2026 14:27:00 GMT",
    "Sat, 21 Nov 2026 14:27:00",
    "Sat, 21 Nov 2026 14:27:00 +0100",
    "Sat, 21 Nov 2026 14:27:00 UTC",
    "sat, 21 nov 2026 14:27:00 gmt",
    "Sat, 21 Nov 2026 24:27:00 GMT",
    "Sat, 21 Nov 2026 14:60:00 GMT",
    "Mon, 30 Feb 2026 14:27:00 GMT",
    "Sat, 00 Nov 2026 14:27:00 GMT",
  ])("that HTTP does not have counts as absent: %j", (text) => {
    expect(secondsOf(text)).toBeUndefined();
  });
});
