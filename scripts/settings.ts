// `npm run settings` writes the tables of settings in docs/operations.md and the paragraphs about providers in
// docs/weather.md. Run it after changing a setting or a provider.
import { readFileSync, writeFileSync } from "node:fs";
import { pageWithProviders } from "./settings/page-with-providers.ts";
import { pageWithSettings } from "./settings/page-with-settings.ts";

for (const [name, pageWith] of [
  ["operations.md", pageWithSettings],
  ["weather.md", pageWithProviders],
] as const) {
  const page = new URL(`../docs/${name}`, import.meta.url);
  writeFileSync(page, await pageWith(readFileSync(page, "utf8")));
}
