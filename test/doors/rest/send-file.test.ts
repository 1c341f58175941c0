import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { createSendFile } from "../../../src/doors/rest/send-file.ts";
import { closeHttp, listenHttp } from "../../../src/observability/http-listener.ts";

const TEXT = "const answer = 42;\n".repeat(1_000);
const FEW = "Disallow: /v1/\n";

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
const CODINGS = Object.keys(DECODE) as (keyof typeof DECODE)[];

const app = createHttpApp({ corsOrigins: [], onBug: () => undefined });
let reads = 0;
const fileOf = (read: () => string) =>
  createSendFile({
    read: () => Buffer.from(read()),
    type: "text/javascript; charset=utf-8",
    headers: { "x-content-type-options": "nosniff" },
    cached: "max-age=60",
  });
app.get(
  "/file.js",
  fileOf(() => {
    reads += 1;
    return TEXT;
  }),
);
app.get(
  "/few.txt",
  fileOf(() => FEW),
);
let isAway = true;
app.get(
  "/away.js",
  fileOf(() => {
    if (isAway) throw new Error("no such file");
    return TEXT;
  }),
);
const port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
afterAll(() => closeHttp(app, 1_000));

/** With node:http, since fetch adds an Accept-Encoding and decompresses. */
async function send(
  coding: string | undefined,
  { path = "/file.js", method = "GET", ifNoneMatch = "" } = {},
) {
  const headers = {
    ...(coding !== undefined && { "accept-encoding": coding }),
    ...(ifNoneMatch !== "" && { "if-none-match": ifNoneMatch }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ port, host: "127.0.0.1", path, method, headers }, resolve).on("error", reject).end();
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

describe("a file", () => {
  it.each(CODINGS)("is sent as %s to a client that accepts it, with its length and Vary", async (coding) => {
    const { headers, body } = await send(coding);
    expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(headers).toMatchObject({
      "content-length": String(body.length),
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=60",
      vary: "Accept-Encoding",
    });
    expect(DECODE[coding](body).toString()).toBe(TEXT);
    expect(body.length < TEXT.length / 10).toBe(coding !== "identity");
  });

  it("has a strong ETag for each coding, and 304 answers only the ETag of the coding that would be sent", async () => {
    const tags = await Promise.all(CODINGS.map(async (coding) => (await send(coding)).headers.etag ?? ""));
    expect(new Set(tags).size).toBe(CODINGS.length);
    for (const [i, tag] of tags.entries()) {
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const [j, coding] of CODINGS.entries()) {
        const { status } = await send(coding, { ifNoneMatch: tag });
        expect(status, `${coding} for ${CODINGS[i]}`).toBe(i === j ? 304 : 200);
      }
    }
  });

  it.each(CODINGS)(
    "gets a 304 of %s without a body, for an ETag that a proxy made weak too",
    async (coding) => {
      const { headers: full } = await send(coding);
      for (const ifNoneMatch of [`W/${full.etag}`, `"x", ${full.etag}`]) {
        const { status, headers, body } = await send(coding, { ifNoneMatch });
        expect([status, body.length]).toEqual([304, 0]);
        for (const name of ["etag", "vary", "cache-control"]) expect(headers[name], name).toBe(full[name]);
        expect(headers).not.toHaveProperty("content-length");
      }
    },
  );

  it.each(CODINGS)("has for a HEAD the headers of a GET, as %s, and as 304", async (coding) => {
    const { headers } = await send(coding);
    const names = ["content-length", "content-type", "content-encoding", "etag", "vary", "cache-control"];
    for (const ifNoneMatch of ["", headers.etag ?? ""]) {
      const head = await send(coding, { method: "HEAD", ifNoneMatch });
      expect([head.status, head.body.length]).toEqual([ifNoneMatch === "" ? 200 : 304, 0]);
      // A 304 does not send the coding; the client has it with the file.
      const compared = ifNoneMatch === "" ? names : names.filter((name) => name !== "content-encoding");
      for (const name of compared) expect(head.headers[name], name).toBe(headers[name]);
    }
  });

  it("is read once, however many clients ask in however many codings", async () => {
    await Promise.all([...CODINGS, ...CODINGS].map((coding) => send(coding)));
    expect(reads).toBe(1);
  });

  it("is sent as it is if compression would make it longer, and still says that it depends on the coding", async () => {
    for (const coding of CODINGS) {
      const { headers, body } = await send(coding, { path: "/few.txt" });
      expect(headers["content-encoding"], coding).toBeUndefined();
      expect(headers.vary).toBe("Accept-Encoding");
      expect(body.toString()).toBe(FEW);
    }
  });

  it("that could not be read is read again by the next request", async () => {
    expect((await send("br", { path: "/away.js" })).status).toBe(500);
    isAway = false;
    expect((await send("br", { path: "/away.js" })).status).toBe(200);
  });
});
