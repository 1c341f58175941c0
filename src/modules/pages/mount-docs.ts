// The API reference, and Swagger UI to try the API out. Everything is loaded from this origin only. Swagger UI calls the
// service; the typed key stays in the page's memory.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { ApiDocument } from "./api-document.ts";
import { builtFile, mountFiles, type PageFile, STRICT_HEADERS, strictHeaders } from "./mount-files.ts";
import { keyIssuer, type PageBrand } from "./page-words.ts";
import type { ReferenceOptions } from "./reference/reference-words.ts";

const { resolve } = createRequire(import.meta.url);

const swaggerFile = (name: string): PageFile => ({
  path: `/docs/${name}`,
  file: pathToFileURL(resolve(`swagger-ui-dist/${name}`)),
});

const docsFile = (name: string): PageFile => ({ path: `/docs/${name}`, file: builtFile(`docs/${name}`) });

const REFERENCE_FILES: readonly PageFile[] = ["docs.css", "docs.js"].map(docsFile);

const TRY_FILES: readonly PageFile[] = [
  ...["try.css", "try.js"].map(docsFile),
  ...["swagger-ui.css", "swagger-ui-bundle.js"].map(swaggerFile),
];

/** Swagger UI writes HTML as strings, and its style sheet has icons as data: URLs. */
const TRY_HEADERS = strictHeaders({ "img-src": "'self' data:", "require-trusted-types-for": undefined });

interface DocsOptions extends Omit<ReferenceOptions, "document" | "issuer"> {
  readonly document: () => Promise<ApiDocument>;
  readonly brand: PageBrand;
  /** The key of a demo is filled in. */
  readonly demoKey?: string | undefined;
}

export function mountDocs(app: FastifyInstance, options: DocsOptions): void {
  const { demoKey = "", brand } = options;
  const values = async () => {
    const { referenceWords } = await import("./reference/reference-words.ts");
    return referenceWords({ ...options, document: await options.document(), issuer: keyIssuer(brand) });
  };
  const page = { path: "/docs", file: builtFile("docs/docs.html"), values };
  mountFiles(app, { files: [page, ...REFERENCE_FILES], headers: STRICT_HEADERS, brand });
  const tryPage = {
    path: "/docs/try",
    file: builtFile("docs/try.html"),
    values: () => ({ demo_key: demoKey }),
  };
  mountFiles(app, { files: [tryPage, ...TRY_FILES], headers: TRY_HEADERS, brand });
}
