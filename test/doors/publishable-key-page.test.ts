// A page of another origin in a real browser, with nothing but a publishable key.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { CHROMIUM_PATH } from "../support/chromium.ts";
import { PATIENCE, useChromium } from "../support/use-chromium.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

describe.skipIf(CHROMIUM_PATH === undefined)(
  "a page with a publishable key in Chromium (needs chromium on the PATH)",
  PATIENCE,
  () => {
    let service: TestService;
    let pagePort: number;
    const openPage = useChromium();

    beforeAll(async () => {
      // A web space: it hands out a file and knows nothing of the service.
      const webSpace = createServer((_request, response) =>
        response.setHeader("content-type", "text/html").end("<!doctype html><title>Club</title>"),
      ).listen(0, "127.0.0.1");
      await once(webSpace, "listening");
      ({ port: pagePort } = webSpace.address() as AddressInfo);
      service = await startTestService();
      return async () => {
        await service.stop();
        webSpace.close();
      };
    }, PATIENCE.timeout);

    const openAt = async (host: string): Promise<Page> => {
      const { page } = await openPage();
      onTestFinished(() => page.close());
      await page.goto(`http://${host}:${pagePort}/`);
      return page;
    };
    /** What a script in the page gets to see of a call. */
    const callFrom = (page: Page, path: string, key: string) =>
      page.evaluate(
        async ([url, apiKey]) => {
          // A browser would answer the same question from its own cache for a while, which costs no call.
          const response = await fetch(url, { cache: "no-store", headers: { "X-API-Key": apiKey } });
          const { hours, reason } = (await response.json()) as { hours?: unknown[]; reason?: string };
          const { headers, status } = response;
          return {
            status,
            reason,
            hours: hours?.length,
            left: headers.get("RateLimit"),
            retryAfter: headers.get("Retry-After"),
          };
        },
        [`http://127.0.0.1:${service.ports.http}${path}`, key] as const,
      );
    const createKey = async (callsADay: number) => {
      const { accountId, key: secret } = await service.createCaller();
      const restrictions = {
        origins: [`http://127.0.0.1:${pagePort}`],
        places: ["55.95,-3.19"],
        operations: ["forecast" as const],
        callsADay,
      };
      const issued = await issueApiKey({ store: service.store, accountId, restrictions });
      return { key: issued?.apiKey ?? "", secret };
    };
    const EDINBURGH = "/v1/forecast?lat=55.9533&lng=-3.1883&days=1";

    it("is answered, and reads why it is not: another origin, place or operation, a key that is none", async () => {
      const { key, secret } = await createKey(10);
      const page = await openAt("127.0.0.1");
      expect(await callFrom(page, EDINBURGH, key)).toMatchObject({
        status: 200,
        hours: 24,
        left: '"day";r=9;t=42000',
      });
      expect(await callFrom(page, "/v1/forecast?lat=51.5&lng=0", key)).toMatchObject({
        status: 403,
        reason: "PLACE_NOT_ALLOWED",
      });
      const slots = "/v1/safe-slots?lat=55.9533&lng=-3.1883&slots=2026-11-22T14:00:00Z";
      expect(await callFrom(page, slots, key)).toMatchObject({
        status: 403,
        reason: "OPERATION_NOT_ALLOWED",
      });
      expect(await callFrom(page, EDINBURGH, `${key}x`)).toMatchObject({
        status: 401,
        reason: "KEY_MALFORMED",
      });
      expect(await callFrom(page, "/v1/sports", key)).toMatchObject({ status: 200 });

      const stranger = await openAt("localhost");
      expect(await callFrom(stranger, EDINBURGH, key)).toMatchObject({
        status: 403,
        reason: "ORIGIN_NOT_ALLOWED",
      });
      // A secret key has no place in a page: what it is told is kept from scripts, as it always was.
      await expect(callFrom(page, EDINBURGH, secret)).rejects.toThrow("Failed to fetch");
    });
  },
);
