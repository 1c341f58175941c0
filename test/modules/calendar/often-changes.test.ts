import { describe, expect, test } from "vitest";
const MODULE = new URL("../../../web/calendar/often-changes.js", import.meta.url).href;
const { oftenChangesFrom } = (await import(MODULE)) as {
  oftenChangesFrom: (from?: string) => (session: object) => boolean;
};

describe("a start in the calendar", () => {
  const from = "2026-11-25T12:00:00Z";
  const start = (start_time: string, recommendation: "safe_to_book" | "proceed_with_caution") => ({
    start_time,
    recommendation,
    playability_score: 80,
  });

  test.each([
    { what: "is safe and as far ahead", session: start(from, "safe_to_book"), is: true },
    { what: "is safe and sooner", session: start("2026-11-25T11:59:00Z", "safe_to_book"), is: false },
    { what: "is not safe", session: start("2026-11-26T12:00:00Z", "proceed_with_caution"), is: false },
  ])("is marked as one that often changes: $is, if it $what", ({ session, is }) => {
    expect(oftenChangesFrom(from)(session)).toBe(is);
  });

  test("is never marked for a sport whose safe starts seldom change", () => {
    expect(oftenChangesFrom()(start(from, "safe_to_book"))).toBe(false);
  });
});
