// What axe finds in a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** A line for each rule and element, such as `serious color-contrast [["#hint"]] …`. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${AXE}; undefined`);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: readonly Found[] };
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${JSON.stringify(target)} ${failureSummary}`),
  );
}
