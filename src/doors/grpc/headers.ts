import { Metadata } from "@grpc/grpc-js";

/**
 * Sidecars send this in `accept`, and cores as the content type of JSON answers. The name follows gRPC's names of
 * encodings. A core that ignores `accept` answers in application/grpc+proto.
 */
export const GRPC_JSON_TYPE = "application/grpc+json";

/**
 * What gRPC can carry as text (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md, ASCII-Value). HTTP/1.1
 * allows other bytes, for instance in a `tracestate`; a header that has them is dropped, so that the call does not fail.
 */
const PRINTABLE = /^[ -~]*$/;

export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}

/** Metadata with every printable header; none of ours is binary. */
export function headersToMetadata(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) {
    if (isPrintable(value)) metadata.set(name, value);
  }
  return metadata;
}

/** Headers for one hop between gRPC peers, which must not be passed on. Each door sets the request id itself. */
const OF_THE_HOP = /^(?:content-type|date|grpc-.*|x-request-id)$/;

/** Headers with every text entry, except those of the hop. */
export function metadataToHeaders(metadata: Metadata): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === "string" && !OF_THE_HOP.test(name)) headers[name] = value;
  }
  return headers;
}
