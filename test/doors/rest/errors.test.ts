import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { FAULT_REASONS } from "../../../src/errors/fault-reasons.ts";
import { fault, invalidArgument, type FieldViolation } from "../../../src/errors/fault.ts";
import { problemFromConnectError } from "../../../src/doors/rest/errors.ts";

describe("a problem", () => {
  test("of an invalid request lists what is at fault", () => {
    const { status, headers, body } = problemFromConnectError(
      invalidArgument([{ field: "lat", description: "must be a decimal number such as 51.5." }]),
      "id-1",
    );
    expect(status).toBe(400);
    expect(headers).toEqual({ "content-type": "application/problem+json", "cache-control": "no-store" });
    expect(body).toBe(
      '{"type":"about:blank","title":"Bad Request","status":400,' +
        '"detail":"lat must be a decimal number such as 51.5.","code":"invalid_argument",' +
        '"reason":"INVALID_PARAMETER","violations":[{"field":"lat",' +
        '"description":"must be a decimal number such as 51.5.","reason":"INVALID_PARAMETER"}],"request_id":"id-1"}',
    );
  });

  test.each([
    [Code.Unauthenticated, 401, "unauthenticated", "Unauthorized"],
    [Code.PermissionDenied, 403, "permission_denied", "Forbidden"],
    [Code.InvalidArgument, 400, "invalid_argument", "Bad Request"],
    [Code.ResourceExhausted, 429, "resource_exhausted", "Too Many Requests"],
    [Code.Unimplemented, 404, "unimplemented", "Not Found"],
    [Code.NotFound, 404, "not_found", "Not Found"],
    [Code.Unavailable, 503, "unavailable", "Service Unavailable"],
    [Code.DeadlineExceeded, 504, "deadline_exceeded", "Gateway Timeout"],
    [Code.Internal, 500, "internal", "Internal Server Error"],
    [Code.Unknown, 500, "unknown", "Internal Server Error"],
    [Code.DataLoss, 500, "data_loss", "Internal Server Error"],
    [Code.Canceled, 499, "canceled", "Client Closed Request"],
    [Code.OutOfRange, 400, "out_of_range", "Bad Request"],
    [Code.FailedPrecondition, 400, "failed_precondition", "Bad Request"],
    [Code.Aborted, 409, "aborted", "Conflict"],
    [Code.AlreadyExists, 409, "already_exists", "Conflict"],
  ])("of code %d has status %d, and repeats only the sentence of a fault", (code, status, name, title) => {
    const error = new ConnectError("Do otherwise.", code);
    // A core that is newer than its sidecar sends reasons like this.
    error.details.push({ desc: ErrorInfoSchema, value: { reason: "OF_TOMORROW" } });
    const problem = problemFromConnectError(error, "id-1");
    expect(problem.status).toBe(status);
    expect(JSON.parse(problem.body)).toEqual({
      type: "about:blank",
      title,
      status,
      detail: "Do otherwise.",
      code: name,
      reason: "OF_TOMORROW",
      request_id: "id-1",
    });

    const raw = "connect ECONNREFUSED 10.1.2.3:50051 at /srv/app.ts:5 undefined";
    const { body } = problemFromConnectError(new ConnectError(raw, code), "id-1");
    expect(body).not.toMatch(/ECONNREFUSED|10\.1|\/srv|undefined/);
    const told = JSON.parse(body) as { reason: string };
    expect(told).toMatchObject({ detail: expect.stringMatching(/[\w`]\.$/), request_id: "id-1" });
    expect(Object.keys(FAULT_REASONS)).toContain(told.reason);
  });

  test("of a missing key carries a valid challenge, whatever the error says", () => {
    const error = fault({ sentence: "Send a key.", reason: "KEY_MISSING" });
    error.metadata.set("www-authenticate", "Send a key.");
    expect(problemFromConnectError(error, "id-1").headers).toMatchObject({
      "www-authenticate": 'ApiKey realm="api", header="X-API-Key", Bearer realm="api"',
    });
  });

  test.each([
    ["the fault's own wait", "TOO_MANY_WRONG_KEYS", { retryAfterSeconds: 3600 }, "3600"],
    ["a default", "OVERLOADED", {}, "5"],
  ] as const)("says when to try again by %s", (_name, reason, wait, expected) => {
    const error = fault({ sentence: "Later.", reason, ...wait });
    expect(problemFromConnectError(error, "id-1").headers).toMatchObject({ "retry-after": expected });
  });

  test("rounds a wait up to whole seconds", () => {
    const error = fault({ sentence: "Later.", reason: "OVERLOADED", retryAfterSeconds: 1 });
    const details = error.details.map((detail) =>
      "desc" in detail && detail.desc.typeName === "google.rpc.RetryInfo"
        ? { ...detail, value: { retryDelay: { seconds: 1n, nanos: 5 } } }
        : detail,
    );
    error.details = details;
    expect(problemFromConnectError(error, "id-1").headers).toMatchObject({ "retry-after": "2" });
  });

  test("carries the call's headers, but no header of gRPC or of the connection", () => {
    const error = fault({ sentence: "Later.", reason: "TOO_MANY_CALLS_AT_ONCE" });
    const ofTheWire = ["grpc-status", "grpc-status-details-bin", "content-type", "x-request-id", "vary"];
    for (const name of ["ratelimit", ...ofTheWire]) error.metadata.set(name, "1");
    expect(problemFromConnectError(error, "id-1").headers).toEqual({
      "cache-control": "no-store",
      "content-type": "application/problem+json",
      ratelimit: "1",
      "retry-after": "5",
    });
  });

  test("of several violations has their reason if all have the same reason", () => {
    const reasonOf = (...violations: readonly FieldViolation[]) =>
      (JSON.parse(problemFromConnectError(invalidArgument(violations), "id-1").body) as { reason: string })
        .reason;
    const unknown = (field: string) =>
      ({ field, description: "is unknown.", reason: "UNKNOWN_PARAMETER" }) as const;
    expect(reasonOf(unknown("day"), unknown("sports"))).toBe("UNKNOWN_PARAMETER");
    expect(reasonOf(unknown("day"), { field: "lat", description: "is required." })).toBe("INVALID_PARAMETER");
  });
});
