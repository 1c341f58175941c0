// A REST door on a free port, whose calls are answered as a test says.
import { readFileSync } from "node:fs";
import type { DescService, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeEach, onTestFinished } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { AnswerCall, Call, CallTrace } from "../../../src/call/call.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { invalidArgument } from "../../../src/errors/fault.ts";
import { createCallerAddress, httpCallerAddress } from "../../../src/doors/http/caller-address.ts";
import { type HttpAppOptions, createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { mountRestDoor } from "../../../src/doors/rest/door.ts";

export interface Door {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly calls: Call[];
  readonly bugs: { readonly error: unknown; readonly call: CallTrace }[];
  get(path: string, init?: RequestInit): Promise<Response>;
}

export interface DoorInit {
  /** The answer's message; an empty one by default. Unreadable queries are refused without calling this. */
  readonly respond?: (call: Call) => Message | Promise<Message>;
  readonly responseHeaders?: Record<string, string>;
  /** Called before the query is read, to check a key for example. */
  readonly authenticate?: (call: Call) => void;
  readonly corsOrigins?: readonly string[];
  readonly exposedHeaders?: readonly string[];
  /** By default `SERVICES`. */
  readonly services?: readonly DescService[];
  /** Adds routes before the app listens. */
  readonly extend?: (app: FastifyInstance) => void;
}

export const SERVICES = [BookingConfidenceService, ForecastService, SafeSlotsService, SportsService];

export const OPENAPI = {
  info: { title: "Weather", version: "1.2.3", description: "Tells the weather." },
  servers: [{ url: "https://api.example.com", description: "Production" }],
  descriptorSet: readFileSync(new URL("../../../gen/suitability/v1/comments.binpb", import.meta.url)),
  headers: {},
  methods: {},
};

/** A door for a whole test file, awaited at the file's top. Its `calls` and `bugs` are emptied before each test. */
export async function useDoor(init: DoorInit = {}): Promise<Door> {
  const door = await startDoor(init, afterAll);
  beforeEach(() => {
    door.calls.length = 0;
    door.bugs.length = 0;
  });
  return door;
}

/** Starts a door that is closed when the test, or the file, is over. */
export async function startDoor(init: DoorInit = {}, atEnd = onTestFinished): Promise<Door> {
  const calls: Call[] = [];
  const bugs: Door["bugs"] = [];
  const onBug: HttpAppOptions["onBug"] = (error, call) => void bugs.push({ error, call });
  const app = createHttpApp({
    corsOrigins: init.corsOrigins ?? [],
    exposedHeaders: init.exposedHeaders ?? [],
    onBug,
  });
  const callerAddress = createCallerAddress({ trustedProxies: [], onDisbelieved: () => undefined });
  const { services = SERVICES } = init;
  mountRestDoor(app, {
    callerAddress: httpCallerAddress(callerAddress),
    services,
    answerCall: answererOf(init, calls),
    overloadRefusal: () => undefined,
    openApi: OPENAPI,
    clock: systemClock,
  });
  init.extend?.(app);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  atEnd(() => app.close());
  return { app, url, calls, bugs, get: (path, request) => fetch(url + path, request) };
}

function answererOf(init: DoorInit, calls: Call[]): AnswerCall {
  return async (call) => {
    calls.push(call);
    init.authenticate?.(call);
    await call.read();
    const { unreadable, misread } = call.request;
    if (unreadable !== undefined) throw unreadable;
    if (misread !== undefined) throw invalidArgument(misread);
    const message = (await init.respond?.(call)) ?? create(call.method.output);
    const headers = init.responseHeaders ?? {};
    return { body: call.write(message, headers), headers };
  };
}
