// Files of pages, plain and compressed, as a browser gets them.
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";

interface Got {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

describe.each(["/dashboard/chart.js", "/embed/calendar.js"])("a page's file: %s", (path) => {
  const current = useTestService();
  /** Past fetch, which asks for gzip and unpacks it by itself. */
  const get = (headers: Record<string, string>, method = "GET") =>
    new Promise<Got>((resolve, reject) => {
      const { http } = current().service.ports;
      const asked = request({ port: http, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      asked.on("error", reject).end();
    });

  it.each(["gzip", "gzip, deflate, br", "br,gzip", "deflate , GZIP"])(
    "is compressed for who accepts %s",
    async (accepted) => {
      const plain = await get({});
      const { headers, body } = await get({ "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBe("gzip");
      expect(headers["vary"]).toBe("Accept-Encoding");
      expect(Number(headers["content-length"])).toBe(body.length);
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(body).equals(plain.body)).toBe(true);
    },
  );

  it.each(["identity", "br", "gzip;q=0", "xgzip"])("is as it is for who accepts %s", async (accepted) => {
    const { headers, body } = await get({ "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(body.toString()).toContain("function");
  });

  it("has another tag in each form, and each names its own form alone", async () => {
    const gzip = { "accept-encoding": "gzip" };
    const [plain, packed] = [await get({}), await get(gzip)];
    const tags = [plain, packed].map(({ headers }) => String(headers["etag"]));
    expect(new Set(tags).size).toBe(2);
    const status = async (headers: Record<string, string>, tag = "") =>
      (await get({ ...headers, "if-none-match": tag })).status;
    expect(await status({}, tags[0])).toBe(304);
    expect(await status(gzip, tags[1])).toBe(304);
    expect(await status(gzip, tags[0])).toBe(200);
    const head = await get(gzip, "HEAD");
    expect(head.headers["content-length"]).toBe(packed.headers["content-length"]);
    expect(head.body).toHaveLength(0);
  });
});
