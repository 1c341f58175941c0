import { readFileSync } from "node:fs";
import type { NotFoundPage } from "../../app/module.ts";
import type { Config } from "../../app/settings/core-config.ts";
import { pageWords, escapeHtml, fill, pageBrand } from "./page-words.ts";
import { builtFile, STRICT_HEADERS } from "./mount-files.ts";

/** A path in the sentence, such as `/dashboard`. */
const PATHS = /(?<= )\/[\w./:{}-]*[\w}]/g;

/** The page for an unknown path: the sentence of the problem, and links. */
export function createNotFoundPage(config: Config): NotFoundPage {
  const text = readFileSync(builtFile("not-found.html"), "utf8");
  const page = fill(text, pageWords(pageBrand(config)));
  return (detail) => ({
    headers: { ...STRICT_HEADERS, "content-type": "text/html; charset=utf-8" },
    body: fill(page, { detail: escapeHtml(detail).replace(PATHS, linked) }),
  });
}

/** A browser cannot open `/v1/bookings:review`, which takes a POST, or a path with a parameter in it. */
function linked(path: string): string {
  return /[:{]/.test(path) ? path : `<a href="${path}">${path}</a>`;
}
