// What the backtest prints for New York's forecasts, as in docs/policies.md, and for a file of bookings.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SAMPLE = join(ROOT, "examples/backtest/bookings.csv");
const run = promisify(execFile);

/** What the backtest prints, and the picture that it writes. */
async function backtest(...args: readonly string[]) {
  const picture = join(folderOfTest(), "backtest.svg");
  const script = join(ROOT, "examples/backtest.ts");
  const { stdout } = await run(process.execPath, [script, "--svg", picture, ...args]);
  return { stdout, picture: readFileSync(picture, "utf8") };
}

it("the figures and the picture of docs/policies.md follow from the committed archive", async () => {
  const { stdout, picture } = await backtest();
  const [, section = ""] =
    /<!-- backtest -->\n(.*?)<!-- \/backtest -->/s.exec(
      readFileSync(join(ROOT, "docs/policies.md"), "utf8"),
    ) ?? [];
  const lines = (text: string) => text.replaceAll(/\s+/g, " ");
  const parts = section.trim().split("\n\n");
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(lines(stdout)).toContain(lines(part));
  expect(picture).toBe(readFileSync(join(ROOT, "docs/images/backtest.svg"), "utf8"));
}, 60_000);

it("a file of bookings is judged by a policy from the options, with a picture", async () => {
  const { stdout, picture } = await backtest(SAMPLE, "--refund-below", "40", "--unpaid-weight", "5");
  expect(stdout).toMatch(/^Bookings of your own: 180 bookings, 2024-04-01 to 2024-06-30\.$/m);
  expect(stdout).toMatch(/^\| `not_recommended` +\| 39 +\| 31% \(/m);
  expect(stdout).toContain("Refunds below a score of 40 would have paid back");
  expect(stdout).toContain("Wrong (kept counts 5 times)");
  expect(stdout).toContain("The right threshold would have been 60");
  expect(picture).toMatch(/^<svg[^]*refund below[^]*<\/svg>\n$/);
});

it.each(["half", "", "0x10", "1e1"])(
  "the option %j, which is no number in digits, is refused with a line that names it, and no stack trace",
  async (text) => {
    await expect(backtest(SAMPLE, "--refund-below", text)).rejects.toMatchObject({
      stderr: `--refund-below has to be a number from 0 to 100, not ${text}\n`,
    });
  },
);
