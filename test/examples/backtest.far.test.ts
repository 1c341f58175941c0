// What the backtest prints of New York's forecasts, which docs/policies.md has, and of a file of bookings.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { folderOfTest } from "../support/folder-of-test.ts";

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

it("the figures and the picture of docs/policies.md are those of the committed archive", async () => {
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

describe("the sample that docs/policies.md names", () => {
  it("has its verdicts, the costs of the policy and the right threshold told, and a picture written", async () => {
    const { stdout, picture } = await backtest(SAMPLE);
    expect(stdout).toMatch(/^Bookings of your own: 180 bookings, 2024-04-01 to 2024-06-30\.$/m);
    expect(stdout).toMatch(/^\| `not_recommended` +\| 39 +\| 31 % \(/m);
    expect(stdout).toContain(
      "Refunds below a score of 50 would have paid back 21.3 % of the turnover: 7.2 %",
    );
    expect(stdout).toMatch(/^\| \*\*50\*\* +\| 21\.3 % +\| 7\.2 % +\| 4\.5 % +\| 11\.7 %/m);
    expect(stdout).toContain("The right threshold would have been 50, with 11.7 % of the turnover wrong.");
    expect(picture).toMatch(/^<svg[^]*refund below[^]*<\/svg>\n$/);
  });

  it("is judged by another policy if one is given", async () => {
    const { stdout } = await backtest(SAMPLE, "--unpaid-weight", "5");
    expect(stdout).toContain("Wrong (kept counts 5 times)");
    expect(stdout).toContain("The right threshold would have been 60");
  });

  it("is refused with a line that names what is wrong, and no stack", async () => {
    const file = join(folderOfTest(), "wrong.csv");
    writeFileSync(file, "start_time,playability_score,outcome\nx,1,played\ny,2,played\n");
    await expect(backtest(file)).rejects.toMatchObject({
      stderr: "Line 2: start_time is no time such as 2026-05-02T16:00:00Z: x\n",
    });
    await expect(backtest(SAMPLE, "--refund-below", "half")).rejects.toMatchObject({
      stderr: "--refund-below has to be a number from 0 to 100, not half\n",
    });
  });
});
