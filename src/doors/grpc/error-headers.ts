import type { OutgoingHttpHeaders } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import { connectErrorToStatus } from "./status.ts";

/** What a stream is answered with, past grpc-js, that gets an error and nothing else. */
export function errorHeaders(error: ConnectError): OutgoingHttpHeaders {
  const { code, details, metadata } = connectErrorToStatus(error);
  return {
    ":status": 200,
    "content-type": "application/grpc",
    "grpc-status": code,
    "grpc-message": encodeURI(details),
    ...metadata.toHttp2Headers(),
  };
}
