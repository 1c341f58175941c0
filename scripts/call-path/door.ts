// Asks for a booking confidence by one of the ways in, each time something new.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";

export interface Door {
  /** The place is always the same; the hour and the sport follow from the number of the call. */
  ask(call: number): Promise<void>;
  close(): void;
}

interface Address {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly key: string;
}

const SPORTS = ["tennis", "golf", "football", "cricket", "running"] as const;
const PLACE = { lat: 51.5074, lng: -0.1278 };
const DURATION_MINUTES = 90;

const HOUR_MS = 3_600_000;

const { input, output, name, parent } = BookingConfidenceService.method.getBookingConfidence;

export function createDoor(door: "rest" | "grpc", address: Address): Door {
  return door === "rest" ? restDoor(address) : grpcDoor(address);
}

function question(call: number) {
  const startMs = (Math.floor(Date.now() / HOUR_MS) + 2 + call) * HOUR_MS;
  return { startMs, sport: SPORTS[call % SPORTS.length] ?? "outdoor" };
}

function restDoor({ httpPort, key }: Address): Door {
  return {
    ask: async (call) => {
      const { startMs, sport } = question(call);
      const query = new URLSearchParams({
        lat: `${PLACE.lat}`,
        lng: `${PLACE.lng}`,
        start_time: new Date(startMs).toISOString(),
        duration_minutes: `${DURATION_MINUTES}`,
        sport,
      });
      const url = `http://127.0.0.1:${httpPort}/v1/booking-confidence?${query}`;
      const response = await fetch(url, { headers: { "x-api-key": key } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`the service answered ${response.status}: ${body}`);
    },
    close: () => undefined,
  };
}

function grpcDoor({ grpcPort, key }: Address): Door {
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("x-api-key", key);
  return {
    ask: (call) => {
      const { startMs, sport } = question(call);
      const startTime = timestampFromMs(startMs);
      const message = create(input, { ...PLACE, startTime, durationMinutes: DURATION_MINUTES, sport });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      client.makeUnaryRequest(
        `/${parent.typeName}/${name}`,
        (asked: typeof message) => Buffer.from(toBinary(input, asked)),
        (bytes: Buffer) => fromBinary(output, bytes),
        message,
        metadata,
        (error) => (error === null ? resolve() : reject(error)),
      );
      return promise;
    },
    close: () => client.close(),
  };
}
