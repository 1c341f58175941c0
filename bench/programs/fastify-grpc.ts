// A Fastify server that gets each answer from a grpc-js server: the smallest sidecar that the same two libraries can make. With
// `batches` as its second argument, it sends the calls of a turn of the event loop together.
import type { AddressInfo } from "node:net";
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { timestampDate, timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { fastify } from "fastify";
import { grpcPath, METHODS } from "../varied/question-text.ts";
import { announce } from "./announce.ts";
import { BATCHES, createBatchWriter, readBatch } from "./batches.ts";

type Query = Readonly<Record<string, string>>;

const client = new Client(`127.0.0.1:${process.argv[2] ?? ""}`, credentials.createInsecure());
const app = fastify();

/** Sends a request and hands on the answer, both in the binary format. */
type Ask = (method: Parameters<typeof grpcPath>[0], request: Uint8Array) => Promise<Uint8Array>;

const serialize = (request: Uint8Array) => Buffer.from(request);
const deserialize = (answer: Buffer) => answer;
const askAlone: Ask = (method, request) => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  client.makeUnaryRequest(grpcPath(method), serialize, deserialize, request, (error, answer) =>
    answer === undefined ? reject(error ?? new Error("no answer")) : resolve(answer),
  );
  return promise;
};

function askInBatches(): Ask {
  const { path, requestSerialize, responseDeserialize } = BATCHES;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata());
  const write = createBatchWriter(stream);
  const waiting = new Map<number, (answer: Uint8Array) => void>();
  let last = 0;
  stream.on("data", (batch: Buffer) =>
    readBatch(batch, (id, _kind, answer) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    }),
  );
  const kinds = new Map(Object.values(METHODS).map((method, kind) => [grpcPath(method), kind]));
  return (method, request) => {
    last += 1;
    write(last, kinds.get(grpcPath(method)) ?? 0, request);
    return new Promise((resolve) => waiting.set(last, resolve));
  };
}

const ask = process.argv[3] === "batches" ? askInBatches() : askAlone;

// The JSON names of the contract's enum values, by number.
const RECOMMENDATIONS = ["", "safe_to_book", "proceed_with_caution", "not_recommended"];
const RISKS = ["", "low", "medium", "high"];
const time = (value: Timestamp | undefined) =>
  value === undefined ? "" : timestampDate(value).toISOString().replace(/\.\d+/, "");

/**
 * `ask` makes a message from a query, and `answer` makes JSON from a message. `example` fills the fields that are empty in a
 * new message, so that the schema has them.
 */
function mount<I extends DescMessage, O extends DescMessage>(
  method: { readonly input: I; readonly output: O } & Parameters<typeof grpcPath>[0],
  operation: string,
  how: {
    readonly example: MessageInitShape<O>;
    ask(query: Query): MessageInitShape<I>;
    answer(message: MessageShape<O>): object;
  },
): void {
  const { input, output } = method;
  const schema = { response: { 200: schemaOf(how.answer(create(output, how.example))) } };
  app.get(`/v1/${operation}`, { schema }, async ({ query }) => {
    const answer = await ask(method, toBinary(input, create(input, how.ask(query as Query))));
    return how.answer(fromBinary(output, answer));
  });
}

const asked = ({ lat, lng, sport = "" }: Query) => ({ lat: Number(lat), lng: Number(lng), sport });

mount(METHODS["booking-confidence"], "booking-confidence", {
  example: {},
  ask: (query) => ({
    ...asked(query),
    startTime: timestampFromDate(new Date(query["start_time"] ?? "")),
    durationMinutes: Number(query["duration_minutes"]),
  }),
  answer: (message) => ({
    playability_score: message.playabilityScore,
    recommendation: RECOMMENDATIONS[message.recommendation] ?? "",
    rain_risk: RISKS[message.rainRisk] ?? "",
    wind_risk: RISKS[message.windRisk] ?? "",
    temp_c: message.tempC,
    summary: message.summary,
    forecast_at: time(message.forecastAt),
  }),
});

mount(METHODS["safe-slots"], "safe-slots", {
  example: { slots: [{}] },
  ask: (query) => ({
    ...asked(query),
    slots: query["slots"]?.split(",") ?? [],
    durationMinutes: Number(query["duration_minutes"]),
  }),
  answer: ({ slots }) => ({
    slots: slots.map((slot) => ({
      start_time: slot.startTime,
      playability_score: slot.playabilityScore,
      recommendation: RECOMMENDATIONS[slot.recommendation] ?? "",
      rain_risk: RISKS[slot.rainRisk] ?? "",
      wind_risk: RISKS[slot.windRisk] ?? "",
      rank: slot.rank,
    })),
  }),
});

mount(METHODS.forecast, "forecast", {
  example: { location: {}, hours: [{ cloudCoverPct: 0 }] },
  ask: (query) => ({ ...asked(query), days: Number(query["days"]) }),
  answer: ({ location, hours }) => ({
    location: { lat: location?.lat, lng: location?.lng },
    hours: hours.map((hour) => ({
      time: time(hour.time),
      temp_c: hour.tempC,
      rain_mm: hour.rainMm,
      wind_kmh: hour.windKmh,
      cloud_cover_pct: hour.cloudCoverPct,
      playability_score: hour.playabilityScore,
    })),
  }),
});

/** The JSON schema of values like this one. The schema of a list comes from its first entry. */
function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0]) };
  if (typeof value !== "object" || value === null) return { type: typeof value };
  const properties = Object.entries(value).map(([name, member]) => [name, schemaOf(member)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

await app.listen({ host: "127.0.0.1", port: 0 });
announce({ http: (app.server.address() as AddressInfo).port });
