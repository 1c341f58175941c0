// Private fields of Node and grpc-js are touched in src/doors/hardening/ alone, and its README.md lists them.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const FOLDER = "src/doors/hardening/";

const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** The code of the server, without comments. */
const code = readdirSync(new URL("src/", ROOT), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.[tj]s$/.test(path))
  .map((path) => `src/${path}`)
  .map((path) => ({ path, text: textOf(path).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "") }));

const rows = Array.from(
  textOf(`${FOLDER}README.md`).matchAll(
    /^\| `(\w+)` +\|[^|]+\| (`[^|]+`) +\|[^|]+\| `([^`]+)`: "([^"]+)" +\|$/gm,
  ),
  ([, field = "", files = "", test = "", title = ""]) => ({
    field,
    paths: Array.from(files.matchAll(/`([^`]+)`/g), ([, file]) => FOLDER + file),
    test,
    title,
  }),
);

/** How code gets at what is private: a name with an underscore, a symbol that is not exported, a binding of Node. */
const PRIVATE =
  /\??\._[a-z]|\b_[a-z]\w*\?:|\[["'`]_|\{ _[a-z]\w*\b(?!\s*\})|getOwnPropertySymbols|Reflect\.ownKeys|process\.binding/i;

describe("private fields of Node and grpc-js", () => {
  it("are listed with the files that use them", () => {
    expect(rows.length).toBeGreaterThan(4);
    for (const { field, paths } of rows) {
      const uses = new RegExp(`\\b${field}\\b`);
      const users = code.filter(({ path, text }) => path.startsWith(FOLDER) && uses.test(text));
      expect(
        users.map(({ path }) => path),
        field,
      ).toEqual(expect.arrayContaining(paths));
    }
  });

  it.each(rows.map(({ field }) => field).filter((field) => /[A-Z]/.test(field)))(
    "are named in no other folder: %s",
    (field) => {
      const uses = new RegExp(`\\b${field}\\b`);
      const others = code.filter(({ path, text }) => !path.startsWith(FOLDER) && uses.test(text));
      expect(others.map(({ path }) => path)).toEqual([]);
    },
  );

  it("are reached for in no other folder", () => {
    const users = code.filter(({ text }) => PRIVATE.test(text)).map(({ path }) => path);
    expect(users.filter((path) => path.startsWith(FOLDER))).not.toEqual([]);
    expect(users.filter((path) => !path.startsWith(FOLDER))).toEqual([]);
  });

  it.each(rows)("have a test that fails without $field, and it exists", ({ test, title }) => {
    expect(textOf(test)).toContain(title);
  });
});
