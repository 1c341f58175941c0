// The log line of an answered call. It is the line that `logger.info(fields, "call")` writes, put together by hand: nearly
// every call writes one, and pino looks at each field anew.
import { pino, type DestinationStream, type Logger } from "pino";
import { systemClock } from "../lib/time/clock.ts";
import { isoTimeMs } from "../lib/time/iso-time.ts";
import { traceFields } from "./trace/traced.ts";

/** Undefined fields are left out. */
export interface AnsweredCall {
  readonly method: string;
  readonly ms: number;
  readonly request_id: string;
  readonly account: string | undefined;
  readonly key: string | undefined;
  readonly operator: string | undefined;
}

export function createCallLine(logger: Logger): (call: AnsweredCall) => void {
  const { output, bindings } = partsOf(logger);
  return ({ method, ms, request_id: requestId, account, key, operator }) => {
    if (!logger.isLevelEnabled("info")) return;
    const { trace_id: traceId, span_id: spanId } = traceFields();
    output.write(
      `{"level":"info","time":"${isoTimeMs(systemClock.nowMs())}"${bindings}` +
        `${member("trace_id", traceId)}${member("span_id", spanId)},"method":"${method}","code":"ok","ms":${ms}` +
        `,"request_id":${JSON.stringify(requestId)}${member("account", account)}${member("key", key)}` +
        `${member("operator", operator)},"msg":"call"}\n`,
    );
  };
}

function member(name: string, value: string | undefined): string {
  return value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
}

/** Where a logger writes, and the fields that it adds to each line: `,"role":"core"`. */
function partsOf(logger: Logger): { readonly output: DestinationStream; readonly bindings: string } {
  const parts = logger as unknown as Readonly<Record<symbol, unknown>>;
  return {
    output: parts[pino.symbols.streamSym] as DestinationStream,
    bindings: parts[pino.symbols.chindingsSym] as string,
  };
}
