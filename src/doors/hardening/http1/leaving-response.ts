import type { IncomingMessage } from "node:http";
import { ServerResponse } from "../../../lib/node-http.ts";

/**
 * HTTP/1 responses that close their connection while the port is not serving. A connection that is kept until the port
 * closes may be cut while a request is on its way, and not every sender repeats such a request.
 */
export function leavingResponse(isServing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    // Every answer passes here when its head is written.
    override writeHead(...head: unknown[]): this {
      if (!isServing()) this.shouldKeepAlive = false;
      return Reflect.apply(super.writeHead, this, head) as this;
    }
  };
}
