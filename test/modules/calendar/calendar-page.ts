// What a visitor of a page with a calendar sees and does.
import type { Locator, Page } from "playwright-core";

const MARKS = { safe: "✓", caution: "!", poor: "✕" } as const;

/** `safe`, `caution` or `poor`, if the colour and the mark agree; otherwise undefined. */
export async function verdictOf(shown: Locator): Promise<string | undefined> {
  const [classes, text] = await Promise.all([shown.getAttribute("class"), shown.innerText()]);
  const names = Object.entries(MARKS).flatMap(([name, mark]) =>
    classes?.split(" ").includes(name) === true && text.includes(mark) ? [name] : [],
  );
  return names.length === 1 ? names[0] : undefined;
}

export function cellsOf(shown: Page | Locator): Locator {
  return shown.getByRole("gridcell").getByRole("button");
}

/** A calendar for a place in London that asks the site's own server. */
export function calendar(attributes = ""): string {
  return `<suitability-calendar src="/weather" place="51.5074,-0.1278" time-zone="Europe/London" ${attributes}></suitability-calendar>`;
}
