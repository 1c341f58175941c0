// Checks the import lines: rooms import only what they may, and no files import each other in a circle.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { MODULES } from "../src/app/all-modules.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** What every door may import: descriptors, faults and what doors share; nothing of weather, scores or accounts. */
const DOOR =
  "call/answer call/call doors/hardening doors/http doors/request-bytes-max doors/unary-methods lib errors";

/**
 * What every module may import: the core, and no other module but those that it says it needs. In the core, only the list of
 * modules imports them.
 */
const MODULE =
  "app/module app/commands app/http-port app/certificate-report app/settings/core-config app/settings/setting " +
  "app/settings/setting-values app/settings/tls-settings app/settings/weather-settings app/api-description app/store accounts api call doors observability scoring weather words lib errors gen/suitability ../package.json";

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
  api: "accounts call/items-alone call/operation call/request-reading scoring weather words lib errors call/written-list gen/suitability",
  call: "accounts observability weather/fetch-owner weather/weather-source lib errors gen/buf gen/google",
  "doors/hardening": "lib errors",
  "doors/http": "call/answer call/call lib",
  "doors/grpc": `${DOOR} call/ask-core call/written-list gen/google`,
  "doors/hop": `${DOOR} call/ask-core doors/grpc gen/google gen/suitability/internal`,
  "doors/connect": DOOR,
  "doors/rest": `${DOOR} call/written-list gen/google gen/buf`,
  ...Object.fromEntries(
    MODULES.map(({ name, needs = [] }) => [
      `modules/${name}`,
      [MODULE, ...needs.map((other) => `modules/${other}`)].join(" "),
    ]),
  ),
  observability: "doors/hardening lib errors gen/google ../package.json",
  "app/settings":
    "accounts doors/grpc/client/core-address doors/http observability/log-levels scoring/odds " +
    "scoring/sports weather lib app/all-modules",
  app:
    "app/settings accounts api call doors modules observability scoring weather " +
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

  // Modules have one line together: each can go without a change of the page.
  const named = [...new Set(Object.keys(MAY_KNOW).map((room) => room.replace(/^modules\/.*/, "modules")))];

  it.each(named)("%s is named in src/README.md", (room) => {
    expect(page).toContain(`\`${room}/\``);
  });

  it("that src/README.md names exist, and so do its files", () => {
    const paths = [...page.matchAll(/`([\w./-]+(?:\/|\.ts))`/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(named.length);
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

describe("browser code", () => {
  const imports = importsBelow("web");

  it.each(MODULES.filter(({ name }) => existsSync(join(ROOT, "web", name))))(
    "of $name imports only itself, what makes elements, types of its module, and the browser code of modules that it needs",
    ({ name, needs = [] }) => {
      const mayKnow = [name, "make", `../src/modules/${name}`, ...needs];
      const own = imports.filter(({ from }) => isIn(from, name));
      expect(own).not.toEqual([]);
      expect(own.filter(({ to }) => !mayKnow.some((other) => isIn(to, other)))).toEqual([]);
    },
  );

  it("forms no circle of imports", () => {
    expect(filesInCircles(imports)).toEqual([]);
  });

  it("has nothing but types from src/", () => {
    const files = readdirSync(join(ROOT, "web"), { recursive: true, encoding: "utf8" });
    const scripts = files.filter((file) => file.endsWith(".js"));
    expect(scripts).not.toEqual([]);
    const importing = scripts.filter((file) =>
      /^import [^"]*"[^"]*\/src\//m.test(readFileSync(join(ROOT, "web", file), "utf8")),
    );
    expect(importing).toEqual([]);
  });
});

describe("import lines", () => {
  it.each(["src", "clients/typescript/src"])("of %s form no circle, type imports included", (folder) => {
    const imports = importsBelow(folder);
    expect(imports.length).toBeGreaterThan(10);
    expect(filesInCircles(imports)).toEqual([]);
  });
});
