import { expect, it } from "vitest";
import { type BugLogger, createBugLogger } from "../../src/observability/logger.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

/** The log line of a bug in a door that was working on a call with these headers. */
function lineOf(headers: Parameters<BugLogger>[1]) {
  const { lines, logger } = createRecordingLogger();
  createBugLogger({ logger })(new TypeError("no function"), headers);
  expect(lines).toHaveLength(1);
  return lines[0];
}

it("the line of a bug in a door has the error, the request id and the trace that the caller named, if any", () => {
  const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`;
  expect(lineOf({ requestId: "id-1", traceparent })).toMatchObject({
    level: "error",
    msg: "a door failed because of a bug",
    err: { type: "TypeError", message: "no function" },
    request_id: "id-1",
    trace_id: TRACE_ID,
    span_id: "b7ad6b7169203331",
  });
  expect(lineOf({})).not.toHaveProperty("trace_id");
});
