// The pictures and tables of sports in docs/ come from the files of the sports.
import { readFileSync } from "node:fs";
import * as prettier from "prettier";
import { expect, test } from "vitest";
import { PAGES_WITH_SPORTS, sportPicture } from "../../scripts/pictures/sports.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";

const DOCS = new URL("../../docs", import.meta.url).pathname;

test.each(PROFILES)("the picture of $id is made from its profile: npm run curves", (profile) => {
  expect(readFileSync(`${DOCS}/images/scoring/${profile.id}.svg`, "utf8")).toBe(sportPicture(profile));
});

test.each(Object.entries(PAGES_WITH_SPORTS))(
  "what docs/%s lists of sports is made from their files: npm run curves",
  async (name, pageWithSports) => {
    const path = `${DOCS}/${name}`;
    const page = readFileSync(path, "utf8");
    const config = await prettier.resolveConfig(path);
    expect(page).toBe(await prettier.format(pageWithSports(page), { ...config, parser: "markdown" }));
  },
);

test("docs/scoring.md names the model version", () => {
  expect(readFileSync(`${DOCS}/scoring.md`, "utf8")).toContain(`Model version ${MODEL_VERSION}:`);
});
