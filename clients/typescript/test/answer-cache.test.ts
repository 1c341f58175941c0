import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAnswerCache } from "../src/answer-cache.ts";

const answered = (headers: Record<string, string>, answer: unknown = { score: 80 }) => ({
  answer,
  headers: new Headers(headers),
});
const TEN_MINUTES = { "cache-control": "private, max-age=600" };

describe("an answer", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  it("is reused for its max-age, and no longer", () => {
    const cache = createAnswerCache(10);
    cache.add("tennis", answered(TEN_MINUTES));
    passSeconds(599);
    expect(cache.get("tennis")).toEqual({ score: 80 });
    passSeconds(1);
    expect(cache.get("tennis")).toBeUndefined();
  });

  it("that a browser had cached is reused for the rest of its max-age", () => {
    const cache = createAnswerCache(10);
    cache.add("tennis", answered({ ...TEN_MINUTES, date: "Sat, 21 Nov 2026 11:55:00 GMT" }));
    passSeconds(299);
    expect(cache.get("tennis")).toBeDefined();
    passSeconds(1);
    expect(cache.get("tennis")).toBeUndefined();
  });

  it("from a proxy's cache is reused for the rest of its max-age", () => {
    const cache = createAnswerCache(10);
    cache.add("tennis", answered({ ...TEN_MINUTES, date: "Sat, 21 Nov 2026 12:00:00 GMT", age: "540" }));
    passSeconds(59);
    expect(cache.get("tennis")).toBeDefined();
    passSeconds(1);
    expect(cache.get("tennis")).toBeUndefined();
  });

  it("from a clock that is ahead of ours is not reused for longer", () => {
    const cache = createAnswerCache(10);
    cache.add("tennis", answered({ ...TEN_MINUTES, date: "Sat, 21 Nov 2026 13:00:00 GMT" }));
    passSeconds(600);
    expect(cache.get("tennis")).toBeUndefined();
  });

  it.each([
    "Max-Age=600",
    'max-age="600"',
    "private ,\tmax-age=600",
    'private="x-a, max-age=60", max-age=600',
    "s-maxage=5, max-age=600",
    "x-max-age=5, max-age=600",
    "max-age=900, max-age=600",
  ])("is reused for its max-age with Cache-Control: %s", (directives) => {
    const cache = createAnswerCache(10);
    cache.add("tennis", answered({ "cache-control": directives }));
    passSeconds(599);
    expect(cache.get("tennis")).toBeDefined();
    passSeconds(1);
    expect(cache.get("tennis")).toBeUndefined();
  });

  it.each<Record<string, string>>([
    { date: "Sun, 31 Nov 2026 11:00:00 GMT" },
    { date: "2026-11-21T11:00:00Z" },
    { age: "0x1ff" },
    { age: "5e2" },
    { age: "-500" },
    { age: "0, 500" },
  ])(
    "is reused for its whole max-age if its age is no number or time of HTTP, or a second one: %o",
    (odd) => {
      const cache = createAnswerCache(10);
      cache.add("tennis", answered({ ...TEN_MINUTES, ...odd }));
      passSeconds(599);
      expect(cache.get("tennis")).toBeDefined();
    },
  );

  it.each<Record<string, string>>([
    { "cache-control": "private, no-cache" },
    { "cache-control": "no-store" },
    { "cache-control": "max-age=600, NO-STORE" },
    { "cache-control": "no-cache, max-age=600" },
    { "cache-control": "max-age=6e2" },
    { "cache-control": "x-max-age=600" },
    {},
  ])("that may change at any time is not reused: %o", (headers) => {
    const cache = createAnswerCache(10);
    cache.add("sports", answered(headers));
    expect(cache.get("sports")).toBeUndefined();
  });

  it("stays the same when a caller changes a copy", () => {
    const cache = createAnswerCache(10);
    const answer = { score: 80 };
    cache.add("tennis", answered(TEN_MINUTES, answer));
    answer.score = 1;
    (cache.get("tennis") as typeof answer).score = 2;
    expect(cache.get("tennis")).toEqual({ score: 80 });
  });

  it("makes room for a later one when the cache is full", () => {
    const cache = createAnswerCache(2);
    for (const question of ["tennis", "padel", "golf"]) cache.add(question, answered(TEN_MINUTES));
    expect(["tennis", "padel", "golf"].map((question) => cache.get(question) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("is never cached with room for 0", () => {
    const cache = createAnswerCache(0);
    cache.add("tennis", answered(TEN_MINUTES));
    expect(cache.get("tennis")).toBeUndefined();
  });
});
