// Sites with a proxy in front of a running service, and what a visitor of theirs asks for.
import { afterAll, beforeAll } from "vitest";
import { monthAt } from "../../../src/accounts/month.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { GOLF, TENNIS, type StartProxy } from "./start-proxy.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export const CLICK = "explain=true&odds=true&lang=de";

export const isoSecond = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

/** A click on a start of the tennis calendar. */
export const click = (startMs: number) => {
  return `/v1/booking-confidence?lat=51.5074&lng=-0.1278&sport=tennis&duration_minutes=90&start_time=${isoSecond(startMs)}&${CLICK}`;
};

export function useSites(start: StartProxy) {
  let service: TestService;
  beforeAll(async () => void (service = await startTestService()));
  afterAll(() => service.stop());
  const url = () => `http://127.0.0.1:${service.ports.http}`;

  return {
    service: () => service,
    askService: (target: string, key: string) =>
      fetch(`${url()}${target}`, { headers: { "x-api-key": key } }),
    /** The proxy of a site with an account of its own, and what it has used. */
    startSite: async ({ plan = "free", monthlyQuota = 500 } = {}) => {
      const { key, accountId } = await service.createCaller({ plan, monthlyQuota });
      const settings = { url: url(), apiKey: key, calendars: [TENNIS, GOLF] };
      const started = await start(settings, service.clock.nowMs());
      const pass = (ms: number) => {
        service.clock.advance(ms);
        started.setNow(service.clock.nowMs());
      };
      const used = () => service.callsOf(accountId, monthAt(service.clock.nowMs()).month);
      return { ...started, key, accountId, pass, used };
    },
    /** How many calls were refused because a quota was used up. */
    refusals: async () =>
      Number(
        /^suitability_quota_refusals_total\{plan="free"\} (\d+)/m.exec(await service.metrics())?.[1] ?? 0,
      ),
  };
}
