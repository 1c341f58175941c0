// Fastify that asks a grpc-js server for each answer: the least a sidecar can be that is made of the same two libraries.
import type { AddressInfo } from "node:net";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Client, credentials } from "@grpc/grpc-js";
import { fastify } from "fastify";
import {
  BookingConfidenceService,
  type GetBookingConfidenceResponse,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { announce } from "./announce.ts";
import { schemaOf } from "./schema-of.ts";

const { input, output, name, parent } = BookingConfidenceService.method.getBookingConfidence;
const path = `/${parent.typeName}/${name}`;
const client = new Client(`127.0.0.1:${process.argv[2] ?? ""}`, credentials.createInsecure());

const RECOMMENDATIONS = ["", "safe_to_book", "proceed_with_caution", "not_recommended"];
const RISKS = ["", "low", "medium", "high"];

/** In the names and words of the contract, as one would write them by hand. */
function jsonFrom(message: GetBookingConfidenceResponse) {
  return {
    playability_score: message.playabilityScore,
    recommendation: RECOMMENDATIONS[message.recommendation] ?? "",
    rain_risk: RISKS[message.rainRisk] ?? "",
    wind_risk: RISKS[message.windRisk] ?? "",
    temp_c: message.tempC,
    summary: message.summary,
    forecast_at: message.forecastAt
      ? timestampDate(message.forecastAt).toISOString().replace(/\.\d+/, "")
      : "",
  };
}

type Query = Readonly<Record<"lat" | "lng" | "start_time" | "duration_minutes" | "sport", string>>;

function messageFrom(query: Query) {
  return create(input, {
    lat: Number(query.lat),
    lng: Number(query.lng),
    startTime: timestampFromDate(new Date(query.start_time)),
    durationMinutes: Number(query.duration_minutes),
    sport: query.sport,
  });
}

const ask = (query: Query) =>
  new Promise<GetBookingConfidenceResponse>((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (message: ReturnType<typeof messageFrom>) => Buffer.from(toBinary(input, message)),
      (bytes: Buffer) => fromBinary(output, bytes),
      messageFrom(query),
      (error, answer) => (answer === undefined ? reject(error ?? new Error("no answer")) : resolve(answer)),
    );
  });

const app = fastify();
const response = { 200: schemaOf(jsonFrom(create(output))) };
app.get("/v1/booking-confidence", { schema: { response } }, async ({ query }) =>
  jsonFrom(await ask(query as Query)),
);
await app.listen({ host: "127.0.0.1", port: 0 });
announce({ http: (app.server.address() as AddressInfo).port });
