// Counts our files and functions that one warm call runs, by room. See --help.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createGrpcCaller, type GrpcCaller } from "../bench/harness/grpc-caller.ts";
import { createProcesses } from "../bench/harness/processes.ts";
import { grpcPath, METHODS, questionMessage, questionPath } from "../bench/varied/question-text.ts";
import type { Question } from "../bench/varied/questions.ts";
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { functionsRun, type RunFunction } from "./call-path/functions-run.ts";
import { startInspected, type InspectedService } from "./call-path/inspected-service.ts";

const USAGE = `Usage: node scripts/call-path.ts [--door rest|grpc] [--dir DIR] [--list]

Starts the service with simulated weather, asks it for a booking confidence at a place whose forecast is cached, but for
an hour and a sport that nobody asked about before, and counts what ran on the main thread (V8's precise coverage).

  --door rest|grpc  the way in (rest: /v1 JSON)
  --dir DIR         another checkout of this project, with its node_modules
  --list            names the functions`;

/** Enough calls to fill every cache that the first call, or the first call for a sport, fills. */
const WARM_UP_CALLS = 40;

/** Timers run during a few of these calls and make them slower. The call's own functions run in most of the quickest calls. */
const MEASURED_CALLS = 40;
const QUICKEST_CALLS = 11;

const SPORTS = ["tennis", "golf", "football", "cricket", "running"];

interface MeasuredCall {
  readonly tookMs: number;
  readonly functions: readonly RunFunction[];
}

async function main(): Promise<void> {
  const { door, dir, list, help } = readOptions();
  if (help) {
    say(USAGE);
    return;
  }
  const root = resolve(dir);
  const folder = mkdtempSync(join(tmpdir(), "call-path-"));
  const processes = createProcesses({ folder });
  try {
    const service = await startInspected(root, { folder, processes });
    const caller = createGrpcCaller(service);
    const ask = (call: number) => (door === "rest" ? askRest(call, service) : askGrpc(call, caller));
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await ask(call);
    await service.startCoverage();
    const calls: MeasuredCall[] = [];
    for (let call = 0; call < MEASURED_CALLS; call += 1) {
      // The first coverage takes long to send. Timers that fire meanwhile are in the second coverage, not in the call's.
      await service.takeCoverage();
      await service.takeCoverage();
      const startedMs = performance.now();
      await ask(WARM_UP_CALLS + call);
      const tookMs = performance.now() - startedMs;
      calls.push({ tookMs, functions: functionsRun(await service.takeCoverage(), root) });
    }
    caller.close();
    await service.stop();
    print(inMostOf(calls), list);
  } finally {
    processes.killAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The place is always the same. The number of the call decides the hour and the sport. */
function questionOf(call: number): Question {
  const startMs = (Math.floor(Date.now() / HOUR_MS) + 2 + call) * HOUR_MS;
  const sport = SPORTS[call % SPORTS.length] ?? "outdoor";
  const asked = { lat: "51.5074", lng: "-0.1278", sport, startMs, durationMinutes: 90 };
  return { operation: "booking-confidence", ...asked };
}

async function askRest(call: number, { httpPort, key }: InspectedService): Promise<void> {
  const url = `http://127.0.0.1:${httpPort}${questionPath(questionOf(call))}`;
  const response = await fetch(url, { headers: { "x-api-key": key } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`the service answered ${response.status}: ${body}`);
}

async function askGrpc(call: number, caller: GrpcCaller): Promise<void> {
  await caller.call(grpcPath(METHODS["booking-confidence"]), questionMessage(questionOf(call)));
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      door: { type: "string", default: "rest" },
      dir: { type: "string", default: "." },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { door } = values;
  if (door !== "rest" && door !== "grpc") throw new Error(`--door takes rest or grpc, not ${door}`);
  return { ...values, door } as const;
}

/** The functions that more than half of the quickest calls ran. */
function inMostOf(calls: readonly MeasuredCall[]): readonly RunFunction[] {
  const quickest = calls.toSorted((a, b) => a.tookMs - b.tookMs).slice(0, QUICKEST_CALLS);
  const run = quickest.flatMap(({ functions }) => functions);
  const byPlace = Map.groupBy(run, ({ file, offset }) => `${file}:${offset}`);
  return [...byPlace.values()]
    .filter(({ length }) => length > QUICKEST_CALLS / 2)
    .flatMap(([first]) => first ?? []);
}

function print(functions: readonly RunFunction[], isListed: boolean): void {
  const ours = functions.filter(({ file }) => file.startsWith("src/"));
  const generated = functions.filter(({ file }) => file.startsWith("gen/"));
  const outsideScoring = ours.filter(({ file }) => roomOf(file) !== "scoring");
  say(`One warm call runs ${count(ours)} of src/, ${count(outsideScoring)} outside of scoring/.`);
  if (generated.length > 0) say(`Of gen/ it runs ${count(generated)}.`);
  const rooms = Map.groupBy(ours, ({ file }) => roomOf(file));
  for (const [room, inRoom] of [...rooms].toSorted(([a], [b]) => a.localeCompare(b))) {
    say(`  ${room.padEnd(16)} ${count(inRoom)}`);
  }
  if (!isListed) return;
  for (const { file, line, name } of functions.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
  )) {
    say(`${file}:${line} ${name === "" ? "(anonymous)" : name}`);
  }
}

function count(functions: readonly RunFunction[]): string {
  const files = new Set(functions.map(({ file }) => file)).size;
  return `${number(functions.length, "function")} in ${number(files, "file")}`;
}

function number(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The folder below src/, or the name of a file directly in it. */
function roomOf(file: string): string {
  return file.split("/")[1] ?? file;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
