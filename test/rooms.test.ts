// Checks the import lines: rooms import only what they may, and no files import each other in a circle.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;

/** What every door may import: descriptors, faults and what doors share; nothing of weather, scores or accounts. */
const DOOR = "call/call doors/hardening doors/http doors/request-bytes-max doors/unary-methods lib errors";

/** What every module may import: the core, and no other module. In the core, only the list of modules imports them. */
const MODULE =
  "app/module app/commands app/settings/core-config app/settings/setting app/settings/setting-values " +
  "accounts api call doors observability scoring weather words lib errors gen/suitability ../package.json";

/**
 * What each room may import besides itself: folders and files below src/, and `gen/` for generated code. A folder that has a
 * line of its own, such as weather/sql, is a room of its own.
 */
const MAY_KNOW: Readonly<Record<string, string>> = {
  lib: "",
  errors: "lib gen/google",
  scoring: "",
  words: "scoring",
  weather: "lib observability/trace weather/providers",
  "weather/providers":
    "weather app/settings/setting app/settings/setting-values lib observability/trace words/language-tags",
  "weather/sql":
    "accounts/group-commit accounts/postgres/connection accounts/sql weather/budget/provider-calls weather/cache/shared-forecasts",
  accounts: "scoring/verdicts lib",
  "track-record": "scoring weather lib",
  "track-record/sql": "accounts/sql track-record/days track-record/record-store",
  api: "accounts call/operation call/request-reading scoring track-record weather words web/brand lib errors call/written-list gen/suitability",
  admin:
    "accounts call observability/logger observability/metrics observability/outage-log lib errors gen/suitability/admin",
  call: "accounts observability weather/fetch-owner weather/weather-source lib errors gen/buf gen/google",
  "doors/hardening": "lib errors",
  "doors/http": "call/call lib",
  "doors/grpc": `${DOOR} call/written-list gen/google`,
  "doors/connect": DOOR,
  "doors/rest": `${DOOR} call/written-list gen/google gen/buf`,
  web:
    "accounts/plans doors/rest api/status/service-status scoring/sports scoring/verdicts weather/failover/source-reports weather/providers/providers weather/recent-ages words " +
    "lib gen/suitability ../package.json",
  ...Object.fromEntries(readdirSync(join(ROOT, "src/modules")).map((name) => [`modules/${name}`, MODULE])),
  observability: "doors/hardening lib errors call/request-id gen/google ../package.json",
  "app/settings":
    "accounts doors/grpc/client/core-address doors/http observability/logger scoring/odds " +
    "scoring/sports weather web/brand lib app/all-modules",
  app:
    "app/settings accounts admin api call doors modules observability scoring track-record weather web " +
    "lib errors gen/suitability ../package.json",
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The imports of all files below a folder, relative to it: `../lib/time/clock.ts` in observability/metrics.ts becomes `lib/time/clock`. */
function importsBelow(folder: string): readonly Import[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|js)$/.test(file))
    .flatMap((file) => {
      const path = join(ROOT, folder, file);
      const specifiers = readFileSync(path, "utf8").matchAll(/(?:from |import\(?)"((?:\.|#gen)[^"]+)"/g);
      return [...specifiers].map(([, specifier = ""]) => ({
        from: withoutEnding(file),
        to: withoutEnding(
          specifier.startsWith("#")
            ? specifier.slice(1)
            : relative(join(ROOT, folder), resolve(dirname(path), specifier)),
        ),
      }));
    });
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:ts|js)$/, "");
}

const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`);

/** The room of a file: the innermost one that it is in. */
function roomOf(file: string): string | undefined {
  const rooms = Object.keys(MAY_KNOW).filter((room) => isIn(file, room));
  return rooms.toSorted((a, b) => b.length - a.length)[0];
}

/** The files that lie on a circle of imports. */
function filesInCircles(imports: readonly Import[]): readonly string[] {
  const known = Map.groupBy(imports, ({ from }) => from);
  const reaches = (from: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const ahead = [from];
    for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
      for (const { to } of known.get(file) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        ahead.push(to);
      }
    }
    return reached;
  };
  return [...known.keys()].filter((file) => reaches(file).has(file));
}

describe("rooms", () => {
  const imports = importsBelow("src");

  it.each(Object.entries(MAY_KNOW))("%s imports only what it may", (room, others) => {
    const ofRoom = imports.filter(({ from }) => roomOf(from) === room);
    const mayKnow = (to: string) => roomOf(to) === room || others.split(" ").some((other) => isIn(to, other));
    expect(ofRoom).not.toEqual([]);
    expect(ofRoom.filter(({ to }) => !mayKnow(to))).toEqual([]);
  });

  it("of the core know no module but for the list of modules", () => {
    const ofModules = imports.filter(({ from, to }) => isIn(to, "modules") && !isIn(from, "modules"));
    expect(ofModules.filter(({ from }) => from !== "app/modules")).toEqual([]);
  });

  const page = readFileSync(join(ROOT, "src/README.md"), "utf8");

  it.each(Object.keys(MAY_KNOW))("%s is named in src/README.md", (room) => {
    expect(page).toContain(`\`${room}/\``);
  });

  it("that src/README.md names exist, and so do its files", () => {
    const paths = [...page.matchAll(/`([\w./-]+(?:\/|\.ts))`/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(Object.keys(MAY_KNOW).length);
    expect(paths.filter((path) => !existsSync(join(ROOT, "src", path)))).toEqual([]);
  });

  it("all have a rule in MAY_KNOW", () => {
    const folders = [...new Set(imports.map(({ from }) => dirname(from)))].filter((folder) => folder !== ".");
    const rooms = Object.keys(MAY_KNOW);
    expect(
      folders.filter((folder) => folder !== "doors" && !rooms.some((room) => isIn(folder, room))),
    ).toEqual([]);
  });
});

describe("import lines", () => {
  it.each(["src", "clients/typescript/src"])("of %s form no circle, type imports included", (folder) => {
    const imports = importsBelow(folder);
    expect(imports.length).toBeGreaterThan(10);
    expect(filesInCircles(imports)).toEqual([]);
  });
});
