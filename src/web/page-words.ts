// What stands in every page: how browsers are to take it, whose service it is, and where the other pages are.
import type { Brand } from "../brand.ts";
import { brandWords } from "./brand-words.ts";

const ICON = "/favicon.ico";

const HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${ICON}" type="image/svg+xml" />
    <link rel="stylesheet" href="/frame.css" />`;

const PAGES = { "/": "Calendar", "/docs": "API reference", "/dashboard": "Usage", "/status": "Status" };

/**
 * For the page at a path: `{{page.head}}` begins its head, `{{page.top}}` its header, with links to every other page; and the
 * words of `brandWords`.
 */
export function pageWords(brand: Brand, path?: string): Readonly<Record<string, string>> {
  const words = brandWords(brand).get("html") ?? {};
  const links = Object.entries(PAGES)
    .filter(([other]) => other !== path)
    .map(([other, name]) => `<a href="${other}">${name}</a>`);
  const top = `<p class="brand"><img src="${ICON}" alt="" width="24" height="24" /><span>${words["brand.home"]}</span></p>
        <nav aria-label="Pages">${links.join("\n          ")}</nav>`;
  return { ...words, "page.head": HEAD, "page.top": top };
}
