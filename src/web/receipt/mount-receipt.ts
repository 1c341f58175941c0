// /.well-known/jwks.json has the public keys of receipts; the page /receipt verifies a receipt. Neither needs an API key.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { GetReceiptKeysResponseSchema, type GetReceiptKeysResponse } from "#gen/suitability/v1/status_pb.ts";
import type { Brand } from "../../brand.ts";
import { cachePublicly } from "../../doors/rest/headers.ts";
import { compileJsonWriter } from "../../doors/rest/json.ts";
import { profileToJson } from "../../receipts/profile-json.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { PROFILES } from "../../scoring/sports/profiles.ts";
import { mountFiles, strictHeaders } from "../mount-files.ts";
import { escapeHtml, fill, pageWords } from "../page-words.ts";

/** RFC 7517 section 8.5.2. */
const JWKS_TYPE = "application/jwk-set+json";

/** An hour after a key was published, every cache has it. */
const CACHED = "max-age=3600";

/** The page may send no requests: it contains the keys, and a pasted receipt cannot leave it. */
const HEADERS = strictHeaders({ "connect-src": undefined });

const writeKeys = compileJsonWriter(GetReceiptKeysResponseSchema);

export interface ReceiptOptions {
  readonly receiptKeys: () => Promise<GetReceiptKeysResponse>;
  readonly brand: Brand;
}

export function mountReceipt(app: FastifyInstance, { receiptKeys, brand }: ReceiptOptions): void {
  app.get("/.well-known/jwks.json", async (_request, reply) => {
    const keys = await receiptKeys();
    return (
      cachePublicly(reply, CACHED)
        // Other pages may verify receipts too.
        .headers({ "content-type": JWKS_TYPE, "access-control-allow-origin": "*" })
        // As bytes: to a string Fastify would add a charset, which this type does not have.
        .send(Buffer.from(writeKeys(keys)))
    );
  });

  const template = readFileSync(new URL("page.html", import.meta.url), "utf8");
  const page = fill(template, {
    ...pageWords(brand, "/receipt"),
    "receipt.model": MODEL_VERSION,
    "receipt.sports": escapeHtml(JSON.stringify(PROFILES.map(profileToJson))),
  });
  app.get("/receipt", async (_request, reply) => {
    const { keys } = await receiptKeys();
    const shown = keys.map(({ kid, x }) => ({ kid, x }));
    return cachePublicly(reply, "no-cache")
      .headers({ ...HEADERS, "content-type": "text/html; charset=utf-8" })
      .send(fill(page, { "receipt.keys": escapeHtml(JSON.stringify(shown)) }));
  });
  const files = ["receipt.css", "receipt.js", "read-receipt.js"].map((name) => ({
    path: `/receipt/${name}`,
    file: new URL(name, import.meta.url),
  }));
  mountFiles(app, { files, headers: HEADERS, brand });
}
