import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { isoTime } from "../../../src/lib/time/iso-time.ts";
import { gridParameters, readGrid } from "../../../src/api/reading/start-grid.ts";

interface Asked {
  readonly earliest?: string;
  readonly latest?: string;
  readonly stepMinutes?: number;
  readonly between?: string;
  readonly timeZone?: string;
}

const requestFor = ({ earliest, latest, ...rest }: Asked) =>
  create(GetBookingConfidenceRequestSchema, {
    ...rest,
    ...(earliest && { earliestStart: timestampFromMs(Date.parse(earliest)) }),
    ...(latest && { latestStart: timestampFromMs(Date.parse(latest)) }),
  });

/** The starts that are kept, without their year: `10-25T01:00`. */
function startsOf(asked: Asked): string[] {
  const { starts, isWithin } = readGrid(requestFor(asked));
  const within = starts.filter(({ startMs }) => isWithin(startMs));
  return within.map(({ startMs }) => isoTime(startMs).slice("2026-".length, "2026-10-25T01:00".length));
}

function problemsOf(asked: Asked): string {
  try {
    readGrid(requestFor(asked));
    return "";
  } catch (error) {
    return (error as { rawMessage: string }).rawMessage;
  }
}

/** No JSON can have this time, but a binary message can. */
const FAR = "+010000-01-01T00:00:00Z";

const DAY = { earliest: "2026-11-21T09:30:00Z", latest: "2026-11-21T12:00:00Z" };

describe("a grid of starts", () => {
  it("has every step from the earliest to the latest, ends included", () => {
    expect(startsOf(DAY)).toEqual(["11-21T09:30", "11-21T10:30", "11-21T11:30"]);
    expect(startsOf({ ...DAY, stepMinutes: 75 })).toEqual(["11-21T09:30", "11-21T10:45", "11-21T12:00"]);
    expect(startsOf({ ...DAY, latest: DAY.earliest })).toEqual(["11-21T09:30"]);
  });

  it("has 48 starts at most", () => {
    const twoDays = { earliest: "2026-11-21T00:00:00Z", latest: "2026-11-22T23:59:00Z" };
    expect(startsOf(twoDays)).toHaveLength(48);
    expect(problemsOf({ ...twoDays, latest: "2026-11-23T00:00:00Z" })).toMatch(
      /^latest_start makes more than 48 starts/,
    );
  });

  it("keeps the hours of a day, both times included", () => {
    const asked = { earliest: "2026-11-21T00:00:00Z", latest: "2026-11-21T23:00:00Z" };
    const kept = startsOf({ ...asked, between: "09:00-12:30" });
    expect(kept).toEqual(["11-21T09:00", "11-21T10:00", "11-21T11:00", "11-21T12:00"]);
    expect(startsOf({ ...asked, between: "22:00-23:00" })).toEqual(["11-21T22:00", "11-21T23:00"]);
  });

  it("keeps the hours across midnight if the first time is later than the second", () => {
    const asked = { earliest: "2026-11-21T18:00:00Z", latest: "2026-11-22T04:00:00Z", stepMinutes: 120 };
    const kept = ["11-21T20:00", "11-21T22:00", "11-22T00:00", "11-22T02:00"];
    expect(startsOf({ ...asked, between: "20:00-02:00" })).toEqual(kept);
  });

  it("keeps the hours by the clock of the time zone", () => {
    const asked = {
      earliest: "2026-11-21T00:00:00Z",
      latest: "2026-11-21T23:00:00Z",
      between: "09:00-10:00",
    };
    expect(startsOf({ ...asked, timeZone: "America/New_York" })).toEqual(["11-21T14:00", "11-21T15:00"]);
    // The hours of this zone begin at half past in UTC.
    expect(startsOf({ ...asked, timeZone: "Asia/Kolkata" })).toEqual(["11-21T04:00"]);
    // The same zone, by its older name in lower case.
    expect(startsOf({ ...asked, timeZone: "asia/calcutta" })).toEqual(["11-21T04:00"]);
    expect(startsOf({ ...asked, timeZone: "UTC" })).toEqual(startsOf(asked));
  });

  it.each([
    // 01:00 comes twice, an hour apart, and both are kept.
    [
      "back",
      { earliest: "2026-10-24T21:00:00Z", latest: "2026-10-25T05:00:00Z" },
      ["10-24T23:00", "10-25T00:00", "10-25T01:00", "10-25T02:00"],
    ],
    // 01:00 does not exist in this night.
    [
      "forward",
      { earliest: "2027-03-27T21:00:00Z", latest: "2027-03-28T05:00:00Z" },
      ["03-28T00:00", "03-28T01:00"],
    ],
  ])("keeps the hours of the night when the clocks of London are put %s", (_name, range, kept) => {
    const asked = { ...range, timeZone: "Europe/London" };
    expect(startsOf({ ...asked, between: "00:00-02:00" })).toEqual(kept);
    // Across midnight: the same hours, and two before midnight.
    const evening = startsOf({ ...asked, between: "22:00-02:00" });
    expect(evening.slice(-kept.length)).toEqual(kept);
    expect(evening.length - kept.length).toBe(2);
  });

  it.each<[Asked, RegExp]>([
    [{ stepMinutes: 60 }, /^earliest_start is required.* latest_start is required/],
    [{ earliest: DAY.earliest }, /^latest_start is required/],
    [{ latest: DAY.latest, between: "09:00-21:00" }, /^earliest_start is required/],
    [{ earliest: DAY.latest, latest: DAY.earliest }, /^latest_start is before earliest_start\.$/],
    [
      { earliest: FAR, latest: FAR },
      /^earliest_start is outside the years .* latest_start is outside the years/,
    ],
    [{ ...DAY, between: "09:00-09:00" }, /^between is empty/],
    [{ ...DAY, between: "9-21" }, /^between must be two times of day/],
    [{ ...DAY, between: "09:00-24:00" }, /^between must be .* from 00:00 to 23:59/],
    [{ ...DAY, timeZone: "+01:00" }, /^time_zone must be/],
    [{ ...DAY, timeZone: "T00:00[Europe/London]" }, /^time_zone must be/],
    [{ ...DAY, timeZone: "T10:30Z" }, /^time_zone must be/],
    [{ ...DAY, between: "x", timeZone: "Mars/Olympus" }, /^between must.*time_zone must be the IANA name/],
  ])("is refused with what is wrong: %o", (asked, sentence) => {
    expect(problemsOf(asked)).toMatch(sentence);
  });

  it("lists which of its parameters a request has", () => {
    expect(gridParameters(requestFor({}))).toEqual([]);
    const all = { ...DAY, stepMinutes: 60, between: "09:00-21:00", timeZone: "UTC" };
    const names = ["earliest_start", "latest_start", "step_minutes", "between", "time_zone"];
    expect(gridParameters(requestFor(all))).toEqual(names);
  });
});
