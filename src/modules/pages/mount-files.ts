// Serves the files of pages, which are the same for everybody.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { createSendFile } from "../../doors/rest/send-file.ts";
import { brandWords, fill, forReader, type PageBrand, pageWords } from "./page-words.ts";

/** Browsers revalidate a file at each visit, so that after a release they do not mix old files with new ones. */
const CACHED = "no-cache";

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["html", "text/html; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["svg", "image/svg+xml"],
]);

/** A file that `npm run bundle` makes, by its path in web/pages/. */
export function builtFile(path: string): URL {
  return new URL(import.meta.resolve(`#gen/web/pages/${path}`));
}

type Values = Readonly<Record<string, string>>;

export interface PageFile {
  /** Its path, such as `/dashboard/dashboard.css`. */
  readonly path: string;
  /** Its ending decides the media type. */
  readonly file: URL;
  /** Makes values for `{{name}}`, besides those of the brand. It is called on first use. */
  readonly values?: () => Values | Promise<Values>;
}

/** Serves files with their media types, an ETag, these headers, and the brand's words. */
export function mountFiles(
  app: FastifyInstance,
  {
    files,
    headers,
    brand,
  }: {
    readonly files: readonly PageFile[];
    readonly headers: Readonly<Record<string, string>>;
    readonly brand: PageBrand;
  },
): void {
  const words = brandWords(brand);
  for (const { path, file, values } of files) {
    const kind = file.pathname.slice(file.pathname.lastIndexOf(".") + 1);
    const type = MEDIA_TYPES.get(kind);
    if (type === undefined) throw new TypeError(`no media type for ${file.pathname}`);
    const own = kind === "html" ? pageWords(brand, path) : words.get(kind);
    const read = async () => {
      const text = readFileSync(file, "utf8");
      const template = kind === "html" ? forReader(text, brand) : text;
      return Buffer.from(fill(template, { ...own, ...(await values?.()) }));
    };
    app.get(path, createSendFile({ read, type, headers, cached: CACHED }));
  }
}

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "connect-src": "'self'",
  "img-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
  "require-trusted-types-for": "'script'",
} as const;

/** The strict headers with changes of the content security policy; undefined leaves a directive out. */
export function strictHeaders(
  changes: Readonly<Partial<Record<keyof typeof POLICY, string | undefined>>> = {},
): Readonly<Record<string, string>> {
  const directives = Object.entries({ ...POLICY, ...changes }).filter(([, value]) => value !== undefined);
  return {
    "content-security-policy": directives.map((directive) => directive.join(" ")).join("; "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

/** For pages into which somebody types a key: only their own origin may run in them, frame them or receive from them. */
export const STRICT_HEADERS = strictHeaders();
