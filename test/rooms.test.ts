// Which room may know which: the picture of the README, held against the import lines.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = new URL("../src", import.meta.url).pathname;

/** What each room may import besides itself; `gen` stands for the generated code, files of src/ by their name. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  scoring: [],
  trace: [],
  redis: [],
  weather: ["clock", "trace", "redis"],
  accounts: ["clock", "redis"],
  api: ["scoring", "weather", "clock", "fault", "iso-time", "gen/suitability"],
  rpc: ["clock", "fault", "once-for-frozen", "gen/google"],
  rest: ["fault", "iso-time", "code-name", "once-for-frozen", "gen/google", "gen/buf"],
  interceptors: [
    "accounts",
    "clock",
    "fault",
    "code-name",
    "once-for-frozen",
    "gen/google",
    "ops/logger",
    "ops/metrics",
    "ops/overload-refusal",
    "api/admission",
    "trace",
  ],
  ops: ["trace", "clock", "fault", "gen/google"],
  dashboard: ["accounts", "clock", "fault", "gen/suitability", "api/admission"],
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
      const specifiers = readFileSync(path, "utf8").matchAll(/(?:from|import) "((?:\.|#gen)[^"]+)"/g);
      return [...specifiers].map(([, specifier = ""]) => ({
        from: `${room}/${file}`,
        to: (specifier.startsWith("#")
          ? specifier.slice(1)
          : relative(SRC, join(path, "..", specifier))
        ).replace(/\.ts$/, ""),
      }));
    });
}

describe("rooms", () => {
  it.each(Object.entries(MAY_KNOW))("%s knows only what it may", (room, others) => {
    const imports = importsOf(room);
    const forbidden = imports.filter(
      ({ to }) => ![room, ...others].some((allowed) => to === allowed || to.startsWith(`${allowed}/`)),
    );
    expect(forbidden).toEqual([]);
  });

  it("reads every room that has import lines", () => {
    const withImports = Object.keys(MAY_KNOW).filter((room) => importsOf(room).length > 0);
    expect(withImports).toEqual(Object.keys(MAY_KNOW));
  });
});
