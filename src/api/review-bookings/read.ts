import type { Booking, ReviewBookingsRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { ItemsAlone } from "../../call/items-alone.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";

export interface ReviewQuestion {
  readonly bookings: readonly Booking[];
  /** What could not be read, by the index of the booking. */
  readonly misread: ReadonlyMap<number, readonly FieldViolation[]>;
}

export const BOOKINGS_ALONE: ItemsAlone = { list: "bookings", id: "ref" };

/** Each booking is read by itself, when it is answered: a booking that makes no sense does not refuse the others. */
export function createReadReview() {
  return (
    { bookings }: ReviewBookingsRequest,
    _caller: CheckedCaller,
    reading: RequestReading,
  ): ReviewQuestion => {
    const misread = reading.takeItems(BOOKINGS_ALONE);
    reading.part(["bookings"], () => refuseSameRefs(bookings));
    return { bookings, misread };
  };
}

function refuseSameRefs(bookings: readonly Booking[]): void {
  const firstOf = new Map<string, number>();
  const violations = bookings.flatMap(({ ref = "" }, i): readonly FieldViolation[] => {
    const first = firstOf.get(ref);
    if (first === undefined) firstOf.set(ref, i);
    return first === undefined
      ? []
      : [
          {
            field: `bookings[${i}].ref`,
            description: `is also the ref of bookings[${first}]: each booking needs its own.`,
          },
        ];
  });
  if (violations.length > 0) throw invalidArgument(violations);
}
