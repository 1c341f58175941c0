// `npm run curves` writes the pictures and tables of docs/scoring.md from the profiles. Run it after changing a profile.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";
import { PROFILES } from "../src/scoring/sports/profiles.ts";
import { pageWithSports, sportPicture } from "./pictures/sports.ts";

const DOCS = new URL("../docs", import.meta.url).pathname;
const PAGE = join(DOCS, "scoring.md");

mkdirSync(join(DOCS, "images/scoring"), { recursive: true });
for (const profile of PROFILES) {
  writeFileSync(join(DOCS, "images/scoring", `${profile.id}.svg`), sportPicture(profile));
}
const config = await prettier.resolveConfig(PAGE);
const page = pageWithSports(readFileSync(PAGE, "utf8"));
writeFileSync(PAGE, await prettier.format(page, { ...config, parser: "markdown" }));
