// Checks that time is read in one place, so that a test can move all of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = new URL("../../../src", import.meta.url).pathname;

/** What reads a clock of the machine. */
const READS_A_CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bperformance\b|\bhrtime\b|process\.uptime/;

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

it("no file of src/ reads the time but lib/time/clock.ts", () => {
  const readers = filesOf(SRC).filter((file) => READS_A_CLOCK.test(code(join(SRC, file))));
  expect(readers).toEqual(["lib/time/clock.ts"]);
});

/** Without comments, which may name what they like. */
function code(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}
