// What a sidecar tells callers whom its core has refused a moment ago.
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, it } from "vitest";
import { ErrorInfoSchema, RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import type { AskCore } from "../../src/call/call.ts";
import { createPassOnCall } from "../../src/call/pass-on-call.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { createMetrics } from "../../src/ops/metrics.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { madeUpCall } from "./made-up-call.ts";

const { reviewBookings } = BookingConfidenceService.method;
const { listSports } = SportsService.method;

/** As it arrives from a core, which knows the id of the call. */
function notAllowed(requestId: string): ConnectError {
  const error = new ConnectError("This key is not good for this.", Code.PermissionDenied);
  error.details = [
    {
      type: ErrorInfoSchema.typeName,
      value: toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason: "OPERATION_NOT_ALLOWED" })),
    },
    {
      type: RequestInfoSchema.typeName,
      value: toBinary(RequestInfoSchema, create(RequestInfoSchema, { requestId })),
    },
  ];
  return error;
}

describe("a caller whose key is not good for an operation", () => {
  const key = createApiKey("wpk_");
  const clock = createManualClock(0);
  let asked: string[];
  let passOn: ReturnType<typeof createPassOnCall>;

  beforeEach(() => {
    asked = [];
    const askCore: AskCore = async ({ method, requestId }) => {
      asked.push(requestId);
      if (method === reviewBookings) throw notAllowed(requestId);
      return { message: create(method.output), headers: {} };
    };
    passOn = createPassOnCall({
      askCore,
      metrics: createMetrics({ version: "1" }),
      logger: createLogger({ level: "silent" }),
      methods: [reviewBookings, listSports],
      freeMethods: new Set([listSports]),
      freeMethod: listSports,
      callTimeoutMs: 10_000,
      clock,
    });
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
