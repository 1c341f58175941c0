// The values of `{{name}}` in the pages' files: head, brand, links to the other pages.
import { type Brand, type Config, isNamed, settingsOf } from "../../app/settings/core-config.ts";
import { PAGES_SETTINGS } from "./settings.ts";

/** The operator's brand as pages show it. */
export interface PageBrand extends Brand {
  /** `#rrggbb`; undefined for the service's own. */
  readonly color: string | undefined;
  /**
   * Whether the operator has named the service. Pages then speak to the operator's customers, who have neither its commands
   * nor its sources; otherwise also to somebody who has just installed it.
   */
  readonly isNamed: boolean;
}

export function pageBrand(config: Config): PageBrand {
  const { brand } = config;
  return { ...brand, isNamed: isNamed(brand), color: settingsOf(config, PAGES_SETTINGS).BRAND_COLOR };
}

/** Who issues keys, to begin a sentence. */
export function keyIssuer({ name, isNamed }: PageBrand): string {
  return isNamed ? name : "Whoever runs this service";
}

const FOR_ONE_READER = /^ *<!-- (?<reader>operator|customer) -->\n(?<text>[^]*?)^ *<!-- end -->\n/gm;

/** A page without what is for the other reader, between `<!-- operator -->` or `<!-- customer -->` and `<!-- end -->`. */
export function forReader(html: string, { isNamed }: PageBrand): string {
  const reader = isNamed ? "customer" : "operator";
  return html.replaceAll(FOR_ONE_READER, (_all, named: string, text: string) =>
    named === reader ? text : "",
  );
}

const ICON = "/favicon.ico";

const HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${ICON}" type="image/svg+xml" />
    <link rel="stylesheet" href="/frame.css" />`;

const PAGES = { "/": "Calendar", "/docs": "API reference", "/dashboard": "Usage", "/status": "Status" };

/**
 * The values for the page at a path: `{{page.head}}` is the beginning of its head, and `{{page.top}}` is the beginning of its
 * header, with links to every other page. The values of `brandWords` are added.
 */
export function pageWords(brand: PageBrand, path?: string): Readonly<Record<string, string>> {
  const words = brandWords(brand).get("html") ?? {};
  const links = Object.entries(PAGES)
    .filter(([other]) => other !== path)
    .map(([other, name]) => `<a href="${other}">${name}</a>`);
  const top = `<p class="brand"><img src="${ICON}" alt="" width="24" height="24" /><span>${words["brand.home"]}</span></p>
        <nav aria-label="Pages">${links.join("\n          ")}</nav>`;
  return { ...words, "page.head": HEAD, "page.top": top };
}

/** The colour of a brand that has none of its own. */
const DEFAULT_COLOR = "#2557d6";

/**
 * The brand's words, by kind of file. `{{brand.name}}` is the name, and `{{brand.home}}` is the name with its link, by
 * default to the front page. `{{brand.issuer}}` is who issues keys. `{{brand.support}}` is a sentence with the support contact, or empty. `{{brand.color}}` is the
 * colour of the stripe and of the icon; style sheets have it within a comment, because it is no CSS before it is filled in.
 */
export function brandWords(brand: PageBrand): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const { name, url, color = DEFAULT_COLOR, support } = brand;
  const html = escapeHtml(name);
  return new Map<string, Readonly<Record<string, string>>>([
    [
      "html",
      {
        "brand.name": html,
        "brand.issuer": escapeHtml(keyIssuer(brand)),
        "brand.home": link(url ?? "/", html),
        "brand.support":
          support === undefined ? "" : `Questions? ${link(supportHref(support), escapeHtml(support))}`,
      },
    ],
    ["css", { "brand.color": `*/ ${color} /*` }],
    ["svg", { "brand.color": color }],
  ]);
}

/** The link to support: a mail address becomes a `mailto:` link. */
function supportHref(support: string): string {
  return support.includes("://") ? support : `mailto:${support}`;
}

function link(href: string, html: string): string {
  return `<a href="${escapeHtml(href)}">${html}</a>`;
}

/** Replaces `{{name}}` by its word. Unknown names stay. */
export function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([a-z._]+)\}\}/g, (placeholder, name: string) => words[name] ?? placeholder);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, also within quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
