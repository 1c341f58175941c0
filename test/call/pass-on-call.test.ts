// What a sidecar tells callers whom its core has refused a moment ago.
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, it } from "vitest";
import { ErrorInfoSchema, RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import type { AskCore, Call } from "../../src/call/call.ts";
import { createPassOnCall } from "../../src/call/pass-on-call.ts";
import type { Clock } from "../../src/clock.ts";
import type { FaultReason } from "../../src/fault-reasons.ts";
import { fault } from "../../src/fault.ts";
import { createLogger, type Logger } from "../../src/ops/logger.ts";
import { createMetrics } from "../../src/ops/metrics.ts";
import { createLogLines } from "../support/log-lines.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { madeUpCall, outcomeOf } from "./made-up-call.ts";

const { reviewBookings } = BookingConfidenceService.method;
const { listSports } = SportsService.method;

/** As it arrives from a core, which knows the id of the call. */
function refusedByCore(
  requestId: string,
  reason: FaultReason = "OPERATION_NOT_ALLOWED",
  code = Code.PermissionDenied,
): ConnectError {
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

/** Passes calls on to this core. */
function sidecarOf(
  askCore: AskCore,
  { clock, logger = createLogger({ level: "silent" }) }: { clock: Clock; logger?: Logger },
) {
  return createPassOnCall({
    askCore,
    metrics: createMetrics({ version: "1" }),
    logger,
    methods: [reviewBookings, listSports],
    freeMethods: new Set([listSports]),
    freeMethod: listSports,
    callTimeoutMs: 10_000,
    clock,
  });
}

describe("a caller whose key is not good for an operation", () => {
  const key = createApiKey("wpk_");
  const clock = createManualClock(0);
  let asked: string[];
  let passOn: ReturnType<typeof sidecarOf>;

  beforeEach(() => {
    asked = [];
    const askCore: AskCore = async ({ method, requestId }) => {
      asked.push(requestId);
      if (method === reviewBookings) throw refusedByCore(requestId);
      return { message: create(method.output), headers: {} };
    };
    passOn = sidecarOf(askCore, { clock });
  });

  const refusalOf = async (requestId: string): Promise<ConnectError> => {
    const { asked: call } = madeUpCall(reviewBookings);
    const read = async () => ({ question: create(reviewBookings.input) });
    return ConnectError.from(
      await passOn({ ...call, key, requestId, read }).catch((error: unknown) => error),
    );
  };

  it("is refused with the id of each call, whether the core was asked or not", async () => {
    for (const id of ["id-1", "id-2", "id-3"]) {
      const named = (await refusalOf(id)).findDetails(RequestInfoSchema).map(({ requestId }) => requestId);
      expect(named).toEqual([id]);
    }
    expect(new Set(asked)).toEqual(new Set(["id-1"]));
  });

  it("is asked about again after a second, however often it calls", async () => {
    for (const id of ["at 0 s", "at 0.6 s", "at 1.2 s"]) {
      expect((await refusalOf(id)).code).toBe(Code.PermissionDenied);
      clock.advance(600);
    }
    expect(new Set(asked)).toEqual(new Set(["at 0 s", "at 1.2 s"]));
  });
});

describe("a message that a sidecar reads late", () => {
  const key = createApiKey("wpk_");

  /** A sidecar whose core refuses the question about the caller, or the call itself, for a reason. */
  const setUp = ({ atCheck, atCall }: { atCheck?: FaultReason; atCall?: FaultReason }) => {
    const asked: string[] = [];
    const { lines, destination } = createLogLines();
    const askCore: AskCore = async ({ method, requestId }) => {
      asked.push(method.name);
      const reason = method === listSports ? atCheck : atCall;
      if (reason !== undefined) throw refusedByCore(requestId, reason, Code.ResourceExhausted);
      return { message: create(method.output), headers: {} };
    };
    const clock = createManualClock("2026-11-21T12:00:00Z");
    const passOn = sidecarOf(askCore, { clock, logger: createLogger({ level: "info", destination }) });
    let read = 0;
    const ask = (parts: Partial<Call> = {}) => {
      const call: Call = {
        ...madeUpCall(reviewBookings).asked,
        key,
        read: async () => {
          read += 1;
          return { question: create(reviewBookings.input) };
        },
        ...parts,
      };
      return outcomeOf(passOn(call));
    };
    return { ask, asked, lines, timesRead: () => read };
  };

  it("is not read for a caller whom the core refuses, who is asked about once a second", async () => {
    const { ask, asked, timesRead } = setUp({ atCheck: "KEY_UNKNOWN" });
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(await ask()).toBe("KEY_UNKNOWN");
    expect(timesRead()).toBe(0);
    expect(asked).toEqual(["ListSports"]);
  });

  it("is read if the core only says that it is asked too often", async () => {
    const { ask, timesRead } = setUp({ atCheck: "UNCOUNTED_CALLS_LIMITED" });
    expect(await ask()).toBe("answered");
    expect(timesRead()).toBe(1);
  });

  it("has its core asked for each key, origin and address, and not again for one of them", async () => {
    const { ask, asked } = setUp({});
    const others = [{ key: createApiKey("wpk_") }, { origin: "https://club.example" }, { address: "::1" }];
    for (const parts of [{}, ...others, {}, ...others]) expect(await ask(parts)).toBe("answered");
    expect(asked.filter((method) => method === "ListSports")).toHaveLength(4);
  });

  it("is read again after a refusal that was of the call, not of the caller", async () => {
    const { ask, timesRead } = setUp({ atCall: "MONTHLY_QUOTA_EXHAUSTED" });
    expect(await ask()).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(await ask()).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(timesRead()).toBe(2);
  });

  it("is told which rule it breaks if it is too large for the core", async () => {
    const { ask, lines } = setUp({ atCall: "BODY_TOO_LARGE" });
    expect(await ask()).toBe("INVALID_PARAMETER");
    expect(lines.map(({ reason }) => reason)).toEqual(["INVALID_PARAMETER"]);
  });

  it("is refused here if it cannot be read, and no line is logged of what the core has answered", async () => {
    const { ask, asked, lines } = setUp({});
    expect(await ask()).toBe("answered");
    expect(lines).toEqual([]);
    const unreadable = fault({ reason: "MALFORMED_REQUEST", sentence: "The body is not JSON." });
    expect(await ask({ unreadable, read: undefined })).toBe("MALFORMED_REQUEST");
    expect(asked).toEqual(["ListSports", "ReviewBookings"]);
    expect(lines.map(({ reason }) => reason)).toEqual(["MALFORMED_REQUEST"]);
  });
});
