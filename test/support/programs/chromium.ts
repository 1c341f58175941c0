// Chromium, if it is installed, and a page that records its errors and requests.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

export const CHROMIUM_PATH = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "chromium"))
  .find(isExecutable);

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM_PATH ?? "", headless: true, args: ARGUMENTS });
}

export interface ObservedPage {
  readonly page: Page;
  /** Errors and warnings of the console (CSP violations are among them), and exceptions. */
  readonly errors: readonly string[];
  /** The URLs of all requests. */
  readonly requests: readonly string[];
}

/** A page in a context of its own: nothing of an earlier test is left in it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<ObservedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      errors.push(message.text());
    }
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  return { page, errors, requests };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
