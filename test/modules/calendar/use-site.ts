// A customer's site, with another origin than the service: its page has a strict policy, and its server adds the API key.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import type { ObservedPage } from "../../support/programs/chromium.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { PATIENCE, type OpenPage } from "../../support/programs/use-chromium.ts";
import { calendar, cellsOf } from "./calendar-page.ts";

interface OpenOptions {
  /** `localhost` gives the page an origin that its publishable keys do not allow. */
  readonly host?: "127.0.0.1" | "localhost";
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const KEY = {
  places: ["51.51,-0.13"],
  operations: ["forecast", "booking-confidence"],
  callsADay: 10,
} as const;

/** A service, a site in front of it and a browser, for the tests of a file. */
export function useSite(openPage: OpenPage) {
  let service: TestService;
  let site: Site;
  let accountId: string;

  beforeAll(async () => {
    service = await startTestService();
    const caller = await service.createCaller();
    const { key } = caller;
    ({ accountId } = caller);
    site = await startSite({ service: `http://127.0.0.1:${service.ports.http}`, key });
    return async () => {
      site.stop();
      await service.stop();
    };
  }, PATIENCE.timeout);

  /** Calls `prepare`, then opens the site's page with this body. */
  const open = async (
    body: string,
    { host = "127.0.0.1", prepare, ...look }: BrowserContextOptions & OpenOptions = {},
  ): Promise<ObservedPage> => {
    site.show(body);
    const observed = await openPage({ locale: "en-GB", timezoneId: "Europe/London", ...look });
    await prepare?.(observed.page);
    await observed.page.goto(site.origin.replace("127.0.0.1", host));
    return observed;
  };

  return {
    open,
    /** Opens the site's page with one calendar, and waits for its week. */
    openWeek: async (attributes?: string, look?: BrowserContextOptions) => {
      const observed = await open(calendar(attributes), look);
      await cellsOf(observed.page).first().waitFor();
      return observed;
    },
    /** The paths and queries that the page has asked the site's server for, without `/weather`. */
    asked: () => site.asked,
    /** Creates an account. Returns a publishable key of the account, for one place on the site's pages. */
    createPublishableKey: async () => {
      const { accountId } = await service.createCaller();
      const restrictions = { ...KEY, origins: [site.origin] };
      return (await issueApiKey({ store: service.store, accountId, restrictions }))?.apiKey ?? "";
    },
    serviceUrl: () => `http://127.0.0.1:${service.ports.http}`,
    /** The store, and the account whose key the site's server adds. */
    stored: () => ({ store: service.store, accountId }),
    serveScript: (text: string) => site.serveScript(text),
    pathsAsked: () => site.asked.map((url) => url.replace(/\?.*/, "")),
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

export async function startSite({ service, key }: { service: string; key: string }) {
  let shown = "";
  let script = "";
  const asked: string[] = [];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    "style-src 'self'",
    `connect-src 'self' ${service}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/") {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
      });
      response.end(pageOf(shown, service));
    } else if (path === "/app.js") {
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    } else if (path.startsWith("/weather/v1/")) {
      asked.push(path.slice("/weather".length));
      void passOn(path.slice("/weather".length), response);
    } else {
      response.writeHead(204).end();
    }
  });

  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(service + path, { headers: { "x-api-key": key } });
    for (const name of ["content-type", "weather-source", "retry-after"]) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.writeHead(answer.status).end(await answer.text());
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the body of the page, and empties `asked`. */
    show: (body: string) => {
      shown = body;
      asked.length = 0;
    },
    /** Sets the script at /app.js. */
    serveScript: (text: string) => {
      script = text;
    },
    /** Paths and queries since the last `show`, in order. */
    asked,
    stop: () => server.close().closeAllConnections(),
  };
}

function pageOf(body: string, service: string): string {
  const scripts = ["calendar", "badge"].map(
    (name) => `<script type="module" src="${service}/embed/${name}.js"></script>`,
  );
  return `<!doctype html><html lang="en"><head><title>Club</title>${scripts.join("")}</head><body>${body}</body></html>`;
}
