// The proxies of examples/proxies in front of a running service: one suite for all, since they promise the same.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monthAt } from "../../../src/accounts/month.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { calendar, GOLF, PROXIES, TENNIS } from "./start-proxy.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const SPOT = "lat=51.5074&lng=-0.1278";
const CLICK = "explain=true&odds=true&alternatives=3&between=08:00-21:00&time_zone=Europe/London&lang=de";

/** A click on a start of the tennis calendar. */
const click = (startMs: number) => {
  const grid = `earliest_start=${isoSecond(startMs - 23 * HOUR_MS)}&latest_start=${isoSecond(startMs + 24 * HOUR_MS)}`;
  return `/v1/booking-confidence?${SPOT}&sport=tennis&duration_minutes=90&start_time=${isoSecond(startMs)}&${CLICK}&${grid}`;
};

const isoSecond = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

describe.each(PROXIES)("$name", { timeout: 240_000 }, (proxy) => {
  let service: TestService;
  beforeAll(async () => void (service = await startTestService()));
  afterAll(() => service.stop());

  const url = () => `http://127.0.0.1:${service.ports.http}`;

  /** The proxy of a site with an account of its own, and what it has used. */
  async function startSite(account: { plan?: "free" | "growth"; monthlyQuota?: number } = {}) {
    const { plan = "free", monthlyQuota = 500 } = account;
    const { key, accountId } = await service.createCaller({ plan, monthlyQuota });
    const settings = { url: url(), apiKey: key, calendars: [TENNIS, GOLF], click: CLICK };
    const started = await proxy.start(settings, service.clock.nowMs());
    const pass = (ms: number) => {
      service.clock.advance(ms);
      started.setNow(service.clock.nowMs());
    };
    const usageRows = () => service.store.usage(accountId, monthAt(service.clock.nowMs()).month);
    const used = async () => (await usageRows()).reduce((sum, { calls }) => sum + calls, 0);
    return { ...started, key, accountId, pass, used };
  }

  /** How many calls were refused because a quota was used up. */
  const refusals = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    return Number(/^suitability_quota_refusals_total\{plan="free"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  };

  const askService = (target: string, key: string) =>
    fetch(`${url()}${target}`, { headers: { "x-api-key": key } });

  it("answers what the site has set up as the service does, in whatever order it is asked", async () => {
    const site = await startSite();
    const nowMs = service.clock.nowMs();
    for (const target of [calendar(TENNIS), calendar(GOLF), click(nowMs - (nowMs % HOUR_MS) + HOUR_MS)]) {
      const [path = "", query = ""] = target.split("?");
      const answer = await site.visit(`/any/where${path}?${query.split("&").toReversed().join("&")}`);
      const direct = await askService(target, site.key);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(await direct.text());
      for (const name of ["content-type", "weather-source", "scoring-model-version", "content-language"]) {
        expect(answer.headers.get(name)).toBe(direct.headers.get(name));
      }
      expect(answer.headers.get("age")).toBe("0");
      expect(answer.headers.get("ratelimit")).toBeNull();
    }
  });

  it("makes no call for what the site has not set up", async () => {
    const site = await startSite();
    const nowMs = service.clock.nowMs();
    const hourMs = nowMs - (nowMs % HOUR_MS);
    const elsewhere = (target: string) => target.replace("51.5074", "51.6");
    for (const target of [
      elsewhere(calendar(TENNIS)),
      elsewhere(click(hourMs)),
      calendar(TENNIS.replace("tennis", "padel")),
      calendar(TENNIS.replace("=90", "=60")),
      calendar(`${TENNIS}&explain=true`),
      calendar(SPOT),
      calendar(""),
      "/v1/forecast",
      "/v1/safe-slots?slots=2026-11-22T10:00:00Z",
      "/v1/sports",
      `/v1/forecast/?${TENNIS}`,
      "/",
      click(hourMs).replace(`&${CLICK}`, ""),
      click(hourMs).replace(/start_time=[^&]+&/, ""),
      click(hourMs).replace(/earliest_start=[^&]+/, `earliest_start=${isoSecond(hourMs)}`),
      click(hourMs).replace(/&latest_start=.*/, ""),
      click(hourMs + 168 * HOUR_MS + HOUR_MS),
      click(hourMs + MINUTE_MS),
      click(hourMs).replace("Z&", "%2B00:00&"),
    ]) {
      const answer = await site.visit(target);
      expect({ target, status: answer.status }).toEqual({ target, status: 404 });
      expect(await answer.json()).toMatchObject({ status: 404, reason: "NOT_SET_UP" });
    }
    const past = await site.visit(click(hourMs - 15 * MINUTE_MS));
    expect(await past.json()).toMatchObject({ status: 400, reason: "START_IN_PAST" });
    const posted = await site.visit(calendar(TENNIS), { method: "POST" });
    expect({ status: posted.status, allow: posted.headers.get("allow") }).toEqual({
      status: 405,
      allow: "GET, HEAD",
    });
    expect(await site.used()).toBe(0);
    expect((await site.visit(calendar(TENNIS))).status).toBe(200);
    expect(await site.used()).toBe(1);
  });

  it("shares one answer among visitors who come together", async () => {
    const site = await startSite();
    const together = Array.from({ length: 12 }, () => site.visit(calendar(TENNIS)));
    const bodies = await Promise.all(together.map(async (visit) => (await visit).text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await site.used()).toBe(1);
  });

  it("shares one answer on a large plan for as long as it holds", async () => {
    const site = await startSite({ plan: "growth", monthlyQuota: 100_000 });
    const first = await site.visit(calendar(TENNIS));
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const direct = await askService(calendar(TENNIS), site.key);
    const maxAgeSeconds = Number(/max-age=(\d+)/.exec(direct.headers.get("cache-control") ?? "")?.[1]);
    site.pass((maxAgeSeconds - 1) * 1_000);
    const second = await site.visit(calendar(TENNIS));
    expect(second.headers.get("age")).toBe(String(maxAgeSeconds - 1));
    expect(second.headers.get("cache-control")).toBe(`public, max-age=${maxAgeSeconds}`);
    expect(await second.text()).toBe(await first.text());
    expect(await site.used()).toBe(2);
    site.pass(2_000);
    expect((await site.visit(calendar(TENNIS))).headers.get("age")).toBe("0");
    expect(await site.used()).toBe(3);
  });

  it("shares one answer on a small plan for so long that the month's calls suffice, in turns with the other calendar", async () => {
    const site = await startSite();
    const { endMs } = monthAt(service.clock.nowMs());
    expect((await site.visit(calendar(TENNIS))).status).toBe(200);
    const termMs = (2 * (endMs - service.clock.nowMs())) / 499;
    // As time passes with no call made, the next one is due a little earlier.
    site.pass(Math.round(termMs * 0.98));
    expect((await site.visit(calendar(TENNIS))).headers.get("cache-status")).toMatch(
      /^suitability-proxy; hit; ttl=\d+$/,
    );
    expect(await site.used()).toBe(1);
    site.pass(Math.round(termMs * 0.03));
    expect((await site.visit(calendar(TENNIS))).headers.get("age")).toBe("0");
    expect(await site.used()).toBe(2);
  });

  it("answers clicks until they would take calls from the calendars", async () => {
    const site = await startSite({ monthlyQuota: 20 });
    const hourMs = service.clock.nowMs() - (service.clock.nowMs() % HOUR_MS);
    const { lengthSeconds, endMs } = monthAt(service.clock.nowMs());
    const kept = (0.75 * 20 * (endMs - service.clock.nowMs())) / (lengthSeconds * 1_000);
    const statuses: number[] = [];
    for (let start = 1; start <= 20; start += 1) {
      const answer = await site.visit(click(hourMs + start * HOUR_MS));
      statuses.push(answer.status);
      if (answer.status !== 429) continue;
      expect(await answer.json()).toMatchObject({ reason: "QUOTA_SHARED" });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(HOUR_MS / 1_000);
    }
    const answered = 20 - Math.ceil(kept);
    expect(statuses).toEqual(Array.from({ length: 20 }, (_, i) => (i < answered ? 200 : 429)));
    expect((await site.visit(click(hourMs + HOUR_MS))).status).toBe(200);
    expect(await site.used()).toBe(answered);
    expect((await site.visit(calendar(GOLF))).status).toBe(200);
    expect(await site.used()).toBe(answered + 1);
  });

  it("shows the last answer with its age when the account's quota is used up elsewhere, and asks again after a day", async () => {
    const site = await startSite();
    const first = await (await site.visit(calendar(TENNIS))).text();
    const { month, day } = monthAt(service.clock.nowMs());
    const { accountId } = site;
    const spending = { accountId, month, day, method: "GetForecast", quota: 500 };
    while ((await service.store.spend(spending)).kind === "Spent");
    const before = await refusals();
    site.pass(2 * HOUR_MS);
    for (let visit = 0; visit < 5; visit += 1) {
      const answer = await site.visit(calendar(TENNIS));
      expect(await answer.text()).toBe(first);
      expect(answer.headers.get("age")).toBe(String((2 * HOUR_MS) / 1_000 + visit * 600));
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(answer.headers.get("cache-status")).toMatch(/; ttl=-\d+; detail=MONTHLY_QUOTA_EXHAUSTED$/);
      site.pass(10 * MINUTE_MS);
    }
    expect(await refusals()).toBe(before + 1);
    const cold = await site.visit(calendar(GOLF));
    expect({ status: cold.status, retry: cold.headers.get("retry-after") }).toEqual({
      status: 503,
      retry: "600",
    });
    expect(await cold.json()).toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
    site.pass(24 * HOUR_MS);
    const dayAfter = await site.visit(calendar(TENNIS));
    expect(await dayAfter.json()).toMatchObject({ status: 503, reason: "MONTHLY_QUOTA_EXHAUSTED" });
    expect(await refusals()).toBe(before + 2);
  });

  it("gets through a month on Free with two sports, clicks and a stranger who clicks on everything", async () => {
    const site = await startSite();
    const decemberMs = Date.parse("2026-12-01T00:00:00Z");
    site.pass(decemberMs - service.clock.nowMs());
    const refusalsBefore = await refusals();
    const ages: number[] = [];
    const clicks = { answered: 0, refused: 0 };
    const visitClick = async (startMs: number) => {
      const { status } = await site.visit(click(startMs));
      expect([200, 429]).toContain(status);
      clicks[status === 200 ? "answered" : "refused"] += 1;
    };
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      const hourMs = decemberMs + hour * HOUR_MS;
      for (const query of [TENNIS, GOLF]) {
        const answer = await site.visit(calendar(query));
        expect(answer.status).toBe(200);
        ages.push(Number(answer.headers.get("age")));
      }
      if (hour === 5) for (let i = 0; i < 160; i += 1) await visitClick(hourMs + i * HOUR_MS);
      else if (hour % 3 === 0) await visitClick(hourMs + ((hour % 40) + 1) * HOUR_MS);
      if (hour === 31 * 24 - 1) break;
      site.pass(HOUR_MS);
    }
    expect(await refusals()).toBe(refusalsBefore);
    // All is made use of, and shared as it should be: three hours, a third more where clicks have taken their part.
    expect(await site.used()).toBe(500);
    expect(Math.max(...ages)).toBeLessThanOrEqual((4 * HOUR_MS) / 1_000);
    expect(clicks.answered).toBeGreaterThan(125);
  });
});

it("is the same in Node and at the edge, but for what starts it", () => {
  const common = (file: string) =>
    readFileSync(new URL(`../../../examples/proxies/${file}`, import.meta.url), "utf8")
      .split("// From here")[1]
      ?.split("// The last line")[0]
      ?.replace(/^.*\n/, "");
  expect(common("node.mjs")?.length).toBeGreaterThan(5_000);
  expect(common("node.mjs")).toBe(common("worker.mjs"));
});
