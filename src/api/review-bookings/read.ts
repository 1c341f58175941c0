import type { Booking, ReviewBookingsRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import { refuseSameRefs } from "../reading/refuse-same-refs.ts";

export interface ReviewQuestion {
  readonly bookings: readonly Booking[];
}

/** Each booking is read by itself, when it is answered: a booking that makes no sense does not refuse the others. */
export function createReadReview() {
  return (
    { bookings }: ReviewBookingsRequest,
    _caller: CheckedCaller,
    reading: RequestReading,
  ): ReviewQuestion => {
    // Whatever else is wrong with the bookings.
    reading.part([], () => refuseSameRefs("bookings", "booking", bookings));
    return { bookings };
  };
}
