// Sports of an account's own: every door uses them, for that account alone.
import { once } from "node:events";
import { create, toBinary, type JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { CALLERS_CACHED_MS } from "../../src/accounts/cached-callers.ts";
import { answerOf } from "./answer-of.ts";
import { faultsOf, INTERNALS } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { frame } from "./grpc/client/misbehaving-core.ts";
import { GET_FORECAST, openSession, rawCall } from "./grpc/raw-call.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots } = METHODS;

const SLOT = { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 90 };

/** Every operation, and where the scores are in its answer. */
const OPERATIONS = [
  { method: getBookingConfidence, request: SLOT, scores: (body: unknown) => [body] },
  { method: getForecast, request: { ...LONDON, days: 1 }, scores: (body: unknown) => listIn(body, "hours") },
  {
    method: rankSafeSlots,
    request: { ...LONDON, slots: ["2026-11-22T09:00:00Z", "2026-11-22T14:00:00Z"] },
    scores: (body: unknown) => listIn(body, "slots"),
  },
];

/** Wants weather that feels like 100 °C: no hour of any other has a point. */
const HELLISH = {
  base: "tennis",
  label: "devils",
  weight: { temp: 1 },
  temp: [
    [99, 0],
    [100, 1],
  ],
};

function listIn(body: unknown, name: string): readonly unknown[] {
  return (body as Record<string, readonly unknown[]>)[name] ?? [];
}

const service = await useDoors();

async function summaryFor(sport: string, key: string): Promise<unknown> {
  const call = { method: getBookingConfidence, request: { ...SLOT, sport }, key };
  return ((await answerOf(service.doors[0], call)).body as JsonObject)["summary"];
}

describe("custom sports", () => {
  describe.each(OPERATIONS)("$method.name", ({ method, request, scores }) => {
    it("scores an account's own sports at every door, whether they are new or replace built-in ones", async () => {
      const { key } = await service.createOwner({ tennis: HELLISH, centre_court: HELLISH });
      for (const door of service.doors) {
        for (const sport of ["tennis", "centre-court", "Centre Court"]) {
          const { body } = await answerOf(door, { method, request: { ...request, sport }, key });
          const isPointless = scores(body).map((scored) => (scored as JsonObject)["playability_score"] === 0);
          expect(isPointless.length, door.name).toBeGreaterThan(0);
          expect(new Set(isPointless), `${door.name} ${sport}`).toEqual(new Set([true]));
        }
      }
    });

    it("does not let another account see them", async () => {
      await service.createOwner({ tennis: HELLISH, centre_court: HELLISH });
      const other = await service.createOwner({ bowls: { base: "cricket" } });
      const [own, plain] = await Promise.all(
        ["tennis", "lawn_tennis"].map((sport) =>
          answerOf(service.doors[0], { method, request: { ...request, sport }, key: other.key }),
        ),
      );
      const withoutLabel = (body: unknown) => JSON.stringify(body).replace("for lawn tennis", "for tennis");
      expect(withoutLabel(own?.body)).toBe(withoutLabel(plain?.body));
      const call = { method, request: { ...request, sport: "centre-court" }, key: other.key };
      for (const { door, fault } of await faultsOf(service.doors, call)) {
        expect(fault, door).toMatchObject({ code: "invalid_argument", violations: [{ field: "sport" }] });
        expect(fault.sentence, door).toMatch(/Known are bowls, outdoor, golf/);
        expect(fault.sentence, door).not.toContain("centre_court");
      }
    });
  });

  it("a plan without them refuses them with what it would take, counts nothing, and keeps built-in ones", async () => {
    const { key, accountId } = await service.createOwner({ tennis: HELLISH, centre_court: HELLISH });
    await service.store.updateAccount(accountId, { plan: "starter" });
    const call = { method: getForecast, request: { ...LONDON, sport: "centre-court" }, key };
    const faults = await faultsOf(service.doors, call);
    expect(faults[0]?.fault.status).toBe(403);
    for (const { door, fault } of faults) {
      expect(fault.code, door).toBe("permission_denied");
      expect(fault.sentence, door).toMatch(
        /centre_court.*the Starter plan does not include.*the Growth plan/,
      );
    }
    expect(await service.store.usage(accountId, "2026-11")).toEqual([]);
    expect(await summaryFor("tennis", key)).toContain(" for tennis");
    await service.store.updateAccount(accountId, { plan: "enterprise" });
    service.clock.advance(CALLERS_CACHED_MS);
    expect(await summaryFor("tennis", key)).toContain(" for devils");
  });

  it("a definition that is not valid any more fails its own calls only, and reveals nothing", async () => {
    const { key } = await service.createOwner({
      old: { base: "curling" },
      court: { base: "tennis", label: "courts" },
    });
    const call = { method: getForecast, request: { ...LONDON, sport: "old" }, key };
    for (const { door, fault } of await faultsOf(service.doors, call)) {
      expect(fault.code, door).toBe("internal");
      expect(fault.sentence, door).not.toMatch(INTERNALS);
      expect(fault.sentence, door).not.toContain("curling");
    }
    expect(await summaryFor("court", key)).toContain(" for courts");
  });

  it("the refusal that lists as many sports as there can be fits the 8 kB of headers gRPC clients take", async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `court_${n}_`.padEnd(24, "x"));
    const { key } = await service.createOwner(Object.fromEntries(ids.map((id) => [id, { base: "tennis" }])));
    const request = create(GetForecastRequestSchema, { ...LONDON, sport: "chess" });
    const bytes = frame(toBinary(GetForecastRequestSchema, request));
    const call = { bytes, headers: { "x-api-key": key } };
    const { stream } = rawCall(openSession(service.ports.grpc), GET_FORECAST, call);
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    expect(headers["grpc-message"]).toContain(ids.at(-1));
    // What a header counts for: RFC 9113, section 6.5.2.
    const sizes = Object.entries(headers).map(([name, value]) => name.length + String(value).length + 32);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8192);
  });
});
