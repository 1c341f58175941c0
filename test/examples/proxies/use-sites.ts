// Sites with a proxy in front of a running service, and the requests of their visitors.
import { afterAll, beforeAll } from "vitest";
import { monthAt } from "../../../src/accounts/month.ts";
import { isoTime } from "../../../src/lib/time/iso-time.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { GOLF, TENNIS, type StartProxy } from "./start-proxy.ts";

export const CLICK = "explain=true&odds=true&lang=de";

/** A click on a start of the tennis calendar. */
export const click = (startMs: number) =>
  `/v1/booking-confidence?lat=51.5074&lng=-0.1278&sport=tennis&duration_minutes=90&start_time=${isoTime(startMs)}&${CLICK}`;

export function useSites(start: StartProxy) {
  let service: TestService;
  beforeAll(async () => void (service = await startTestService()));
  afterAll(() => service.stop());

  return {
    service: () => service,
    /** Starts the proxy of a site with a new account; `used` counts that account's calls of the month. */
    startSite: async ({ plan = "free", monthlyQuota = 500 } = {}) => {
      const { key, accountId } = await service.createCaller({ plan, monthlyQuota });
      const url = `http://127.0.0.1:${service.ports.http}`;
      const settings = { url, apiKey: key, calendars: [TENNIS, GOLF] };
      const started = await start(settings, service.clock.nowMs());
      const pass = (ms: number) => {
        service.clock.advance(ms);
        started.setNow(service.clock.nowMs());
      };
      const used = () => service.callsOf(accountId, monthAt(service.clock.nowMs()).month);
      return { ...started, key, accountId, pass, used };
    },
    /** How many calls were refused because a quota was used up. */
    refusals: () => service.figureOf('quota_refusals_total{plan="free"}'),
  };
}
