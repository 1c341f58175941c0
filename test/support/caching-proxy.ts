// A shared cache in front of a port, as a CDN or a company's proxy is one: it caches whatever it is not told not to.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Agent, interceptors } from "undici";

/** Of each connection alone (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/** What RFC 9111 lets a cache do with an answer that says nothing, section 4.2.2. */
const CACHED_BY_DEFAULT_MS = 60_000;

export interface CachingProxy {
  readonly port: number;
  /** How many requests reached the port behind it. */
  passed(): number;
}

/** Closed when the test is over. */
export async function startCachingProxy(targetPort: number): Promise<CachingProxy> {
  let passed = 0;
  const agent = new Agent();
  const counted = agent.compose((dispatch) => (options, handler) => {
    passed += 1;
    return dispatch(options, handler);
  });
  const cached = counted.compose(
    interceptors.cache({ type: "shared", cacheByDefault: CACHED_BY_DEFAULT_MS }),
  );
  const server = createServer(async (request, response) => {
    const answer = await cached.request({
      origin: `http://127.0.0.1:${targetPort}`,
      path: request.url ?? "/",
      method: request.method as "GET",
      headers: endToEnd(request.headers),
      body: request.method === "POST" ? request : null,
    });
    response.writeHead(answer.statusCode, endToEnd(answer.headers));
    // An answer may be shorter than its headers say: to a HEAD.
    response.end(Buffer.from(await answer.body.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await agent.destroy();
  });
  return { port: (server.address() as AddressInfo).port, passed: () => passed };
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
