// A real page of another origin, with a secret key.
import { beforeAll, expect, it } from "vitest";
import { urlAnswering } from "../support/fakes/http-server.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { describeInChromium, PATIENCE } from "../support/programs/use-chromium.ts";

const FORECAST = "/v1/forecast?lat=51.5074&lng=-0.1278&days=1";

describeInChromium("a page with a secret key", (openPage) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    return service.stop;
  }, PATIENCE.timeout);

  /** What a page at `url` reads when it asks for a forecast. */
  const read = async (url: string, key: string): Promise<unknown> => {
    const { page } = await openPage();
    await page.goto(url);
    return page.evaluate(
      ([url, key]) =>
        fetch(url, { headers: { "x-api-key": key } }).then(
          async (response) => {
            const { reason } = (await response.json()) as { reason?: string };
            return [response.status, reason];
          },
          (error: unknown) => String(error),
        ),
      [`http://127.0.0.1:${service.ports.http}${FORECAST}`, key] as const,
    );
  };

  it("reads the refusal on another origin, which is not counted, and the forecast on the service's own", async () => {
    const { accountId, key } = await service.createCaller();
    const site = await urlAnswering((_request, response) => {
      response.setHeader("content-type", "text/html").end("<title>Site</title>");
    });
    expect(await read(site, key)).toEqual([403, "SECRET_KEY_IN_BROWSER"]);
    expect(await service.callsOf(accountId)).toBe(0);
    expect(await read(`http://127.0.0.1:${service.ports.http}/status`, key)).toEqual([200, undefined]);
    expect(await service.callsOf(accountId)).toBe(1);
  });
});
