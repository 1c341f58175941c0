import { expect, it } from "vitest";
import { createCallLine } from "../../src/observability/call-line.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { contextFromHeaders } from "../../src/observability/trace/headers.ts";
import { runInContext } from "../../src/observability/trace/traced.ts";

const FIELDS = {
  method: "GetForecast",
  ms: 1.25,
  request_id: 'id "1"\n',
  account: "acc_a",
  key: "key_a",
  operator: undefined,
};

const TRACE = contextFromHeaders({
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: undefined,
});

/** The lines of an answered call, by hand and by the logger itself, without their times. */
function linesOf(fields: Partial<typeof FIELDS> | { readonly operator: string }, bindings: object = {}) {
  const lines: string[] = [];
  const destination = {
    write: (line: string) => void lines.push(line.replace(/"time":"[^"]+Z"/, '"time":""')),
  };
  const logger = createLogger({ level: "info", destination }).child(bindings);
  const { method, ...rest } = { ...FIELDS, ...fields };
  runInContext(TRACE, () => {
    createCallLine(logger)({ method, ...rest });
    logger.info({ method, code: "ok", ...rest }, "call");
  });
  return lines;
}

it.each([
  ["of a caller", {}, { role: "core" }],
  ["of a logger without fields of its own", {}, {}],
  ["without a caller", { account: undefined, key: undefined }, { role: "core" }],
  ["of an operator", { account: undefined, key: undefined, operator: "admin:shop" }, { role: "admin" }],
])(
  "the line of an answered call %s is the logger's own, with the same fields in the same order",
  (_who, fields, bindings) => {
    const [line, own] = linesOf(fields, bindings);
    expect(own).toContain('"trace_id":"0af7651916cd43dd8448eb211c80319c"');
    expect(line).toBe(own);
  },
);

it("is not written at a level above info", () => {
  const lines: string[] = [];
  const logger = createLogger({
    level: "warn",
    destination: { write: (line: string) => void lines.push(line) },
  });
  createCallLine(logger)(FIELDS);
  expect(lines).toEqual([]);
});
