// Which violations concern one item of a list alone.
import { expect, it } from "vitest";
import { splitByItem } from "../../src/call/items-alone.ts";

const ALONE = { list: "bookings", id: "ref", failAloneIfRepeated: true };

it(
  "however many violations an item has, they are gathered in time that grows only with their number",
  {
    timeout: 4_000,
  },
  () => {
    const violations = Array.from({ length: 40_000 }, () => ({
      field: "bookings[3].lat",
      description: "must be a number.",
    }));
    const { ofRequest, ofItems } = splitByItem(violations, ALONE);
    expect(ofRequest).toEqual([]);
    expect(ofItems.get(3)?.length).toBe(violations.length);
    expect(ofItems.get(3)?.[0]).toEqual({ field: "lat", description: "must be a number." });
  },
);
