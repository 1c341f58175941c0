import { Metadata } from "@grpc/grpc-js";

/** Metadata with every header; none of ours is binary. */
export function metadataFromHeaders(headers: Headers): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of headers) {
    metadata.set(name, value);
  }
  return metadata;
}

/** The named metadata entries as headers; copying the rest would cost more than the checks that read these. */
export function headersFromMetadata(metadata: Metadata, names: readonly string[]): Headers {
  const headers = new Headers();
  for (const name of names) {
    const value = metadata.get(name)[0];
    if (typeof value === "string") {
      headers.set(name, value);
    }
  }
  return headers;
}
