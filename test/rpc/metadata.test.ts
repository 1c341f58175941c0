import { describe, expect, it } from "vitest";
import { headersToMetadata } from "../../src/rpc/metadata.ts";

describe("headers as metadata", () => {
  it("leave out what gRPC cannot carry, instead of failing the call", () => {
    const metadata = headersToMetadata({ "x-api-key": "wsk_1", tracestate: "a=\u00d7" });
    expect(metadata.getMap()).toEqual({ "x-api-key": "wsk_1" });
  });
});
