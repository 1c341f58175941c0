// What somebody does who tries the API out.
import type { Page } from "playwright-core";

/** Waits until the forms are drawn. */
export const forecastShown = (page: Page) =>
  page
    .getByRole("button", { name: /\/v1\/forecast/ })
    .first()
    .waitFor();

/** Sends the form of an operation, and returns the status of the answer. */
export async function tryOut(page: Page, path: string): Promise<string> {
  const operation = page.locator(".opblock").filter({ hasText: path }).first();
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  return operation.locator(".live-responses-table tbody .response-col_status").first().innerText();
}

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize" }).first().click();
  const dialog = page.locator(".dialog-ux");
  await dialog.getByRole("textbox").fill(key);
  await dialog.getByRole("button", { name: "Authorize" }).click();
  await dialog.locator(".btn-done").click();
}
