// What every store promises about the record of past forecasts.
import { describe, expect, it } from "vitest";
import type { StoredWeather, Tally } from "../../../src/modules/track-record/record-store.ts";
import type { StoreUnderTest } from "../../contracts/account-store-suite.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";

const TODAY = 20_778;
const PLACE = "40.71,-74.01";
const MODEL = { modelVersion: "3" };
const REQUESTED = { place: PLACE, sports: ["padel"], accounts: [] };

/** Three sessions were forecast as safe: two were, and one turned out not recommended. */
const TALLY: Tally = {
  place: PLACE,
  sport: "padel",
  daysAhead: 1,
  sessions: [0, 0, 0, 0, 0, 0, 1, 0, 2],
  leftOut: 3,
  evidence: [0.5, 0.25, -0.5, 0.125],
};

const stored = (of: Partial<StoredWeather>): StoredWeather => ({
  place: PLACE,
  day: TODAY,
  fetchedAtMs: 1,
  forecast: undefined,
  hours: undefined,
  ...of,
});

export function describeRecordStore(underTest: () => StoreUnderTest): void {
  describe("the record of past forecasts", () => {
    it("settles a day of a place once, however many processes try", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother(), await openAnother()].map(({ records }) =>
        createRecordStore(records),
      );
      await createRecordStore(store.records).noteRequests([REQUESTED], TODAY);
      for (const day of [TODAY - 1, TODAY, TODAY + 1]) {
        const judged = { ...MODEL, place: PLACE, day, tallies: [TALLY] };
        const settled = await Promise.all(stores.map((each) => each.settleDay(judged, day - 1)));
        expect(settled.filter(Boolean)).toHaveLength(1);
      }
      const sum = {
        ...TALLY,
        sessions: [0, 0, 0, 0, 0, 0, 3, 0, 6],
        leftOut: 9,
        evidence: [1.5, 0.75, -1.5, 0.375],
        sinceDay: TODAY - 1,
        lastDay: TODAY + 1,
        days: 3,
      };
      expect(await createRecordStore(store.records).tallies({ ...MODEL, place: PLACE })).toEqual([sum]);
      expect(await createRecordStore(store.records).tallies({ ...MODEL, place: "", sport: "padel" })).toEqual(
        [{ ...sum, place: "" }],
      );
      expect(await createRecordStore(store.records).tallies({ ...MODEL, place: "", sport: "golf" })).toEqual(
        [],
      );
      expect(await createRecordStore(store.records).safeShares({ ...MODEL, sinceDay: TODAY })).toEqual([
        { daysAhead: 1, said: 6, came: 4 },
      ]);
    });

    it("in the tallies of all places together, counts a day that was judged at two places once", async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      const other = { ...REQUESTED, place: "51.51,-0.13" };
      await trackRecord.noteRequests([REQUESTED, other], TODAY);
      for (const { place } of [REQUESTED, other]) {
        await trackRecord.settleDay(
          { ...MODEL, place, day: TODAY - 1, tallies: [{ ...TALLY, place }] },
          TODAY - 2,
        );
      }
      expect(await trackRecord.tallies({ ...MODEL, place: "" })).toMatchObject([{ days: 1, leftOut: 6 }]);
    });

    it("counts no day whose sessions were all left out", async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      await trackRecord.noteRequests([REQUESTED], TODAY);
      const judged = { ...MODEL, place: PLACE, day: TODAY - 1, tallies: [TALLY] };
      await trackRecord.settleDay(judged, TODAY - 2);
      const nothing = { ...TALLY, sessions: TALLY.sessions.map(() => 0) };
      await trackRecord.settleDay({ ...MODEL, place: PLACE, day: TODAY, tallies: [nothing] }, TODAY - 1);
      expect(await trackRecord.tallies({ ...MODEL, place: "" })).toMatchObject([
        { days: 1, leftOut: 6, lastDay: TODAY - 1 },
      ]);
    });

    it("never adds up what different versions of the scoring model said", async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      await trackRecord.noteRequests([REQUESTED], TODAY);
      const judged = { place: PLACE, tallies: [TALLY] };
      await trackRecord.settleDay({ ...judged, modelVersion: "2", day: TODAY - 1 }, TODAY - 2);
      await trackRecord.settleDay({ ...judged, modelVersion: "3", day: TODAY }, TODAY - 1);
      for (const [modelVersion, day] of [
        ["2", TODAY - 1],
        ["3", TODAY],
      ] as const) {
        for (const place of [PLACE, ""]) {
          expect(await trackRecord.tallies({ modelVersion, place })).toEqual([
            { ...TALLY, place, sinceDay: day, lastDay: day, days: 1 },
          ]);
        }
        const shares = await trackRecord.safeShares({ modelVersion, sinceDay: TODAY - 1 });
        expect(shares).toEqual([{ daysAhead: 1, said: 3, came: 2 }]);
      }
      expect(await trackRecord.tallies({ modelVersion: "4", place: PLACE })).toEqual([]);
    });

    /** Three fetches of a day, the first and the second with a forecast, and one of the next day. */
    const addThreeFetches = async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      const [one, two, three] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
      await trackRecord.addWeather([
        stored({ forecast: one, hours: one }),
        stored({ day: TODAY + 1, hours: three }),
      ]);
      await trackRecord.addWeather([stored({ fetchedAtMs: 2, forecast: two, hours: two })]);
      await trackRecord.addWeather([stored({ fetchedAtMs: 3, hours: three })]);
      return trackRecord;
    };

    it("keeps a day's first forecast", async () => {
      const trackRecord = await addThreeFetches();
      const forecasts = await trackRecord.storedForecasts(PLACE, TODAY - 1, TODAY + 1);
      expect(forecasts.map(({ fetchedAtMs, forecast }) => [fetchedAtMs, forecast[0]])).toEqual([[1, 1]]);
    });

    it("keeps the hours of a day's first fetch and of its last fetch", async () => {
      const trackRecord = await addThreeFetches();
      const hours = await trackRecord.storedHours(PLACE, TODAY, TODAY + 1);
      expect(hours.map(([byte]) => byte)).toEqual([1, 3, 3]);
      expect(await trackRecord.storedHours(PLACE, TODAY + 1, TODAY + 2)).toHaveLength(1);
    });

    it("keeps the weather of the same places from several processes, in whatever order each writes them", async () => {
      const { store, openAnother } = underTest();
      const one = createRecordStore(store.records);
      const other = createRecordStore((await openAnother()).records);
      const places = Array.from({ length: 25 }, (_, index) => `${10 + index},0`);
      // Repeated often, because one write may end before the other begins.
      for (let day = TODAY; day < TODAY + 20; day += 1) {
        const batch = places.map((place) => stored({ place, day, hours: Uint8Array.of(1) }));
        await Promise.all([one.addWeather(batch), other.addWeather(batch.toReversed())]);
      }
      expect(await one.storedHours("10,0", TODAY, TODAY + 19)).toHaveLength(40);
    });

    it("knows the days on which a place was asked about, the sports, and who asked", async () => {
      const { store, account } = await underTest().createAccount();
      const trackRecord = createRecordStore(store.records);
      await trackRecord.noteRequests([{ ...REQUESTED, accounts: [account.id, "acc_nobody"] }], TODAY - 3);
      await trackRecord.noteRequests([REQUESTED], TODAY - 3);
      await trackRecord.noteRequests([{ ...REQUESTED, sports: ["golf"] }], TODAY);
      expect(await trackRecord.placesOf([PLACE, "0.00,0.00"])).toEqual([
        {
          place: PLACE,
          requestDays: 0b1001,
          lastRequestDay: TODAY,
          sports: { golf: TODAY, padel: TODAY - 3 },
          judgedDay: TODAY - 5,
        },
      ]);
      expect(await trackRecord.lastRequestDay(account.id, PLACE)).toBe(TODAY - 3);
      await store.updateAccount(account.id, { isClosed: true });
      await store.deleteAccount(account.id);
      expect(await trackRecord.lastRequestDay(account.id, PLACE)).toBeUndefined();
    });

    /** Forgets one of two places, of which one was asked about more often; both have weather. */
    const forgetOne = async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      const rare = { ...REQUESTED, place: "51.51,-0.13" };
      for (const day of [TODAY - 2, TODAY - 1, TODAY]) await trackRecord.noteRequests([REQUESTED], day);
      await trackRecord.noteRequests([rare], TODAY);
      const forecast = Uint8Array.of(1);
      await trackRecord.addWeather([
        stored({ forecast }),
        stored({ day: TODAY - 20, forecast }),
        stored({ place: rare.place, forecast, hours: forecast }),
      ]);
      const judged = { ...MODEL, day: TODAY - 1, tallies: [{ ...TALLY, place: rare.place }] };
      await trackRecord.settleDay({ ...judged, place: rare.place }, TODAY - 2);
      await trackRecord.forget({ placesMax: 1, today: TODAY });
      return { trackRecord, rare };
    };

    it("forgets the places that were asked about least", async () => {
      const { trackRecord } = await forgetOne();
      expect(await trackRecord.placesJudgedBefore(TODAY)).toMatchObject([{ place: PLACE }]);
    });

    it("forgets old weather", async () => {
      const { trackRecord } = await forgetOne();
      expect(await trackRecord.storedForecasts(PLACE, 0, TODAY)).toHaveLength(1);
    });

    it("forgets the weather and the tallies of forgotten places, but not in the tallies of all places", async () => {
      const { trackRecord, rare } = await forgetOne();
      expect(await trackRecord.storedForecasts(rare.place, 0, TODAY)).toEqual([]);
      expect(await trackRecord.tallies({ ...MODEL, place: rare.place })).toEqual([]);
      expect(await trackRecord.tallies({ ...MODEL, place: "" })).toHaveLength(1);
    });

    it("gives the lease to one process at a time, until it has expired or the clock was set back", async () => {
      const trackRecord = createRecordStore(underTest().store.records);
      const take = (holder: string, nowMs: number) => trackRecord.takeLease(holder, nowMs, 1_000);
      expect(await take("a", 10_000)).toBe(true);
      expect(await take("b", 10_999)).toBe(false);
      expect(await take("a", 10_999)).toBe(true);
      expect(await take("b", 12_000)).toBe(true);
      expect(await take("a", 5_000)).toBe(true);
    });
  });
}
