// Callers that keep their connections to a port that is about to close.
import { ServerResponse, type IncomingMessage } from "node:http";

/**
 * The answers of an HTTP/1 port: while it is not serving, each says that its connection ends with it. A connection that is kept until
 * the port closes is closed under a request that is already on its way, which its sender may not repeat.
 */
export function leavingResponse(isServing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    // Every answer passes here, when its head is made.
    override writeHead(...head: unknown[]): this {
      if (!isServing()) this.shouldKeepAlive = false;
      return Reflect.apply(super.writeHead, this, head) as this;
    }
  };
}
