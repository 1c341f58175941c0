// Summarises where a profiled process spent its time, by package and by room of the source tree.
import { readdirSync, readFileSync } from "node:fs";
import type { Profiler, Runtime } from "node:inspector";
import { join } from "node:path";
import { markdownTable } from "../../scripts/markdown-table.ts";

/** The rows shown. Rows below them would say more about chance than about the code. */
const GROUPS_SHOWN = 20;
const FUNCTIONS_SHOWN = 24;

/** The self times in the profiles of a folder, in per cent of the time in which the process was not idle. */
export function profileSummary(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
  return names.map((name) => summaryOf(name, folder)).join("\n\n");
}

function summaryOf(name: string, folder: string): string {
  const { groups, functions } = selfTimes(
    JSON.parse(readFileSync(join(folder, name), "utf8")) as Profiler.Profile,
  );
  return [shares(name, groups, GROUPS_SHOWN), shares(name, functions, FUNCTIONS_SHOWN)].join("\n\n");
}

function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
  const frameById = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const groups = new Map<string, number>();
  const functions = new Map<string, number>();
  samples.forEach((id, i) => {
    const frame = frameById.get(id);
    if (frame === undefined || frame.functionName === "(idle)") return;
    const us = timeDeltas[i] ?? 0;
    const group = groupOf(frame);
    const name = `${frame.functionName || "(anonymous)"}  ${fileOf(frame.url)}:${frame.lineNumber + 1}`;
    groups.set(group, (groups.get(group) ?? 0) + us);
    functions.set(name, (functions.get(name) ?? 0) + us);
  });
  return { groups, functions };
}

/** A package, a room, a module of Node, or the profiler's name for time outside of any file, such as `(program)`. */
function groupOf({ functionName, url }: Runtime.CallFrame): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "native code";
  const file = fileOf(url);
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|src\/[^/]+|gen)/.exec(file)?.[0] ?? file;
}

function fileOf(url: string): string {
  return /(?:node_modules\/(?!.*\/node_modules\/)|src\/|gen\/).*/.exec(url)?.[0] ?? url;
}

function shares(title: string, times: ReadonlyMap<string, number>, shown: number): string {
  const total = times.values().reduce((sum, us) => sum + us, 0);
  const rows = [...times].toSorted(([, a], [, b]) => b - a).slice(0, shown);
  return markdownTable([
    [title, ""],
    ...rows.map(([name, us]) => [name, `${((us / total) * 100).toFixed(1)}%`]),
  ]);
}
