// What a sidecar asks its core before it reads a message, what it answers callers whom the core has just refused, and
// what it counts.
import { setImmediate } from "node:timers/promises";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErrorInfoSchema, RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import {
  BookingConfidenceService,
  BookingSchema,
  type ReviewBookingsRequest,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import type { AskCore } from "../../src/call/ask-core.ts";
import { LIMITS } from "../../src/call/limits.ts";
import { createCallerCheck } from "../../src/call/caller-check.ts";
import { createPassOnCall } from "../../src/call/pass-on-call.ts";
import type { FaultReason } from "../../src/errors/fault-reasons.ts";
import { fault } from "../../src/errors/fault.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";
import { type CallParts, madeUpCall, outcomeOf } from "./made-up-call.ts";

const { reviewBookings } = BookingConfidenceService.method;
const { listSports } = SportsService.method;

/** A refusal as it arrives from a core, with the id of the call. */
function refusedByCore(requestId: string, reason: FaultReason): ConnectError {
  const code = reason === "STORE_UNAVAILABLE" ? Code.Unavailable : Code.PermissionDenied;
  const error = new ConnectError("This key is not good for this.", code);
  error.details = [
    {
      type: ErrorInfoSchema.typeName,
      value: toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason })),
    },
    {
      type: RequestInfoSchema.typeName,
      value: toBinary(RequestInfoSchema, create(RequestInfoSchema, { requestId })),
    },
  ];
  return error;
}

describe("a message that a sidecar reads late", () => {
  /**
   * A sidecar. Its core refuses the question about the caller with `atCheck`, and the call itself with `atCall`. With `lost`,
   * the connection to the core is lost with that code.
   */
  const setUp = ({
    atCheck,
    atCall,
    lost,
  }: { atCheck?: FaultReason; atCall?: FaultReason; lost?: Code } = {}) => {
    const key = createApiKey("wpk_");
    const asked: { readonly method: string; readonly requestId: string }[] = [];
    const messages: Message[] = [];
    const clock = createManualClock("2026-11-21T12:00:00Z");
    const { lines, logger } = createRecordingLogger();
    const askCore: AskCore = async ({ method, message, head: { requestId = "" } }) => {
      messages.push(message);
      asked.push({ method: method.name, requestId });
      if (lost !== undefined) throw new ConnectError("the connection was lost", lost);
      const reason = method === listSports ? atCheck : atCall;
      if (reason !== undefined) throw refusedByCore(requestId, reason);
      return { message: create(method.output), headers: {} };
    };
    let callsLost = 0;
    const passOn = createPassOnCall({
      core: { ask: askCore, askForJson: askCore },
      metrics: createMetrics({ version: "1" }),
      lostCalls: { note: (calls = 1) => void (callsLost += calls) },
      logger,
      outage: quietOutageLog(),
      methods: [reviewBookings, listSports],
      freeMethods: new Set([listSports]),
      itemsAlone: new Map([[reviewBookings, { list: "bookings", id: "ref", failAloneIfRepeated: true }]]),
      callerCheck: createCallerCheck({ askCore, freeMethod: listSports, callTimeoutMs: 10_000, clock }),
      callTimeoutMs: 10_000,
      clock,
    });
    let read = 0;
    const pass = (parts: Partial<CallParts> = {}) =>
      passOn(
        madeUpCall(reviewBookings, {
          key,
          read: async () => {
            read += 1;
            return { message: create(reviewBookings.input) };
          },
          ...parts,
        }),
      );
    return {
      pass,
      ask: (parts?: Partial<CallParts>) => outcomeOf(pass(parts)),
      clock,
      lines,
      timesRead: () => read,
      methodsAsked: () => asked.map(({ method }) => method),
      idsAsked: () => new Set(asked.map(({ requestId }) => requestId)),
      callsLost: () => callsLost,
      lastMessage: () => messages.at(-1),
    };
  };

  it("with a key that may not call its method is refused with its own call's id, whether the core is asked or its refusal of the last second is repeated", async () => {
    const { pass, clock, idsAsked } = setUp({ atCall: "OPERATION_NOT_ALLOWED" });
    for (const requestId of ["at 0 s", "at 0.6 s", "at 1.2 s"]) {
      const refusal = ConnectError.from(await pass({ requestId }).catch((error: unknown) => error));
      expect(refusal.code).toBe(Code.PermissionDenied);
      expect(refusal.findDetails(RequestInfoSchema)).toMatchObject([{ requestId }]);
      clock.advance(600);
    }
    expect(idsAsked()).toEqual(new Set(["at 0 s", "at 1.2 s"]));
  });

  it("is not read for a caller whom the core refuses", async () => {
    const { ask, timesRead } = setUp({ atCheck: "KEY_UNKNOWN" });
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(timesRead()).toBe(0);
  });

  it("of a caller whom the core refuses does not ask it twice within a second", async () => {
    const { ask, methodsAsked } = setUp({ atCheck: "KEY_UNKNOWN" });
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(methodsAsked()).toEqual(["ListSports"]);
  });

  it.each([
    ["it is asked too often", "UNCOUNTED_CALLS_LIMITED"],
    ["too many of the account's calls are under way", "TOO_MANY_CALLS_AT_ONCE"],
  ] as const)("is read if the core only says that %s", async (_what, atCheck) => {
    const { ask, timesRead } = setUp({ atCheck });
    expect(await ask()).toBe("answered");
    expect(timesRead()).toBe(1);
  });

  it("has its core asked once for each combination of key, origin and address", async () => {
    const { ask, methodsAsked } = setUp();
    const others = [{ key: createApiKey("wpk_") }, { origin: "https://club.example" }, { address: "::1" }];
    for (const parts of [{}, ...others, {}, ...others]) expect(await ask(parts)).toBe("answered");
    expect(methodsAsked().filter((method) => method === "ListSports")).toHaveLength(4);
  });

  it("is read after an earlier refusal that concerned a call, not its caller", async () => {
    const { ask, timesRead } = setUp({ atCall: "MONTHLY_QUOTA_EXHAUSTED" });
    expect(await ask()).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(await ask()).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(timesRead()).toBe(2);
  });

  it("waits before it is read for a caller who is refused too fast", async () => {
    const { ask, timesRead } = setUp({ atCall: "PLACE_NOT_ALLOWED" });
    const { burst } = LIMITS.refusals.max;
    for (let refused = 0; refused < burst; refused += 1) expect(await ask()).toBe("PLACE_NOT_ALLOWED");
    expect(await ask({ timeoutMs: 1 })).toBe("DEADLINE_EXCEEDED");
    await setImmediate();
    expect(timesRead()).toBe(burst);
  });

  it("is refused with the rule that it breaks if it is too large for the core", async () => {
    const { ask, lines } = setUp({ atCall: "BODY_TOO_LARGE" });
    expect(await ask()).toBe("INVALID_PARAMETER");
    expect(lines.map(({ reason }) => reason)).toEqual(["INVALID_PARAMETER"]);
  });

  it("is not logged by the sidecar if the core has answered it", async () => {
    const { ask, lines } = setUp();
    expect(await ask()).toBe("answered");
    expect(lines).toEqual([]);
  });

  it("is logged by the sidecar if its caller is refused, which the core knows only as a question about the caller", async () => {
    const { ask, lines, methodsAsked } = setUp({ atCheck: "KEY_UNKNOWN" });
    await ask();
    await ask();
    expect(methodsAsked()).toEqual(["ListSports"]);
    expect(lines.map(({ method, reason }) => [method, reason])).toEqual([
      ["ReviewBookings", "KEY_UNKNOWN"],
      ["ReviewBookings", "KEY_UNKNOWN"],
    ]);
  });

  it("is refused and logged by the sidecar if it cannot be read", async () => {
    const { ask, methodsAsked, lines } = setUp();
    const unreadable = fault({ reason: "MALFORMED_REQUEST", sentence: "The body is not JSON." });
    expect(await ask({ unreadable, read: undefined })).toBe("MALFORMED_REQUEST");
    expect(methodsAsked()).toEqual([]);
    expect(lines.map(({ reason }) => reason)).toEqual(["MALFORMED_REQUEST"]);
  });

  it("has only the id of a booking that could not be read: a core of an earlier version, which does not know why, judges nothing by the rest", async () => {
    const { ask, lastMessage } = setUp();
    const session = { lat: 51.5, lng: -0.12, durationMinutes: 60 };
    const message = create(reviewBookings.input, {
      bookings: [
        { ref: "misread", ...session },
        { ref: "read", ...session },
      ],
    });
    const misread = [{ field: "bookings[0].covered", description: "must be true or false." }];
    expect(await ask({ read: async () => ({ message, misread }) })).toBe("answered");
    const { bookings } = lastMessage() as ReviewBookingsRequest;
    expect(bookings).toEqual([create(BookingSchema, { ref: "misread" }), message.bookings[1]]);
  });

  it("is refused for the reason that the door found when it asked about the caller", async () => {
    const { ask, methodsAsked } = setUp();
    const reason = refusedByCore("id-1", "KEY_UNKNOWN");
    expect(await ask({ refusal: { reason }, read: undefined })).toBe("KEY_UNKNOWN");
    expect(methodsAsked()).toEqual([]);
  });

  it("is lost if it reaches no core and is not free", async () => {
    const away = setUp({ lost: Code.Unavailable });
    expect(await away.ask()).toBe("CORE_UNAVAILABLE");
    expect(await away.ask({ method: listSports, read: undefined })).toBe("CORE_UNAVAILABLE");
    expect(away.callsLost()).toBe(1);
    const unable = setUp({ atCheck: "STORE_UNAVAILABLE" });
    expect(await unable.ask()).toBe("STORE_UNAVAILABLE");
    expect(unable.callsLost()).toBe(1);
  });

  it("is not lost if a core has answered it", async () => {
    const there = setUp({ atCall: "STORE_UNAVAILABLE" });
    expect(await there.ask()).toBe("STORE_UNAVAILABLE");
    expect(there.callsLost()).toBe(0);
  });

  it.each([Code.Unavailable, Code.Canceled, Code.Internal])(
    "gets CORE_UNAVAILABLE if its connection to the core is lost with code %d",
    async (lost) => {
      expect(await setUp({ lost }).ask()).toBe("CORE_UNAVAILABLE");
    },
  );
});
