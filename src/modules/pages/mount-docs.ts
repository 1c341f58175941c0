// The API reference: Swagger UI for /openapi.json, loaded from this origin only. "Try it out" calls the service; the typed
// key stays in the page's memory.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { builtFile, mountFiles, type PageFile, strictHeaders } from "./mount-files.ts";
import type { PageBrand } from "./page-words.ts";

const { resolve } = createRequire(import.meta.url);

const swaggerFile = (name: string): PageFile => ({
  path: `/docs/${name}`,
  file: pathToFileURL(resolve(`swagger-ui-dist/${name}`)),
});

const FILES: readonly PageFile[] = [
  { path: "/docs/try.css", file: builtFile("docs/try.css") },
  { path: "/docs/try.js", file: builtFile("docs/try.js") },
  swaggerFile("swagger-ui.css"),
  swaggerFile("swagger-ui-bundle.js"),
];

/** Swagger UI writes HTML as strings, and its style sheet has icons as data: URLs. */
const HEADERS = strictHeaders({ "img-src": "'self' data:", "require-trusted-types-for": undefined });

/** The key of a demo is filled in. */
export function mountDocs(
  app: FastifyInstance,
  { demoKey = "", brand }: { readonly demoKey?: string | undefined; readonly brand: PageBrand },
): void {
  const page = { path: "/docs", file: builtFile("docs/try.html"), values: { demo_key: demoKey } };
  mountFiles(app, { files: [page, ...FILES], headers: HEADERS, brand });
}
