import { Buffer } from "node:buffer";
import {
  create,
  fromBinary,
  fromJson,
  toBinary,
  type DescMethodUnary,
  type JsonObject,
  type Message,
} from "@bufbuild/protobuf";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.js";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.js";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.js";
import { SportsService } from "#gen/suitability/v1/sports_pb.js";
import { TrackRecordService } from "#gen/suitability/v1/track_record_pb.js";
import type { Operation } from "../api.ts";
import { checkedUrl, type Answered, type Ask, type Question } from "../ask.ts";
import { SuitabilityError } from "../suitability-error.ts";
import { jsonFromMessage, withEnumNames } from "./json-from-message.ts";
import { errorFromStatus } from "./error-from-status.ts";

const METHODS: Readonly<Record<Operation, DescMethodUnary>> = {
  bookingConfidence: BookingConfidenceService.method.getBookingConfidence,
  forecast: ForecastService.method.getForecast,
  reviewBookings: BookingConfidenceService.method.reviewBookings,
  rankVenues: SafeSlotsService.method.rankVenues,
  safeSlots: SafeSlotsService.method.rankSafeSlots,
  sports: SportsService.method.listSports,
  trackRecord: TrackRecordService.method.getTrackRecord,
};

/** Spreads calls over the replicas behind one name; by default all go to the first address that answers. */
const ROUND_ROBIN = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

export function askOverGrpc({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): Ask {
  const { protocol, hostname, port } = checkedUrl(baseUrl);
  const isTls = protocol === "https:";
  const client = new Client(
    `${hostname}:${port === "" ? (isTls ? 443 : 80) : port}`,
    isTls ? credentials.createSsl() : credentials.createInsecure(),
    { "grpc.service_config": ROUND_ROBIN },
  );
  return ({ operation, question, signal, leftMs }) => {
    const { parent, name, input, output } = METHODS[operation];
    const message = messageFrom(METHODS[operation], question);
    const metadata = new Metadata();
    metadata.set("x-api-key", apiKey);
    return new Promise<Answered>((resolve, reject) => {
      let headers = new Metadata();
      const call = client.makeUnaryRequest<Message, Message>(
        `/${parent.typeName}/${name}`,
        (request) => Buffer.from(toBinary(input, request)),
        (bytes) => fromBinary(output, bytes),
        message,
        metadata,
        { deadline: Date.now() + leftMs },
        (error, response) => {
          signal.removeEventListener("abort", cancel);
          if (error !== null) reject(errorFromStatus(error));
          else {
            const answer = jsonFromMessage(output, response ?? create(output), question);
            resolve({ answer, headers: { get: (name) => headers.get(name)[0]?.toString() ?? null } });
          }
        },
      );
      const cancel = () => call.cancel();
      signal.addEventListener("abort", cancel);
      call.on("metadata", (received) => (headers = received));
    });
  };
}

/** Refuses unknown parameters as the service would, without sending the call. */
function messageFrom({ input }: DescMethodUnary, question: Question): Message {
  try {
    return fromJson(input, withEnumNames(input, question as JsonObject));
  } catch (cause) {
    const { message } = cause as Error;
    throw new SuitabilityError({ reason: "INVALID_PARAMETER", code: "invalid_argument", message, cause });
  }
}
