// What stands in a page's file for whose service it is, by the file's kind.
import { supportHref, type Brand } from "../brand.ts";
import { brandRules } from "./brand-rules.ts";
import { escapeHtml } from "./fill.ts";

/** The blue of the icon where no colour is set. */
const ICON_COLOR = "#2557d6";

/**
 * `{{brand.name}}` is the name, `{{brand.home}}` the name with its link (the front page, unless there is another), `{{brand.support}}` a sentence of where to ask for help
 * (nothing where there is nobody), `{{brand.color}}` the icon's colour, `{{brand.rules}}` in a comment of a style sheet what
 * overrides its accents. In a script `{{brand.name}}` and `{{brand.url}}` stand within double quotes.
 */
export function brandWords(brand: Brand): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const { name, url, color, support } = brand;
  const html = escapeHtml(name);
  return new Map<string, Readonly<Record<string, string>>>([
    [
      "html",
      {
        "brand.name": html,
        "brand.home": link(url ?? "/", html),
        "brand.support":
          support === undefined ? "" : `Questions? ${link(supportHref(support), escapeHtml(support))}`,
      },
    ],
    ["js", { "brand.name": quoted(name), "brand.url": quoted(url ?? "") }],
    ["css", { "brand.rules": color === undefined ? "" : `*/\n${brandRules(color)}\n/*` }],
    ["svg", { "brand.color": color ?? ICON_COLOR }],
  ]);
}

function link(href: string, html: string): string {
  return `<a href="${escapeHtml(href)}">${html}</a>`;
}

/** As it stands between double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
