// What calls leave behind in the old generation of the heap, which is collected as a whole, in pauses that every caller feels.
import { describe, expect, it, onTestFinished } from "vitest";
import { forecastMessage, GET_FORECAST, openSession, rawCall } from "../doors/grpc/raw-call.ts";
import { untilListening } from "../support/programs/program.ts";
import { CONNECTIONS, openForecastCalls, untilAnswered, type MakeCall } from "./many-calls.ts";
import { openPrograms } from "./open-programs.ts";

/** So few that V8 has not yet compiled everything that a call runs: compiled code may skip allocations. */
const CALLS_BEFORE = 6_000;
const CALLS = 12_000;

/** Makes the process trace each garbage collection on stdout. */
const TRACING = {
  NODE_OPTIONS:
    "--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--trace-gc')",
};

const DOORS: readonly {
  readonly door: "http" | "grpc";
  readonly callsTo: (port: number, key: string) => MakeCall;
  readonly bytesACallMax: number;
}[] = [
  {
    door: "http",
    // Measured: 140. With functions that V8 allocates in the old generation (src/observability/trace/linked-context.ts): 2,300.
    bytesACallMax: 1_000,
    callsTo: (port, key) => {
      const { call, close } = openForecastCalls(port, { "x-api-key": key });
      onTestFinished(close);
      return call;
    },
  },
  {
    door: "grpc",
    // Measured: 1,240, and 400 once warm. Without the flag of bin/suitability: 4,850.
    bytesACallMax: 2_200,
    callsTo: (port, key) => {
      const sessions = Array.from({ length: CONNECTIONS }, () => openSession(port));
      const bytes = forecastMessage({ lat: 52.52, lng: 13.41, days: 1 });
      let made = 0;
      return async () => {
        const session = sessions[(made += 1) % CONNECTIONS] ?? openSession(port);
        const { ended } = rawCall(session, GET_FORECAST, { bytes, headers: { "x-api-key": key } });
        return (await ended).code === 0;
      };
    },
  },
];

describe("a call that was answered", { timeout: 120_000 }, () => {
  it.each(DOORS)(
    "$door · leaves next to nothing in the old generation of the heap",
    async ({ door, callsTo, bytesACallMax }) => {
      const { serve, createCaller } = openPrograms();
      const program = serve(TRACING);
      const ports = await untilListening(program);
      const { key } = await createCaller();
      const call = callsTo(ports[door], key);
      await untilAnswered(call, CALLS_BEFORE);
      const { length } = program.stdout;
      await untilAnswered(call, CALLS);
      const promoted = promotedBytes(program.stdout, length);
      // There are enough collections to judge by.
      expect(promoted.length).toBeGreaterThan(10);
      expect(promoted.reduce((sum, bytes) => sum + bytes, 0) / CALLS).toBeLessThan(bytesACallMax);
    },
  );
});

/** By how much the heap grew between two consecutive scavenges of the main thread, which prints the first line. */
function promotedBytes(printed: string, from: number): readonly number[] {
  const collections = Array.from(
    printed.matchAll(/^\[\d+:(\w+)\] .*?(Scavenge|Mark-Compact) [\d.]+ \([\d.]+\) -> ([\d.]+) /gm),
    ({ index, 1: thread, 2: kind, 3: megabytes }) => ({
      index,
      thread,
      kind,
      bytes: Number(megabytes) * 1e6,
    }),
  );
  const main = collections.filter(({ index, thread }) => index >= from && thread === collections[0]?.thread);
  return main.flatMap(({ kind, bytes }, i) => {
    const before = main[i - 1];
    return kind === "Scavenge" && before?.kind === "Scavenge" ? [bytes - before.bytes] : [];
  });
}
