import { describe, expect, test } from "vitest";
import { isoTime, isoTimeMs, parseIsoTime } from "../../../src/lib/time/iso-time.ts";

const utc = (text: string) => ({ ms: Date.parse(text) });

describe("parseIsoTime", () => {
  test.each([
    ["seconds and Z", "2026-11-21T14:00:00Z", "2026-11-21T14:00:00Z"],
    ["no seconds", "2026-11-21T14:00Z", "2026-11-21T14:00:00Z"],
    ["one digit of a fraction", "2026-11-21T14:00:00.5Z", "2026-11-21T14:00:00.500Z"],
    ["nine digits, cut to milliseconds", "2026-11-21T14:00:00.123999999Z", "2026-11-21T14:00:00.123Z"],
    [
      "any number of digits, as RFC 3339 allows",
      "2026-11-21T14:00:00.1234567890Z",
      "2026-11-21T14:00:00.123Z",
    ],
    ["small letters, as RFC 3339 allows", "2026-11-21t14:00:00z", "2026-11-21T14:00:00Z"],
    [
      "an unknown offset, which RFC 3339 writes as -00:00",
      "2026-11-21T14:00:00-00:00",
      "2026-11-21T14:00:00Z",
    ],
    ["an offset east", "2026-11-21T16:00:00+02:00", "2026-11-21T14:00:00Z"],
    ["an offset west that moves the date", "2026-11-21T23:30-05:30", "2026-11-22T05:00:00Z"],
    ["the widest offset", "2026-11-21T00:00:00+23:59", "2026-11-20T00:01:00Z"],
    ["a leap day", "2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"],
    ["a leap day of a century", "2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"],
    ["the first year", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["a year below 100", "0099-12-31T00:00:00Z", "0099-12-31T00:00:00Z"],
    ["a time before 1970", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"],
  ])("reads %s", (_name, text, expected) => {
    expect(parseIsoTime(text)).toEqual(utc(expected));
  });

  test.each([
    ["a time without an offset", "2026-11-21T14:00:00", "ambiguous"],
    ["a missing offset (the example is in the future)", "2026-11-21T14:00:00", "as in 2027-01-01T14:00:00Z."],
    ["a + that came as a space", "2026-11-21T14:00:00 02:00", "%2B"],
    ["a space in place of the T", "2026-11-21 14:00:00Z", "such as 2027-01-01T14:00:00Z"],
    ["February 30", "2026-02-30T10:00:00Z", "date that does not exist"],
    ["February 29 of 1900", "1900-02-29T10:00:00Z", "date that does not exist"],
    ["month 13", "2026-13-10T10:00:00Z", "date that does not exist"],
    ["day 0", "2026-11-00T10:00:00Z", "date that does not exist"],
    ["hour 24", "2026-11-21T24:00:00Z", "impossible time of day"],
    ["minute 60", "2026-11-21T10:60:00Z", "impossible time of day"],
    ["second 61", "2026-11-21T10:00:61Z", "impossible time of day"],
    ["a leap second", "2016-12-31T23:59:60Z", "leap second"],
    ["an offset of 24 hours", "2026-11-21T10:00:00+24:00", "impossible UTC offset"],
    ["an offset of 60 minutes", "2026-11-21T10:00:00+01:60", "impossible UTC offset"],
    ["year 0", "0000-12-31T23:00:00Z", "years 0001 to 9999"],
    ["an offset that leads before year 1", "0001-01-01T00:00:00+01:00", "years 0001 to 9999"],
    ["a date alone", "2026-11-21", "must be an ISO 8601 time"],
    ["an offset without its colon", "2026-11-21T10:00:00+0200", "write it as +02:00"],
    ["an offset of hours alone", "2026-11-21T10:00:00-03", "write it as -03:00"],
    ["a Unix time", "1795269600", "must be an ISO 8601 time"],
    ["text after the time", "2026-11-21T10:00:00Z ", "must be an ISO 8601 time"],
  ])("refuses %s and says what to change", (_name, text, sentence) => {
    const nowMs = Date.parse("2026-12-31T23:59:59Z");
    expect(parseIsoTime(text, nowMs)).toEqual({ problem: expect.stringContaining(sentence) });
  });

  // At the square of its length, this takes half a minute, longer than a test may.
  test.each(["T", "T+"])(
    "refuses a long text of %s in a time that grows no faster than its length",
    (part) => {
      const text = part.repeat(100_000);
      expect(parseIsoTime(text)).toEqual({ problem: expect.stringContaining("must be an ISO 8601 time") });
    },
  );
});

describe("isoTime", () => {
  test.each([
    ["a whole second", Date.UTC(2026, 10, 21, 14), "2026-11-21T14:00:00Z"],
    ["a fraction, which is cut off", Date.UTC(2026, 10, 21, 14) + 999, "2026-11-21T14:00:00Z"],
    ["a fraction before 1970", -1, "1969-12-31T23:59:59Z"],
    ["the earliest time", -62_135_596_800_000, "0001-01-01T00:00:00Z"],
    ["the latest time", 253_402_300_799_999, "9999-12-31T23:59:59Z"],
  ])("writes %s", (_name, ms, expected) => {
    expect(isoTime(ms)).toBe(expected);
  });

  test.each([Number.NaN, Infinity, -62_135_596_800_001, 253_402_300_800_000])("throws for %d", (ms) => {
    expect(() => isoTime(ms)).toThrow(RangeError);
  });
});

test("isoTimeMs writes the times of log lines as Date does, also when the clock is set back", () => {
  const times = [1_795_867_200_000, 1_795_867_200_007, 1_795_867_201_250, 1_795_867_199_999, 0, 86_399_999];
  expect(times.map(isoTimeMs)).toEqual(times.map((ms) => new Date(ms).toISOString()));
});
