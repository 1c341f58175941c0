import { Metadata } from "@grpc/grpc-js";

/**
 * What a sidecar accepts, and the content type of an answer that its core has written as JSON: an encoding of messages as gRPC
 * names them. A core that does not look at `accept` answers in application/grpc+proto, as to everybody.
 */
export const GRPC_JSON_TYPE = "application/grpc+json";

/**
 * All that gRPC can carry as text (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md, ASCII-Value). Bytes
 * beyond ASCII, which HTTP/1.1 lets a caller put into a `tracestate`, are worth no failed call: such a header is left out.
 */
const PRINTABLE = /^[ -~]*$/;

/** Metadata with every header; none of ours is binary. */
export function headersToMetadata(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) {
    if (PRINTABLE.test(value)) metadata.set(name, value);
  }
  return metadata;
}

/** Of the hop between two gRPC peers alone; passed on, it would say wrong things of the next. */
const OF_THE_HOP = /^(?:content-type|date|grpc-.*)$/;

/** Headers with every entry that is text, less those of the hop. */
export function metadataToHeaders(metadata: Metadata): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === "string" && !OF_THE_HOP.test(name)) headers[name] = value;
  }
  return headers;
}
