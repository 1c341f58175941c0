// The page, the coefficients and the archive belong together.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { oddsFitFromJson, type OddsFit } from "../../src/scoring/odds/fit.ts";
import { readArchive, type Archive } from "../../verification/archive.ts";
import { inUse, splitSessions, SPORTS } from "../../verification/figures.ts";
import { fitOdds } from "../../verification/fit-odds.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const read = (path: string) => readFileSync(`${ROOT}/${path}`, "utf8");

const page = read("docs/verification.md");
let archive: Archive;
let fit: OddsFit;

beforeAll(() => {
  archive = readArchive(`${ROOT}/verification/new-york`);
  const committed = oddsFitFromJson(read("src/scoring/odds/open-meteo-nyc-2025.json"));
  if ("problems" in committed) throw new Error(committed.problems.join(" "));
  fit = committed.fit;
}, 60_000);

describe("docs/verification.md", () => {
  test("has the errors that the committed coefficients have on the committed archive", () => {
    const { past, held } = splitSessions(archive, SPORTS);
    for (const { sport, rps } of inUse(held, { fit, past })) {
      expect(page.replaceAll("\n", " ")).toContain(`${sport} ${rps.toFixed(4)}`);
    }
  }, 60_000);

  test("begins with what its figures cannot tell, and names a basis and coefficients that are in use", () => {
    expect(page.indexOf("what these figures cannot tell")).toBeLessThan(200);
    expect(page).toContain("CC BY 4.0");
    expect(page).toContain(`\`${fit.basis}\``);
  });
});

describe("the committed coefficients", () => {
  test("are those that a fit of the committed archive gives, here for the sport that is a group of its own", () => {
    const { past, held } = splitSessions(archive, ["beach"]);
    const [beach] = fitOdds([...past, ...held], fit).groups;
    expect(beach).toEqual(fit.groups.find(({ name }) => name === "beach"));
  }, 60_000);
});

describe("an archive", () => {
  test("has rain, chance and gusts of the hour that they are told at the end of", () => {
    // 2023-10-01T04:00Z in the file has a gust of 19 and 15.8 °C, 05:00Z a gust of 15.
    const [forecast] = archive.forecasts;
    expect(forecast?.startMs).toBe(Date.parse("2023-10-01T04:00Z"));
    expect(forecast?.gustKmh[0]).toBe(15);
    expect(forecast?.tempC[0]).toBeCloseTo(15.8, 5);
    expect(new Date(forecast?.generatedAtMs ?? 0).toISOString()).toBe("2023-10-01T12:00:00.000Z");
  });

  test("took rain that came for certain, and none for none", () => {
    const { rainMm, precipProbPct } = archive.observed;
    const expected = rainMm.map((mm, hour) =>
      Number.isNaN(precipProbPct[hour]) ? Number.NaN : mm === 0 ? 0 : 100,
    );
    expect(precipProbPct).toEqual(expected);
  });
});
