// The calls of a day that a publishable key has.
import { describe, expect, it } from "vitest";
import { createPublishable, FORECAST, told } from "./create-publishable.ts";
import { faultsOf } from "./faults-of.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

describe("the day of a publishable key", () => {
  const start = async (...options: Parameters<typeof startWithDoors>) => {
    const service = await startWithDoors(...options);
    const goTo = (time: string) => service.clock.advance(Date.parse(time) - service.clock.nowMs());
    return { ...service, goTo };
  };

  it("ends with its last millisecond, at every door, and leaves the account's other keys alone", async () => {
    const service = await start();
    const callsADay = service.doors.length;
    const { key, secret, headers, usage } = await createPublishable(service, { callsADay });
    for (const door of service.doors)
      expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("answer");

    service.goTo("2026-11-21T23:59:58.999Z");
    for (const { door, fault } of await faultsOf(service.doors, { ...FORECAST, key, headers })) {
      expect(fault, door).toMatchObject({
        code: "resource_exhausted",
        reason: "DAILY_LIMIT",
        retryAfterSeconds: 2,
        sentence: expect.stringMatching(new RegExp(`All ${callsADay} calls.*2026-11-22 \\(UTC\\)`)) as string,
      });
      expect(fault.headers.get("ratelimit-policy"), door).toBe(`"day";q=${callsADay};w=86400`);
      expect(fault.headers.get("ratelimit"), door).toBe('"day";r=0;t=2');
      expect([429, undefined], door).toContain(fault.status);
    }
    expect(await usage()).toBe(callsADay);
    const [door] = service.doors;
    expect(told(await door.call({ ...FORECAST, key: secret }))).toBe("answer");

    service.goTo("2026-11-21T23:59:59.999Z");
    expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("DAILY_LIMIT");
    service.clock.advance(1);
    for (const each of service.doors)
      expect(told(await each.call({ ...FORECAST, key, headers }))).toBe("answer");
    expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("DAILY_LIMIT");
    expect(await usage()).toBe(2 * callsADay + 1);
  });

  it("is over with the account's month, of which nothing more is told to the page", async () => {
    const service = await start();
    const { key, headers } = await createPublishable(service, { monthlyQuota: 7 });
    const [first] = service.doors;
    for (let call = 0; call < 7; call += 1)
      expect(told(await first.call({ ...FORECAST, key, headers }))).toBe("answer");
    for (const { door, fault } of await faultsOf(service.doors, { ...FORECAST, key, headers })) {
      expect(fault.reason, door).toBe("MONTHLY_QUOTA_EXHAUSTED");
      expect(fault.headers.get("ratelimit"), door).toBeNull();
      expect(fault.sentence, door).toMatch(/^All requests of this calendar month are used\..*2026-12-01/);
    }
  });

  it("once it is known to be over costs no provider a request", async () => {
    const { upstream, settings } = await startProvider();
    const service = await start(settings);
    const { key, headers } = await createPublishable(service, { callsADay: 1 });
    const [door] = service.doors;
    const ask = async (place: object) =>
      told(await door.call({ ...FORECAST, request: { ...FORECAST.request, ...place }, key, headers }));
    expect([await ask({}), await ask({})]).toEqual(["answer", "DAILY_LIMIT"]);
    expect(await ask({ lat: 55.95, lng: -3.19 })).toBe("DAILY_LIMIT");
    expect(upstream.requests).toHaveLength(1);
  });
});
