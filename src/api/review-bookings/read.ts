import type { Booking, ReviewBookingsRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { ItemsAlone } from "../../call/items-alone.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import type { FieldViolation } from "../../errors/fault.ts";
import { refuseSameRefs } from "../reading/refuse-same-refs.ts";

export interface ReviewQuestion {
  readonly bookings: readonly Booking[];
  /** What could not be read, by the index of the booking. */
  readonly misread: ReadonlyMap<number, readonly FieldViolation[]>;
}

export const BOOKINGS_ALONE: ItemsAlone = { list: "bookings", id: "ref", failAloneIfRepeated: true };

/** Each booking is read by itself, when it is answered: a booking that makes no sense does not refuse the others. */
export function createReadReview() {
  return (
    { bookings }: ReviewBookingsRequest,
    _caller: CheckedCaller,
    reading: RequestReading,
  ): ReviewQuestion => {
    const misread = reading.takeItems(BOOKINGS_ALONE);
    // Whatever else is wrong with the bookings.
    reading.part([], () => refuseSameRefs("bookings", "booking", bookings));
    return { bookings, misread };
  };
}
