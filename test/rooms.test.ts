// Which room may know which, held against the import lines.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = new URL("../src", import.meta.url).pathname;

/** What each room may import besides itself; `gen` stands for the generated code, files of src/ by their name. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  scoring: [],
  doors: [],
  trace: [],
  connections: ["deadline"],
  redis: ["connections", "deadline"],
  weather: ["budget", "clock", "deadline", "iso-time", "trace", "redis", "connections"],
  accounts: ["clock", "connections", "deadline", "iso-time", "redis"],
  api: ["scoring", "weather", "clock", "fault", "iso-time", "nearest-name", "gen/suitability"],
  rpc: ["clock", "doors", "fault", "listen-error", "request-id", "gen/google"],
  rest: [
    "doors",
    "fault",
    "fault-reasons",
    "iso-time",
    "nearest-name",
    "request-id",
    "gen/google",
    "gen/buf",
  ],
  mcp: ["fault", "rest"],
  interceptors: [
    "accounts",
    "api/call",
    "budget",
    "clock",
    "fault",
    "iso-time",
    "ops",
    "request-id",
    "trace",
    "weather/place",
    "gen/google",
  ],
  ops: ["clock", "doors", "fault", "listen-error", "request-id", "trace", "gen/google", "../package.json"],
  dashboard: [
    "accounts",
    "api/call",
    "brand",
    "clock",
    "fault",
    "iso-time",
    "pages",
    "scoring/curve",
    "scoring/sports",
    "gen/suitability",
  ],
  pages: [
    "accounts/plans",
    "brand",
    "clock",
    "iso-time",
    "rest/cache-publicly",
    "rest/etag",
    "rest/json",
    "rest/prefers-html",
    "weather/failover/source-records",
    "weather/recent-ages",
    "gen/suitability",
    "../package.json",
  ],
  config: [
    "accounts",
    "brand",
    "clock",
    "doors",
    "connections/hosts-from-text",
    "ops/logger",
    "redis/address",
    "rpc/client",
    "rpc/tls",
    "scoring/odds",
    "scoring/sports",
    "weather",
  ],
  compose: [
    "accounts",
    "api",
    "api-description",
    "budget",
    "clock",
    "config",
    "connections",
    "dashboard",
    "doors",
    "interceptors",
    "mcp",
    "ops",
    "pages",
    "redis",
    "rest",
    "rpc",
    "scoring",
    "start-doors",
    "weather",
    "gen/suitability",
  ],
  commands: [
    "accounts",
    "api",
    "clock",
    "compose",
    "config",
    "iso-time",
    "ops",
    "scoring",
    "start-doors",
    "weather",
  ],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** `../clock.ts` of rest/problem.ts becomes `clock`, `#gen/google/rpc/status_pb.ts` becomes `gen/google/rpc/status_pb`. */
function importsOf(room: string): readonly Import[] {
  return readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const path = join(SRC, room, file);
      const specifiers = readFileSync(path, "utf8").matchAll(/(?:from |import\(?)"((?:\.|#gen)[^"]+)"/g);
      return [...specifiers].map(([, specifier = ""]) => ({
        from: `${room}/${file}`,
        to: (specifier.startsWith("#")
          ? specifier.slice(1)
          : relative(SRC, join(dirname(path), specifier))
        ).replace(/\.ts$/, ""),
      }));
    });
}

describe("rooms", () => {
  it.each(Object.entries(MAY_KNOW))("%s knows only what it may, in every folder of it", (room, others) => {
    const imports = importsOf(room);
    const forbidden = imports.filter(
      ({ to }) => ![room, ...others].some((allowed) => to === allowed || to.startsWith(`${allowed}/`)),
    );
    expect(forbidden).toEqual([]);
  });

  it("are all under a rule, and each rule is about import lines", () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(MAY_KNOW).toSorted());
    expect(Object.keys(MAY_KNOW).filter((room) => importsOf(room).length === 0)).toEqual([]);
  });

  it("have at most 20 files beside each other", () => {
    const files = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const counts = Map.groupBy(files, ({ parentPath }) => relative(SRC, parentPath));
    expect([...counts].filter(([, { length }]) => length > 20)).toEqual([]);
  });
});
