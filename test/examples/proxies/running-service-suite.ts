// What every proxy promises in front of a service that runs.
import { expect, it } from "vitest";
import { monthAt } from "../../../src/accounts/month.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { calendar, GOLF, TENNIS, type StartProxy } from "./start-proxy.ts";
import { CLICK, click, useSites } from "./use-sites.ts";

const hourAt = (ms: number) => ms - (ms % HOUR_MS);

export function runningServiceSuite(start: StartProxy): void {
  const { service, startSite, refusals } = useSites(start);

  it("gives the same answers as the service to the questions that the site has set up, whatever the order of the parameters", async () => {
    const site = await startSite();
    const nextHourMs = hourAt(service().clock.nowMs()) + HOUR_MS;
    for (const target of [calendar(TENNIS), calendar(GOLF), click(nextHourMs)]) {
      const [path = "", query = ""] = target.split("?");
      const answer = await site.visit(`/any/where${path}?${query.split("&").toReversed().join("&")}`);
      const direct = await service().get(target, site);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(await direct.text());
      for (const name of ["content-type", "weather-source", "scoring-model-version", "content-language"]) {
        expect(answer.headers.get(name)).toBe(direct.headers.get(name));
      }
      expect(answer.headers.get("age")).toBe("0");
      expect(answer.headers.get("ratelimit")).toBeNull();
    }
  });

  it("makes no call for a question that the site has not set up", async () => {
    const site = await startSite();
    const hourMs = hourAt(service().clock.nowMs());
    const elsewhere = (target: string) => target.replace("51.5074", "51.6");
    for (const target of [
      elsewhere(calendar(TENNIS)),
      elsewhere(click(hourMs)),
      calendar(`${TENNIS}&explain=true`),
      calendar(""),
      "/v1/safe-slots?slots=2026-11-22T10:00:00Z",
      `/v1/forecast/?${TENNIS}`,
      "/",
      click(hourMs).replace(`&${CLICK}`, ""),
      click(hourMs).replace(/start_time=[^&]+&/, ""),
      click(hourMs).replace("lang=de", "lang=xx"),
      click(hourMs).replace("&odds=true", ""),
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
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await site.used()).toBe(0);
    expect((await site.visit(calendar(TENNIS))).status).toBe(200);
    expect(await site.used()).toBe(1);
  });

  it("shares one answer among visitors who come at the same time", async () => {
    const site = await startSite();
    const together = Array.from({ length: 12 }, () => site.visit(calendar(TENNIS)));
    const bodies = await Promise.all(together.map(async (visit) => (await visit).text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await site.used()).toBe(1);
  });

  it("on a large plan, shares one answer for the answer's max-age", async () => {
    const site = await startSite({ plan: "growth", monthlyQuota: 100_000 });
    const first = await site.visit(calendar(TENNIS));
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const direct = await service().get(calendar(TENNIS), site);
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

  it("on a small plan, shares one answer so long that the quota lasts the month for both calendars", async () => {
    const site = await startSite();
    const { endMs } = monthAt(service().clock.nowMs());
    expect((await site.visit(calendar(TENNIS))).status).toBe(200);
    const termMs = (2 * (endMs - service().clock.nowMs())) / 499;
    // As time passes without a call, the next call is due a little earlier.
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
    const hourMs = hourAt(service().clock.nowMs());
    const { lengthSeconds, endMs } = monthAt(service().clock.nowMs());
    const kept = (0.75 * 20 * (endMs - service().clock.nowMs())) / (lengthSeconds * 1_000);
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

  it("if the account's quota is used up elsewhere, shows the last answer with its age for a day, and pauses after each refusal", async () => {
    const site = await startSite();
    const first = await (await site.visit(calendar(TENNIS))).text();
    const { month, day } = monthAt(service().clock.nowMs());
    const spending = { accountId: site.accountId, month, day, method: "GetForecast", quota: 500 };
    while ((await service().store.spend(spending)).kind === "Spent");
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
    expect([cold.status, cold.headers.get("retry-after")]).toEqual([503, "600"]);
    expect(await cold.json()).toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
    site.pass(24 * HOUR_MS);
    const dayAfter = await site.visit(calendar(TENNIS));
    expect(await dayAfter.json()).toMatchObject({ status: 503, reason: "MONTHLY_QUOTA_EXHAUSTED" });
    expect(await refusals()).toBe(before + 2);
  });
}
