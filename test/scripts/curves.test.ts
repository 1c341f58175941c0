// What docs/scoring.md shows of the sports is what they are scored by.
import { readFileSync } from "node:fs";
import * as prettier from "prettier";
import { expect, test } from "vitest";
import { pageWithSports, sportPicture } from "../../scripts/pictures/sports.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";

const DOCS = new URL("../../docs", import.meta.url).pathname;
const PAGE = `${DOCS}/scoring.md`;

test.each(PROFILES)("the picture of $id is made from its profile: npm run curves", (profile) => {
  expect(readFileSync(`${DOCS}/images/scoring/${profile.id}.svg`, "utf8")).toBe(sportPicture(profile));
});

test("the page tells of the sports what the profiles say: npm run curves", async () => {
  const page = readFileSync(PAGE, "utf8");
  const config = await prettier.resolveConfig(PAGE);
  expect(page).toBe(await prettier.format(pageWithSports(page), { ...config, parser: "markdown" }));
  expect(page).toContain(`Model version ${MODEL_VERSION}:`);
});
