// What a refund policy would have cost, from bookings and their outcomes.
import { describe, expect, it } from "vitest";
import { bookingsFromCsv, type Booking } from "../../examples/backtest/bookings.ts";
import { policyCosts, rightThreshold } from "../../examples/backtest/policy-costs.ts";

const booking = (score: number, outcome: "played" | "cancelled", price = 10): Booking => ({
  startMs: 0,
  score,
  price,
  wasCancelled: outcome === "cancelled",
});

describe("a policy", () => {
  const bookings = [
    booking(90, "played", 50),
    booking(60, "played"),
    booking(60, "cancelled", 20),
    booking(49, "played"),
    booking(20, "cancelled"),
  ];

  it("refunds bookings that scored below its threshold, played or not", () => {
    expect(policyCosts(bookings, { refundBelow: 50, unpaidWeight: 1 })).toEqual({
      refunded: 0.2,
      forNothing: 0.1,
      unpaid: 0.2,
      wrong: 0.3,
    });
  });

  it("does not refund at its threshold", () => {
    const { refunded } = policyCosts(bookings, { refundBelow: 60, unpaidWeight: 1 });
    expect(refunded).toBe(0.2);
  });

  it("is right at the threshold where both mistakes cost least, which is higher if missed refunds weigh more", () => {
    const byChance = [...bookings, booking(60, "played", 15)];
    expect(rightThreshold(byChance, 1)).toBe(25);
    expect(rightThreshold(byChance, 2)).toBe(65);
  });
});

describe("a file of bookings", () => {
  const header = "start_time,playability_score,outcome,price";
  const good = "2026-05-02T16:00:00Z,80,played,24.50";

  it("may have its columns in any order, and other columns", () => {
    const { bookings } = bookingsFromCsv(
      "\uFEFFref,outcome,start_time,playability_score\r\nb-1,cancelled,2026-05-02T16:00:00+02:00,12\r\nb-2,played,2026-05-03T16:00:00Z,99\r\n",
    );
    expect(bookings).toEqual([
      { startMs: Date.parse("2026-05-02T14:00Z"), score: 12, price: 1, wasCancelled: true },
      { startMs: Date.parse("2026-05-03T16:00Z"), score: 99, price: 1, wasCancelled: false },
    ]);
  });

  it("may have fields in quotes, as spreadsheets and databases write them", () => {
    const { bookings } = bookingsFromCsv(
      `"start_time","note",playability_score,"outcome"\n"2026-05-02T16:00:00Z","rain, ""light""",80,"played"\n2026-05-03T16:00Z,,7,cancelled`,
    );
    expect(bookings.map(({ score, wasCancelled }) => [score, wasCancelled])).toEqual([
      [80, false],
      [7, true],
    ]);
  });

  it.each(["2026-05-02 16:00", "2026-05-02T16:00:00", "05/02/2026", "2026-04-31T16:00:00Z", "1777737600"])(
    "has no start at %s, which would be another time on another machine, or is none",
    (start) => {
      const text = `${header}\n${start},80,played,1\n${good}`;
      expect(() => bookingsFromCsv(text)).toThrow("Line 2: start_time is no time");
    },
  );

  it.each([
    ["start_time;outcome\na;b", "The first line needs the column start_time, playability_score, outcome"],
    [`${header}\n${good}`, "at least two bookings"],
    [`${header}\n${good}\n${good},more`, "Line 3: 5 fields where the first line has 4"],
    [`${header}\n${good}\nmonday,80,played,1`, "Line 3: start_time is no time"],
    [`${header}\n${good}\n2026-05-02T16:00:00Z,101,played,1`, "Line 3: playability_score has to be 0 to 100"],
    [`${header}\n${good}\n2026-05-02T16:00:00Z,,played,1`, "Line 3: playability_score has to be 0 to 100"],
    [`${header}\n${good}\n2026-05-02T16:00:00Z,80,moved,1`, "Line 3: outcome has to be played or cancelled"],
    [`${header}\n${good}\n2026-05-02T16:00:00Z,80,played,€5`, "Line 3: price has to be a number"],
  ])("that cannot be read is refused with what to change: %j", (text, sentence) => {
    expect(() => bookingsFromCsv(text)).toThrow(sentence);
  });
});
