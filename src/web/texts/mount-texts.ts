// What programs look for that were told nothing but the address: /llms.txt, /robots.txt, /favicon.ico (every page has it too).
import type { FastifyInstance } from "fastify";
import type { Brand } from "../../brand.ts";
import { cachePublicly, etagOf, isNamed } from "../../doors/rest/headers.ts";
import { mountFiles } from "../mount-files.ts";
import { STRICT_HEADERS } from "../strict-headers.ts";
import { llmsText } from "./llms-text.ts";

/** Without a key there is nothing to find under /v1. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\n";

/** Markdown too: some browsers would save it to a file. */
const TEXT = "text/plain; charset=utf-8";

/** As /openapi.json, which it is made from. */
const CACHED = "max-age=3600";

export function mountTexts(
  app: FastifyInstance,
  { openApi, brand }: { readonly openApi: Readonly<Record<string, unknown>>; readonly brand: Brand },
): void {
  const icon = { path: "/favicon.ico", file: new URL("../icon.svg", import.meta.url) };
  mountFiles(app, { files: [icon], headers: STRICT_HEADERS, brand });
  const texts = [
    { path: "/llms.txt", text: llmsText(openApi), type: TEXT },
    { path: "/robots.txt", text: ROBOTS, type: TEXT },
  ];
  for (const { path, text, type } of texts) {
    const body = Buffer.from(text);
    const etag = etagOf(body);
    app.get(path, (request, reply) => {
      cachePublicly(reply, CACHED).header("etag", etag);
      return isNamed(etag, request.headers["if-none-match"])
        ? reply.code(304).send()
        : reply.headers({ ...STRICT_HEADERS, "content-type": type }).send(body);
    });
  }
}
