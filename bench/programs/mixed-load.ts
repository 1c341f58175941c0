// A steady mix of what a service meets: three operations over REST, gRPC and Connect, places that come and go, wrong
// keys, calls given up half-way, connections opened for one call. Prints how the calls ended.
import { setTimeout as delay } from "node:timers/promises";
import { createClient, Code, ConnectError, type Transport } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { Agent, request as httpRequest } from "undici";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { isoTime } from "../../src/iso-time.ts";
import { slotStartMs } from "../cases/slot-start.ts";

interface Order {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly key: string;
  readonly perSecond: number;
  readonly seconds: number;
}

const { httpPort, grpcPort, key, perSecond, seconds } = JSON.parse(process.argv[2] ?? "") as Order;

const TICK_MS = 10;
/** A service that does not keep up is not buried: the mix is steady, not a trial of overload. */
const UNDER_WAY_MAX = 200;
/** Ten thousand are warm at a time, and over the run they wander over the globe. */
const PLACES = 10_000;
const GIVE_UP_AFTER_MS = 2;

const http = `http://127.0.0.1:${httpPort}`;
const kept = new Agent({ connections: 32 });
const slotMs = slotStartMs(Date.now());
const start = isoTime(slotMs);

const browser = { baseUrl: http, httpVersion: "1.1" } as const;
const transports: readonly Transport[] = [
  createConnectTransport(browser),
  createGrpcWebTransport(browser),
  createGrpcTransport({ baseUrl: `http://127.0.0.1:${grpcPort}` }),
];

let calls = 0;
/** `overloaded` is for a machine that does other things too; the service may then say so even at a third of its load. */
const outcomes: Record<string, number> = {
  answered: 0,
  refused: 0,
  given_up: 0,
  overloaded: 0,
  unexpected: 0,
};
const count = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
/** What they were, for whoever has to find out why. */
const surprises: Record<string, number> = {};
const surprise = (what: unknown) => {
  count("unexpected");
  const name = String(what);
  surprises[name] = (surprises[name] ?? 0) + 1;
};

function place() {
  const index = (calls % PLACES) + Math.floor(calls / 200_000) * 1_000;
  return { lat: Math.round((index % 160) - 80) + 0.25, lng: Math.floor(index / 160) * 0.5 - 170 };
}

function path(): string {
  const { lat, lng } = place();
  const at = `lat=${lat}&lng=${lng}`;
  switch (calls % 3) {
    case 0:
      return `/v1/booking-confidence?${at}&start_time=${start}&duration_minutes=90&sport=tennis`;
    case 1:
      return `/v1/forecast?${at}&days=2`;
    default:
      return `/v1/safe-slots?${at}&slots=${start},${isoTime(slotMs + 3_600_000)}`;
  }
}

async function rest({ apiKey = key, expected = 200 } = {}) {
  const { statusCode, body } = await httpRequest(`${http}${path()}`, {
    dispatcher: kept,
    headers: { "x-api-key": apiKey },
  });
  await body.dump();
  // Too many wrong keys from one address are refused before they are looked up.
  const isExpected = statusCode === expected || (expected === 401 && statusCode === 429);
  if (statusCode === 503) count("overloaded");
  else if (isExpected) count(expected === 200 ? "answered" : "refused");
  else surprise(`REST ${statusCode}`);
}

async function restGivenUp() {
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  try {
    const { body } = await httpRequest(`${http}${path()}`, {
      dispatcher: kept,
      signal,
      headers: { "x-api-key": key },
    });
    await body.dump();
    count("answered");
  } catch (error) {
    if (signal.aborted) count("given_up");
    else surprise(error);
  }
}

/** A connection that is opened for one call and closed after it. */
async function restOnce() {
  const once = new Agent({ connections: 1 });
  const { statusCode, body } = await httpRequest(`${http}${path()}`, {
    dispatcher: once,
    headers: { "x-api-key": key },
  });
  await body.dump();
  await once.close();
  if (statusCode === 200) count("answered");
  else if (statusCode === 503) count("overloaded");
  else surprise(`REST, once ${statusCode}`);
}

async function rpc({ timeoutMs = 10_000 } = {}) {
  const transport = transports[calls % transports.length] as Transport;
  const options = { timeoutMs, headers: { "x-api-key": key } };
  try {
    if (calls % 2 === 0) {
      await createClient(ForecastService, transport).getForecast({ ...place(), days: 1 }, options);
    } else {
      const startTime = timestampFromMs(slotMs);
      const session = { ...place(), startTime, durationMinutes: 60 };
      await createClient(BookingConfidenceService, transport).getBookingConfidence(session, options);
    }
    count("answered");
  } catch (error) {
    const { code } = ConnectError.from(error);
    if (code === Code.DeadlineExceeded && timeoutMs < 10_000) count("given_up");
    else if (code === Code.Unavailable) count("overloaded");
    else surprise(`${transports.indexOf(transport)} ${timeoutMs} ${String(error)}`);
  }
}

/** Of 100 calls: 40 REST, 45 RPC at three doors, and 15 of the kinds that leave things behind where code is careless. */
function call(): Promise<void> {
  const turn = calls % 100;
  if (turn < 40) return rest();
  if (turn < 85) return rpc();
  if (turn < 88) return rest({ apiKey: createApiKey(), expected: 401 });
  if (turn < 90) return rest({ apiKey: "nonsense", expected: 401 });
  if (turn < 93) return restGivenUp();
  if (turn < 96) return rpc({ timeoutMs: GIVE_UP_AFTER_MS });
  return restOnce();
}

const underWay = new Set<Promise<unknown>>();
const startedMs = performance.now();
const endMs = startedMs + seconds * 1000;
while (performance.now() < endMs) {
  const due = ((performance.now() - startedMs) / 1000) * perSecond;
  while (calls < due && underWay.size < UNDER_WAY_MAX) {
    const made = call()
      .catch(surprise)
      .finally(() => underWay.delete(made));
    underWay.add(made);
    calls += 1;
  }
  await delay(TICK_MS);
}
await Promise.all(underWay);
await kept.close();
process.stdout.write(JSON.stringify({ ...outcomes, calls, surprises }));
// Connect's transport keeps its connections for later calls, of which there are none.
process.exit();
