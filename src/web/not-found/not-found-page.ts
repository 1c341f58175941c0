import { readFileSync } from "node:fs";
import type { Brand } from "../brand.ts";
import { pageWords, escapeHtml, fill } from "../page-words.ts";
import { STRICT_HEADERS } from "../mount-files.ts";

/** A path in the sentence, such as `/dashboard`. */
const PATHS = /(?<= )\/[\w./:{}-]*[\w}]/g;

/** The page for an unknown path: the sentence of the problem, and links. */
export function createNotFoundPage(brand: Brand) {
  const text = readFileSync(new URL("page.html", import.meta.url), "utf8");
  const page = fill(text, pageWords(brand));
  return (detail: string) => ({
    headers: { ...STRICT_HEADERS, "content-type": "text/html; charset=utf-8" },
    body: fill(page, { detail: escapeHtml(detail).replace(PATHS, linked) }),
  });
}

/** A browser cannot open `/v1/bookings:review`, which takes a POST, or a path with a parameter in it. */
function linked(path: string): string {
  return /[:{]/.test(path) ? path : `<a href="${path}">${path}</a>`;
}
