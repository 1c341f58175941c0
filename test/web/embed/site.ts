// A site of another origin, with a strict policy of its own and a server that adds the key.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Site {
  readonly origin: string;
  /** The page shows this from now on. */
  show(body: string): void;
  /** What the calendars have asked of the site's server: paths and queries, in order. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startSite({ service, key }: { service: string; key: string }): Promise<Site> {
  let shown = "";
  const asked: string[] = [];
  const policy = [
    "default-src 'none'",
    `script-src ${service}`,
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

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (body) => {
      shown = body;
      asked.length = 0;
    },
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageOf(body: string, service: string): string {
  const script = `<script type="module" src="${service}/embed/calendar.js"></script>`;
  return `<!doctype html><html lang="en"><head><title>Club</title>${script}</head><body>${body}</body></html>`;
}
