// `npm run settings` writes the tables of settings in docs/operations.md. Run it after changing a setting.
import { readFileSync, writeFileSync } from "node:fs";
import { pageWithSettings } from "./settings/page-with-settings.ts";

const PAGE = new URL("../docs/operations.md", import.meta.url);

writeFileSync(PAGE, await pageWithSettings(readFileSync(PAGE, "utf8")));
