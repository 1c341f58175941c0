import * as prettier from "prettier";
import { ALL_SETTING_GROUPS } from "../../src/app/settings/all-settings.ts";
import { withoutVariable } from "../../src/app/settings/settings.ts";
import { markdownTable } from "../markdown-table.ts";
import { halves } from "./halves.ts";

/** The page with a table of each group of settings between its two comments. Throws if a group has none. */
export async function pageWithSettings(page: string): Promise<string> {
  let written = page;
  for (const [group, table] of Object.entries(ALL_SETTING_GROUPS)) {
    const begin = `<!-- settings: ${group} -->`;
    const [before, after] = halves(written, begin);
    const [, rest] = halves(after, END);
    const rows = Object.entries(table).map(([name, setting]) => [
      `\`${name}\``,
      withoutVariable(setting),
      setting.help,
    ]);
    written = `${before}${begin}\n\n${markdownTable([["Setting", "Without it", "What it is"], ...rows])}\n\n${END}${rest}`;
  }
  const config = await prettier.resolveConfig("docs/operations.md");
  return prettier.format(written, { ...config, parser: "markdown" });
}

const END = "<!-- end of settings -->";
