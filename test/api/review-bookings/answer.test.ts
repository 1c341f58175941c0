import { queryObjects } from "node:v8";
import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { BookingSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { createFindSport } from "../../../src/api/reading/find-sport.ts";
import { createOwnSports } from "../../../src/api/reading/own-sports.ts";
import { createAnswerReview } from "../../../src/api/review-bookings/answer.ts";
import { reasonOf } from "../../../src/errors/fault.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { CALLER, checkedCaller } from "../../call/made-up-call.ts";

const nothing = () => {
  throw new Error("no booking is judged");
};

const answer = createAnswerReview({
  clock: systemClock,
  weather: { name: "none", cached: nothing, forecast: nothing, noteCounted: nothing },
  findSport: createFindSport({ ownSports: createOwnSports(), sharedSports: new Map() }),
  problemsOfBooking: () => [],
  explained: (thrown) => ConnectError.from(thrown),
  oddsAt: nothing,
  oftenChanges: {},
});

it("a review leaves nothing behind of the time zones that it was asked with", async () => {
  const caller = checkedCaller(CALLER);
  const refusalIn = (zone: string) => {
    const bookings = Array.from({ length: 20 }, (_, i) =>
      create(BookingSchema, { timeZone: `${zone}/${i}` }),
    );
    const work = { caller, requestId: "id-1", signal: new AbortController().signal, deadlineMs: Infinity };
    return answer({ bookings, misread: new Map() }, work).catch(reasonOf);
  };
  expect(await refusalIn("Made_Up")).toBe("INVALID_PARAMETER");
  // Collects garbage before it counts.
  const arrays = () => queryObjects(Array, { format: "count" });
  const before = arrays();
  for (let call = 0; call < 50; call += 1) await refusalIn(`Made_Up/${call}`);
  // Each of the thousand names had an array of violations.
  expect(arrays() - before).toBeLessThan(500);
});
