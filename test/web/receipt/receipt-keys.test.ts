// /.well-known/jwks.json has the public keys of receipts, at every HTTP port and without an API key.
// test/doors/receipts.test.ts verifies receipts of each door with them.
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { startTestService } from "../../support/test-service.ts";
import { signingSettings } from "../../receipts/receipt-settings.ts";

const settings = signingSettings();
const service = await startTestService(settings);
afterAll(() => service.stop());
const PORTS = ["http", "sidecar"] as const;

const keysAt = (port: number) => `http://127.0.0.1:${port}/.well-known/jwks.json`;

describe("the keys of receipts", () => {
  it.each(PORTS)(
    "are a JSON Web Key Set without private parts at %s, for every origin, cached for an hour",
    async (door) => {
      const response = await fetch(keysAt(service.ports[door]));
      expect(response.headers.get("content-type")).toBe("application/jwk-set+json");
      expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const [jwk] = settings.receiptKeys.published;
      expect(await response.json()).toEqual({ keys: [jwk] });
      expect(Object.keys(jwk ?? {})).toEqual(["kty", "crv", "x", "kid", "use", "alg"]);
    },
  );

  it("are sent over gRPC without an API key", async () => {
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${service.ports.grpc}` });
    const { keys } = await createClient(StatusService, transport).getReceiptKeys({});
    expect(keys).toMatchObject(settings.receiptKeys.published);
  });

  it("are an empty list if receipts are not set up", async () => {
    const without = await startTestService();
    try {
      for (const door of PORTS) {
        expect(await (await fetch(keysAt(without.ports[door]))).json()).toEqual({ keys: [] });
      }
    } finally {
      await without.stop();
    }
  });
});
