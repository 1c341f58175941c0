import { afterAll, describe, expect, it } from "vitest";
import { createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { createSendFile } from "../../../src/doors/rest/send-file.ts";
import { closeHttp, listenHttp } from "../../../src/observability/http-listener.ts";

const TEXT = "const answer = 42;\n".repeat(1_000);
const GZIP = ["gzip", "gzip, deflate, br", "br,gzip", "deflate , GZIP"];

const app = createHttpApp({ corsOrigins: [], onBug: () => undefined });
const headers = { "content-type": "text/javascript; charset=utf-8" };
app.get("/file.js", createSendFile({ body: Buffer.from(TEXT), headers, cached: "max-age=60" }));
const port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
afterAll(() => closeHttp(app, 1_000));

const getAs = (accepted: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/file.js`, {
    ...init,
    headers: { ...init.headers, "accept-encoding": accepted },
  });

describe("a file", () => {
  it.each([...GZIP, "identity", "br", "gzip;q=0", "xgzip"])(
    "is compressed for clients that accept gzip, and for nobody else: %s",
    async (accepted) => {
      const response = await getAs(accepted);
      const isPacked = GZIP.includes(accepted);
      expect(response.headers.get("content-encoding")).toBe(isPacked ? "gzip" : null);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(Number(response.headers.get("content-length")) < TEXT.length / 2).toBe(isPacked);
      expect(await response.text()).toBe(TEXT);
    },
  );

  it("has an ETag for each encoding, which matches only that encoding", async () => {
    const [plain, packed] = [await getAs("identity"), await getAs("gzip")];
    const tags = [plain, packed].map(({ headers }) => headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(2);
    const statusOf = async (accepted: string, tag = "") =>
      (await getAs(accepted, { headers: { "if-none-match": tag } })).status;
    expect(await statusOf("identity", tags[0])).toBe(304);
    expect(await statusOf("gzip", tags[1])).toBe(304);
    expect(await statusOf("gzip", tags[0])).toBe(200);
  });

  it("has the same length for a HEAD as for a GET", async () => {
    const packed = await getAs("gzip");
    const head = await getAs("gzip", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(packed.headers.get("content-length"));
  });
});
