import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextFromHeaders, contextToHeaders } from "../../../src/observability/trace/headers.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const SPAN_ID = "b7ad6b7169203331";

/** The trace headers that are passed on for these incoming headers. */
const passedOn = (headers: Record<string, string>) => contextToHeaders(contextFromHeaders(headers));

/** Hexadecimal digits, and sometimes another letter. */
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefX"), minLength: length, maxLength: length });

describe("traceparent", () => {
  it.each([
    ["not sampled", `00-${TRACE_ID}-${SPAN_ID}-00`, `00-${TRACE_ID}-${SPAN_ID}-00`],
    ["sampled, of a random trace id", `00-${TRACE_ID}-${SPAN_ID}-03`, `00-${TRACE_ID}-${SPAN_ID}-03`],
    ["with flags nobody knows yet", `00-${TRACE_ID}-${SPAN_ID}-fd`, `00-${TRACE_ID}-${SPAN_ID}-01`],
    ["of a later version", `cc-${TRACE_ID}-${SPAN_ID}-01`, `00-${TRACE_ID}-${SPAN_ID}-01`],
    ["of a later, longer version", `cc-${TRACE_ID}-${SPAN_ID}-01-x-y`, `00-${TRACE_ID}-${SPAN_ID}-01`],
  ])("%s is understood, and passed on in version 00", (_what, given, sent) => {
    expect(passedOn({ traceparent: given })).toEqual({ traceparent: sent });
  });

  it.each([
    ["empty", ""],
    ["of the invalid version", `ff-${TRACE_ID}-${SPAN_ID}-01`],
    ["of version 00 and longer", `00-${TRACE_ID}-${SPAN_ID}-01-more`],
    ["of a later version and longer without a dash", `cc-${TRACE_ID}-${SPAN_ID}-01.more`],
    ["too short", `00-${TRACE_ID}-${SPAN_ID}-1`],
    ["with a trace id of zeros", `00-${"0".repeat(32)}-${SPAN_ID}-01`],
    ["with a parent id of zeros", `00-${TRACE_ID}-${"0".repeat(16)}-01`],
    ["sent twice", `00-${TRACE_ID}-${SPAN_ID}-01, 00-${TRACE_ID}-${SPAN_ID}-01`],
  ])("%s is ignored, and so is the tracestate beside it", (_what, given) => {
    expect(passedOn({ traceparent: given, tracestate: "vendor=1" })).toEqual({});
  });

  it("of any text is ignored, or passed on well-formed", () => {
    const likely = fc
      .tuple(hex(2), hex(32), hex(16), hex(2), fc.constantFrom("", "-", "-x", "x"))
      .map(([version, traceId, spanId, flags, more]) => `${version}-${traceId}-${spanId}-${flags}${more}`);
    const latin1 = fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(fc.oneof(likely, latin1), (traceparent) => {
        const { traceparent: sent = `00-${TRACE_ID}-${SPAN_ID}-00` } = passedOn({ traceparent });
        expect(sent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[0-3]$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe("tracestate", () => {
  const traceparent = `00-${TRACE_ID}-${SPAN_ID}-01`;

  it("is passed on as it came", () => {
    const headers = { traceparent, tracestate: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE" };
    expect(passedOn(headers)).toEqual(headers);
  });

  it.each([
    ["no list of pairs", "nonsense"],
    ["longer than the 512 characters it may have", `vendor=${"x".repeat(600)}`],
  ])("that is %s is left out, and the trace continued without it", (_what, tracestate) => {
    expect(passedOn({ traceparent, tracestate })).toEqual({ traceparent });
  });
});
