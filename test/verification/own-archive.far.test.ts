// An operator's own archive: the page is written beside it, and the service accepts its fit.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/programs/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);
const verify = (...options: string[]) =>
  run(process.execPath, [join(ROOT, "verification/run.ts"), ...options]);

const FORECASTS = 60;
const ROWS_A_FORECAST = 180;
const HOURS = 24 * 75;

let folder: TemporaryFolder;

/** The header and the first rows of a committed file. */
function linesOf(name: string, rows: number): string[] {
  const text = gunzipSync(readFileSync(join(ROOT, "verification/new-york", name))).toString("utf8");
  return text.split("\n", rows + 1);
}

function describeArchive(heldOutFrom: string): void {
  const archive = {
    basis: "club-2023",
    place: "the club",
    lat: 40.71,
    lng: -74.01,
    credit: "Our own bookings",
    issued_hour_utc: 12,
    held_out_from: heldOutFrom,
  };
  writeFileSync(join(folder.path, "archive.json"), JSON.stringify(archive));
}

beforeAll(() => {
  folder = createTemporaryFolder();
  const [header, ...hours] = linesOf("nyc-analysis.csv.gz", HOURS);
  // People played in every hour of the first 60 days, whatever the weather; for later hours it is unknown.
  const played = hours.map((line, hour) => `${line},${hour < 24 * 60 ? 1 : ""}`);
  writeFileSync(join(folder.path, "analysis.csv"), [`${header},played`, ...played].join("\n"));
  const forecasts = linesOf("nyc-forecasts.csv.gz", FORECASTS * ROWS_A_FORECAST);
  writeFileSync(join(folder.path, "forecasts.csv"), forecasts.join("\n"));
  describeArchive("2023-11-10");
});
afterAll(() => folder.remove());

describe("an archive of one's own", () => {
  test("gets a page of its own, where the outcome of a session is whether people played", async () => {
    const { stdout } = await verify("--archive", folder.path);
    expect(stdout).toContain(`written: ${join(folder.path, "verification.md")}`);
    const page = readFileSync(join(folder.path, "verification.md"), "utf8");
    expect(page).toContain("**What came is whether people played**");
    expect(page).toContain("Our own bookings.");
    expect(readFileSync(join(folder.path, "images/verification/reliability.svg"), "utf8")).toContain("<svg");
  }, 60_000);

  test("gives a fit that the service accepts", async () => {
    const file = join(folder.path, "odds.json");
    await verify("--archive", folder.path, "--out", file);
    const { odds } = configFromEnvironment({ ODDS_FILE: file });
    expect(odds).toMatchObject({ basis: "club-2023", about: expect.stringContaining("the club") });
  }, 60_000);

  test("without a description is refused with an example to copy", async () => {
    await expect(verify("--archive", folderOfTest())).rejects.toThrow(
      'needs a file archive.json such as {"basis"',
    );
  });

  test("that holds every forecast out is refused with an explanation", async () => {
    describeArchive("2020-01-01");
    await expect(verify("--archive", folder.path)).rejects.toThrow(
      "held_out_from in archive.json has to leave",
    );
  }, 60_000);
});
