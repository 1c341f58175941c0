// The API reference: Swagger UI over /openapi.json, from this origin alone. "Try it out" calls the service itself; the key that
// is typed in stays in the page's memory.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Brand } from "../../brand.ts";
import { mountFiles, type PageFile, STRICT_HEADERS } from "../mount-files.ts";

const { resolve } = createRequire(import.meta.url);

const swaggerFile = (name: string): PageFile => ({
  path: `/docs/${name}`,
  file: pathToFileURL(resolve(`swagger-ui-dist/${name}`)),
});

const FILES: readonly PageFile[] = [
  { path: "/docs/docs.css", file: new URL("docs.css", import.meta.url) },
  { path: "/docs/docs.js", file: new URL("docs.js", import.meta.url) },
  swaggerFile("swagger-ui.css"),
  swaggerFile("swagger-ui-bundle.js"),
];

/** The others', less what Swagger UI cannot do without: it writes HTML, and its icons are in its style sheet. */
const HEADERS = {
  ...STRICT_HEADERS,
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/** With a key of a demo it stands in the form already. */
export function mountDocs(
  app: FastifyInstance,
  { demoKey = "", brand }: { readonly demoKey?: string | undefined; readonly brand: Brand },
): void {
  const page = { path: "/docs", file: new URL("page.html", import.meta.url), values: { demo_key: demoKey } };
  mountFiles(app, { files: [page, ...FILES], headers: HEADERS, brand });
}
