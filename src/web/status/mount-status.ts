// GET /status: a page for browsers, JSON for programs; /status.json is JSON for everybody. No key is asked for.
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { GetStatusResponseSchema, type GetStatusResponse } from "#gen/suitability/v1/status_pb.ts";
import type { Brand } from "../../brand.ts";
import { cachePublicly } from "../../doors/rest/cache-publicly.ts";
import { compileJsonWriter } from "../../doors/rest/json.ts";
import { prefersHtml } from "../../doors/rest/prefers-html.ts";
import { pageWords } from "../page-words.ts";
import { fill } from "../fill.ts";
import { STRICT_HEADERS } from "../strict-headers.ts";
import type { ServiceStatus } from "../../operations/status.ts";
import { statusWords } from "./status-words.ts";

const CACHED = "max-age=30";

const writeJson = compileJsonWriter(GetStatusResponseSchema);

export interface StatusPageOptions {
  readonly status: ServiceStatus;
  readonly brand: Brand;
}

export function mountStatus(app: FastifyInstance, { status, brand }: StatusPageOptions): void {
  const template = readFileSync(new URL("page.html", import.meta.url), "utf8");
  const page = fill(template, pageWords(brand, "/status"));
  /** Written once, however many ask; bytes, which they share. */
  const bodies = new WeakMap<GetStatusResponse, { readonly json: Buffer; readonly html: Buffer }>();

  const written = (current: GetStatusResponse) => {
    const known = bodies.get(current);
    if (known !== undefined) return known;
    const made = {
      json: Buffer.from(writeJson(current)),
      html: Buffer.from(fill(page, statusWords(current))),
    };
    bodies.set(current, made);
    return made;
  };

  app.get("/status.json", async (_request, reply) =>
    sendJson(cachePublicly(reply, CACHED), written(await status()).json),
  );
  app.get("/status", async (request, reply) => {
    const { json, html } = written(await status());
    cachePublicly(reply, CACHED);
    reply.header("vary", [reply.getHeader("vary"), "Accept"].filter(Boolean).join(", "));
    return prefersHtml(request.headers.accept)
      ? reply.headers({ ...STRICT_HEADERS, "content-type": "text/html; charset=utf-8" }).send(html)
      : sendJson(reply, json);
  });
}

function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(json);
}
