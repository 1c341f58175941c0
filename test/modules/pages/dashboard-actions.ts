// What a visitor of the dashboard does and reads.
import type { Page } from "playwright-core";

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Show usage" }).click();
}

/** The number an element shows: `25,000` is 25000. */
export async function shownNumber(page: Page, id: string): Promise<number> {
  return Number((await page.locator(`#${id}`).innerText()).replaceAll(",", ""));
}

/** The texts of a table's cells, row by row. */
export async function shownRows(page: Page, id: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.locator(`#${id} tr`).all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}
