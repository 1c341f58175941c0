// The pictures and the table in docs/scoring.md come from the profiles that sports are scored by.
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

test("the page's table of sports is made from the profiles: npm run curves", async () => {
  const page = readFileSync(PAGE, "utf8");
  const config = await prettier.resolveConfig(PAGE);
  expect(page).toBe(await prettier.format(pageWithSports(page), { ...config, parser: "markdown" }));
  expect(page).toContain(`Model version ${MODEL_VERSION}:`);
});
