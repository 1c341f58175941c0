// What every proxy promises in front of a service that fails: what its visitors get, and where the key is sent.
import { expect, it } from "vitest";
import type { Behaviour } from "../../support/fakes/misbehaving-upstream.ts";
import { NOW_MS } from "../../support/service/test-service.ts";
import { serverThat } from "../../support/fakes/server-that.ts";
import { calendar, GOLF, TENNIS, type StartProxy } from "./start-proxy.ts";

const FAILURES: readonly { what: string; behaviour: Behaviour; reason: string }[] = [
  {
    what: "has no forecast",
    behaviour: {
      kind: "answer",
      status: 503,
      headers: { "retry-after": "30" },
      body: { status: 503, reason: "FORECAST_UNAVAILABLE" },
    },
    reason: "FORECAST_UNAVAILABLE",
  },
  {
    what: "breaks off its answer",
    behaviour: { kind: "cut", body: '{"hours":[],"sessions":[]}' },
    reason: "UPSTREAM_FAILED",
  },
  {
    what: "is replaced by a proxy's error page",
    behaviour: { kind: "answer", status: 502, body: "<html>" },
    reason: "UPSTREAM_FAILED",
  },
];

export function failingServiceSuite(start: StartProxy): void {
  it.each(FAILURES)("shows the last answer while the service $what", async ({ behaviour, reason }) => {
    const upstream = await serverThat({ kind: "answer", body: { hours: [] } });
    const apiKey = "wsk_secret";
    const settings = { url: upstream.url, apiKey, calendars: [TENNIS, GOLF] };
    const site = await start(settings, NOW_MS);
    expect(await (await site.visit(calendar(TENNIS))).json()).toEqual({ hours: [] });
    site.setNow(NOW_MS + 5_000);
    upstream.behave(behaviour);
    const last = await site.visit(calendar(TENNIS));
    expect({ status: last.status, age: last.headers.get("age") }).toEqual({ status: 200, age: "5" });
    expect(last.headers.get("cache-status")).toBe(`suitability-proxy; hit; ttl=-5; detail=${reason}`);
    const cold = await site.visit(calendar(GOLF));
    expect(cold.status).toBe(503);
    expect(await cold.json()).toEqual({
      type: "about:blank",
      status: 503,
      detail: "There is no forecast at the moment.",
      reason,
    });
    // The service is not asked again during the pause.
    expect(upstream.requests).toHaveLength(2);
    expect(upstream.requests.map(({ headers }) => headers["x-api-key"])).toEqual([apiKey, apiKey]);
    upstream.behave({ kind: "answer", body: { hours: [1] } });
    site.setNow(NOW_MS + 5_000 + Number(cold.headers.get("retry-after")) * 1_000);
    expect(await (await site.visit(calendar(GOLF))).json()).toEqual({ hours: [1] });
  });

  it.each([
    ["7", 7],
    [new Date(NOW_MS + 120_000).toUTCString(), 120],
    ["99999", 3_600],
    // What RFC 9110 does not allow counts as absent.
    ["-3", 60],
    ["0x7", 60],
    ["1e3", 60],
    ["7.5", 60],
    ["soon", 60],
  ])("does not ask again after a failure with Retry-After: %s for %d s", async (retryAfter, seconds) => {
    const upstream = await serverThat({
      kind: "answer",
      status: 503,
      headers: { "retry-after": retryAfter },
      body: {},
    });
    const site = await start({ url: upstream.url, apiKey: "wsk_secret", calendars: [TENNIS] }, NOW_MS);
    const { headers } = await site.visit(calendar(TENNIS));
    expect(Number(headers.get("retry-after"))).toBe(seconds);
  });

  it("sends the key to no other server and to no visitor", async () => {
    const elsewhere = await serverThat({ kind: "answer", body: { hours: [] } });
    const headers = { location: `${elsewhere.url}/v1/forecast` };
    const upstream = await serverThat({ kind: "answer", status: 302, headers, body: "" });
    const apiKey = "wsk_secret";
    const site = await start({ url: upstream.url, apiKey, calendars: [TENNIS] }, NOW_MS);
    const answer = await site.visit(calendar(TENNIS));
    expect(answer.status).toBe(503);
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain("secret");
    expect(upstream.requests).toHaveLength(1);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("does not let one question that is refused hold up the others", async () => {
    const upstream = await serverThat({
      kind: "reply",
      reply: ({ searchParams }) =>
        searchParams.get("sport") === "golf"
          ? { status: 400, body: { reason: "UNKNOWN_SPORT" } }
          : { body: { hours: [] } },
    });
    const settings = { url: upstream.url, apiKey: "wsk_secret", calendars: [TENNIS, GOLF] };
    const site = await start(settings, NOW_MS);
    for (const refused of [await site.visit(calendar(GOLF)), await site.visit(calendar(GOLF))]) {
      expect(await refused.json()).toMatchObject({ reason: "UNKNOWN_SPORT" });
    }
    expect(upstream.requests).toHaveLength(1);
    expect((await site.visit(calendar(TENNIS))).status).toBe(200);
  });
}
