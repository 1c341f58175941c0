// A REST door on a free port, over a transport that does what a test says.
import { readFileSync } from "node:fs";
import type { DescMethodUnary, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { ContextValues, Transport, UnaryResponse } from "@connectrpc/connect";
import { ConnectError, createContextKey } from "@connectrpc/connect";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { createCallerAddress, httpCallerAddress } from "../../../src/doors/guard/caller-address.ts";
import { type HttpAppOptions, createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { mountRestDoor } from "../../../src/doors/rest/rest-door.ts";

/** A call as the transport gets it. */
export interface Call {
  readonly method: DescMethodUnary;
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
  readonly header: Headers;
  readonly message: Message;
  readonly unreadable: ConnectError | undefined;
  readonly peerAddress: string | undefined;
}

export interface Door {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly calls: Call[];
  readonly bugs: { readonly error: unknown; readonly header: Headers }[];
  get(path: string, init?: RequestInit): Promise<Response>;
}

export interface DoorInit {
  /** The answer's message; an empty one by default. Unreadable queries are refused before it is asked. */
  readonly respond?: (call: Call) => Message | Promise<Message>;
  readonly responseHeaders?: Record<string, string>;
  /** What comes before the query is looked at, such as the check of a key. */
  readonly authenticate?: (call: Call) => void;
  /** Refuses every call; none is by default. */
  readonly overloadRefusal?: () => Promise<ConnectError>;
  readonly corsOrigins?: readonly string[];
  readonly trustedProxies?: readonly string[];
  /** Adds routes before the app listens. */
  readonly extend?: (app: FastifyInstance) => void;
}

const unreadable = createContextKey<ConnectError | undefined>(undefined);
const peerAddress = createContextKey("");

export const SERVICES = [BookingConfidenceService, ForecastService, SafeSlotsService, SportsService];

export const OPENAPI = {
  info: { title: "Weather", version: "1.2.3", description: "Tells the weather." },
  servers: [{ url: "https://api.example.com", description: "Production" }],
  descriptorSet: readFileSync(new URL("../../../gen/suitability/v1/comments.binpb", import.meta.url)),
  headers: {},
  methods: {},
};

/** Starts a door that is closed when the test is over. */
export async function startDoor(init: DoorInit = {}): Promise<Door> {
  const calls: Call[] = [];
  const bugs: Door["bugs"] = [];
  const onBug: HttpAppOptions["onBug"] = (error, header) => void bugs.push({ error, header });
  const app = createHttpApp({
    corsOrigins: init.corsOrigins ?? [],
    isPublishableKey: (key) => key.startsWith("wpk_"),
    onBug,
  });
  const trustedProxies = init.trustedProxies ?? [];
  const callerAddress = createCallerAddress({ trustedProxies, onDisbelieved: () => undefined });
  mountRestDoor(app, {
    peerAddress,
    callerAddress: httpCallerAddress(callerAddress),
    services: SERVICES,
    transport: transport(init, calls),
    unreadable,
    overloadRefusal: init.overloadRefusal ?? (() => undefined),
    // As the service has it: what came with the request under the id's name may be unfit.
    passedHeaders: ["x-api-key", "x-request-id", "traceparent"],
    openApi: OPENAPI,
  });
  init.extend?.(app);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return { app, url, calls, bugs, get: (path, request) => fetch(url + path, request) };
}

function transport(init: DoorInit, calls: Call[]): Transport {
  return {
    async unary(method, signal, timeoutMs, header, input, contextValues) {
      const message = create(method.input, input);
      const call: Call = {
        method,
        signal: signal ?? new AbortController().signal,
        timeoutMs,
        header: new Headers(header),
        message,
        unreadable: unreadableOf(contextValues),
        peerAddress: contextValues?.get(peerAddress),
      };
      calls.push(call);
      init.authenticate?.(call);
      if (call.unreadable !== undefined) throw call.unreadable;
      const answer = (await init.respond?.(call)) ?? create(method.output);
      const response = {
        stream: false,
        service: method.parent,
        method,
        header: new Headers(init.responseHeaders),
        message: answer,
        trailer: new Headers(),
      };
      return response as UnaryResponse<typeof method.input, typeof method.output>;
    },
    stream() {
      throw new Error("a GET is no stream");
    },
  };
}

function unreadableOf(values: ContextValues | undefined): ConnectError | undefined {
  return values?.get(unreadable);
}
