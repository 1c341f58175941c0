// The methods of the API: what reads their requests, what answers them, and who may call them.
import type {
  DescMessage,
  DescMethod,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { ItemsAlone } from "../call/items-alone.ts";
import type { Access, CheckedCaller, Operation, ServedMethod } from "../call/operation.ts";
import type { ApiParts } from "./api-parts.ts";
import { createAnswerBooking } from "./booking-confidence/answer.ts";
import { createReadBooking } from "./booking-confidence/read.ts";
import { createAnswerForecast } from "./forecast/answer.ts";
import { createReadForecast } from "./forecast/read.ts";
import { createAnswerRankVenues } from "./rank-venues/answer.ts";
import { createReadRankVenues, VENUES_ALONE } from "./rank-venues/read.ts";
import { createAnswerReview } from "./review-bookings/answer.ts";
import { BOOKINGS_ALONE, createReadReview } from "./review-bookings/read.ts";
import { createAnswerSafeSlots } from "./safe-slots/answer.ts";
import { createReadSafeSlots } from "./safe-slots/read.ts";
import { createAnswerSports } from "./sports/answer.ts";
import { createReadSports } from "./sports/read.ts";
import { createAnswerStatus } from "./status/answer.ts";
import { createReadStatus } from "./status/read.ts";
import { createAnswerUsage } from "./usage/answer.ts";
import { createReadUsage } from "./usage/read.ts";

export interface ListedMethod extends Pick<ServedMethod, "method" | "access"> {
  readonly open: (parts: ApiParts) => ServedMethod["operation"];
}

/** Those of the core. app/served-methods.ts has those of modules too. */
export const METHODS: readonly ListedMethod[] = [
  listed({
    method: BookingConfidenceService.method.getBookingConfidence,
    read: createReadBooking,
    answer: createAnswerBooking,
    access: "counted",
  }),
  listed({
    method: BookingConfidenceService.method.reviewBookings,
    read: createReadReview,
    answer: createAnswerReview,
    access: "counted",
  }),
  listed({
    method: ForecastService.method.getForecast,
    read: createReadForecast,
    answer: createAnswerForecast,
    access: "counted",
  }),
  listed({
    method: SafeSlotsService.method.rankSafeSlots,
    read: createReadSafeSlots,
    answer: createAnswerSafeSlots,
    access: "counted",
  }),
  listed({
    method: SafeSlotsService.method.rankVenues,
    read: createReadRankVenues,
    answer: createAnswerRankVenues,
    access: "counted",
  }),
  listed({
    method: SportsService.method.listSports,
    read: createReadSports,
    answer: createAnswerSports,
    access: "free",
  }),
  listed({
    method: UsageService.method.getUsage,
    read: createReadUsage,
    answer: createAnswerUsage,
    access: "free",
  }),
  listed({
    method: StatusService.method.getStatus,
    read: createReadStatus,
    answer: createAnswerStatus,
    access: "public",
  }),
];

export const UNCOUNTED_METHODS: ReadonlySet<DescMethod> = new Set(
  METHODS.filter(({ access }) => access !== "counted").map(({ method }) => method),
);

/** The methods with items that fail alone. */
export const ITEMS_ALONE: ReadonlyMap<DescMethod, ItemsAlone> = new Map<DescMethod, ItemsAlone>([
  [BookingConfidenceService.method.reviewBookings, BOOKINGS_ALONE],
  [SafeSlotsService.method.rankVenues, VENUES_ALONE],
]);

/** Uncounted, and allowed for every key: called to find out whether a key is good. */
export const FREE_METHOD = SportsService.method.listSports;

/** The methods with their operations. */
export function openMethods(methods: readonly ListedMethod[], parts: ApiParts): readonly ServedMethod[] {
  return methods.map(({ method, access, open }) => ({ method, access, operation: open(parts) }));
}

/** Forgets the types of a method's request, question and response, which fit each other. */
export function listed<
  Request extends DescMessage,
  Response extends DescMessage,
  Question,
  Allowed extends Access,
>({
  method,
  read,
  answer,
  access,
}: {
  readonly method: DescMethodUnary<Request, Response>;
  readonly read: (parts: ApiParts) => Of<Request, Question, Response, Allowed>["read"];
  readonly answer: (parts: ApiParts) => Of<Request, Question, Response, Allowed>["answer"];
  readonly access: Allowed;
}): ListedMethod {
  const open = (parts: ApiParts) => {
    const operation: Of<Request, Question, Response, Allowed> = { read: read(parts), answer: answer(parts) };
    return operation as unknown as ServedMethod["operation"];
  };
  return { method, access, open };
}

/** Without a key, there is no caller. */
type Of<Request extends DescMessage, Question, Response extends DescMessage, Allowed> = Operation<
  MessageShape<Request>,
  Question,
  MessageInitShape<Response>,
  Allowed extends "public" ? undefined : CheckedCaller
>;
