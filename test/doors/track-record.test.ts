// GET /v1/track-record and its method: what is told of past forecasts, and to whom.
import { beforeAll, describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";
import { keepRecord } from "../track-record/keep-record.ts";

interface Told {
  readonly days: number;
  readonly leads: readonly {
    readonly days_ahead: number;
    readonly safe_to_book: { readonly said: number };
  }[];
}

interface Body {
  readonly place: Told;
  readonly fleet: Told;
}

const PLACE = "lat=55.95&lng=-3.19";

describe("GET /v1/track-record", () => {
  const used = useTestService();
  let asker: { readonly accountId: string; readonly key: string };
  let stranger: typeof asker;

  beforeAll(async () => {
    const { service } = used();
    [asker, stranger] = [await service.createCaller(), await service.createCaller()];
    await keepRecord(service.store.trackRecord, { place: "55.95,-3.19", accountId: asker.accountId });
    await keepRecord(service.store.trackRecord, {
      place: "40.42,-3.70",
      accountId: asker.accountId,
      days: 12,
    });
  });

  const ask = async (query: string, key: string) => {
    const response = await used().service.get(`/v1/track-record?${query}`, { key });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };

  it("tells whoever asks about the place what came there, and of all places", async () => {
    const { status, headers, body } = await ask(`${PLACE}&sport=padel`, asker.key);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, max-age=3600");
    expect(body).toMatchObject({
      place: { since: "2026-10-10", days: 41, left_out: 0 },
      fleet: { days: 41 },
      basis: expect.stringContaining("Open-Meteo"),
    });
    expect(body.place.leads.map((lead) => lead.days_ahead)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(body.place.leads[1]).toEqual({
      days_ahead: 1,
      safe_to_book: { said: 738, came: 697, share: 0.94, low: 0.93, high: 0.96 },
      proceed_with_caution: { said: 164, came: 123, share: 0.75, low: 0.68, high: 0.81 },
      not_recommended: { said: 164, came: 164, share: 1, low: 0.98, high: 1 },
    });
    expect(body.fleet.leads[1]?.safe_to_book.said).toBe(738 + 12 * 18);
  });

  it("tells others of all places alone, and the account too once it has not asked for 30 days", async () => {
    expect(Object.keys((await ask(`${PLACE}&sport=padel`, stranger.key)).body)).toEqual(["fleet", "basis"]);
    const { clock } = used().service;
    clock.advance(30 * 86_400_000);
    expect((await ask(`${PLACE}&sport=padel`, asker.key)).body).toHaveProperty("place");
    clock.advance(86_400_000);
    expect((await ask(`${PLACE}&sport=padel`, asker.key)).body).not.toHaveProperty("place");
    clock.advance(-31 * 86_400_000);
  });

  it("has a sport of the account's own as the one that it is a change of", async () => {
    const { service } = used();
    const { accountId, key } = await service.createOwner({
      indoor_padel: { base: "padel", rain_tolerance: 2 },
    });
    await keepRecord(service.store.trackRecord, { place: "55.95,-3.19", accountId, days: 0 });
    const { body } = await ask(`${PLACE}&sport=indoor_padel`, key);
    expect(body.place.days).toBe(41);
  });
});
