// Headers that a call came back with, less those that belong to the wire it came over or to this one.
import { REQUEST_ID_HEADER } from "../../request-id.ts";

// Body and connection headers are this server's to say (RFC 9110 section 7.6.1), and so are CORS and the request id.
const KEPT_BACK = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "server",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "vary",
  "www-authenticate",
  REQUEST_ID_HEADER,
]);

/** What of a call's metadata goes to an HTTP caller; gRPC's own fields and binary ones do not. */
export function sendableHeaders(metadata: Headers): Record<string, string> {
  const sendable: Record<string, string> = {};
  for (const [name, value] of metadata) {
    if (!KEPT_BACK.has(name) && !name.startsWith("grpc-") && !name.endsWith("-bin")) sendable[name] = value;
  }
  return sendable;
}
