import { expect, test } from "vitest";
import { RequestReading } from "../../src/call/request-reading.ts";

// Over gRPC, a header of 8 kB may name 3,700 violations. At the square of their number, so many take longer than a test may.
test("items that fail alone are told apart in a time that grows no faster than their violations", () => {
  const ofItem = { field: "venues[1].lat", description: "must be a number." };
  const ofRequest = { field: "start_time", description: "is required." };
  const violations = Array.from({ length: 200_000 }, (_, i) => ({ ...(i % 2 === 0 ? ofItem : ofRequest) }));
  const reading = new RequestReading(violations);
  const alone = { list: "venues", id: "ref", failAloneIfRepeated: false };
  expect(reading.takeItems(alone).get(1)).toHaveLength(100_000);
});
