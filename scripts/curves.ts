// `npm run curves` writes the pictures and the table of docs/scoring.md, and the lists of sports in docs/api.md, from the
// sports' files. Run it after changing a sport.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";
import { PROFILES } from "../src/scoring/sports/profiles.ts";
import { PAGES_WITH_SPORTS, sportPicture } from "./pictures/sports.ts";

const DOCS = new URL("../docs", import.meta.url).pathname;

mkdirSync(join(DOCS, "images/scoring"), { recursive: true });
for (const profile of PROFILES) {
  writeFileSync(join(DOCS, "images/scoring", `${profile.id}.svg`), sportPicture(profile));
}
for (const [name, pageWithSports] of Object.entries(PAGES_WITH_SPORTS)) {
  const path = join(DOCS, name);
  const config = await prettier.resolveConfig(path);
  const page = pageWithSports(readFileSync(path, "utf8"));
  writeFileSync(path, await prettier.format(page, { ...config, parser: "markdown" }));
}
