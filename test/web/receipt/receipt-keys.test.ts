// /.well-known/jwks.json: what anybody verifies a receipt with, at every HTTP port and without a key.
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { compactVerify, createRemoteJWKSet } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { startTestService } from "../../support/test-service.ts";
import { signingSettings } from "../../receipts/receipt-settings.ts";

const settings = signingSettings();
const service = await startTestService(settings);
afterAll(() => service.stop());
const PORTS = ["http", "sidecar"] as const;

const keysAt = (port: number) => `http://127.0.0.1:${port}/.well-known/jwks.json`;

describe.each(PORTS)("the keys of receipts at %s", (door) => {
  const url = keysAt(service.ports[door]);

  it("are a JSON Web Key Set without a private part, for everybody, for an hour", async () => {
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toBe("application/jwk-set+json");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const [jwk] = settings.receiptKeys.published;
    expect(await response.json()).toEqual({ keys: [jwk] });
    expect(Object.keys(jwk ?? {})).toEqual(["kty", "crv", "x", "kid", "use", "alg"]);
  });

  it("verify what this port has signed, by the client of another maker", async () => {
    const { key } = await service.createCaller();
    const path = "lat=51.5&lng=-0.12&start_time=2026-11-22T14:00:00Z&duration_minutes=90&receipt=true";
    const answer = await fetch(`http://127.0.0.1:${service.ports[door]}/v1/booking-confidence?${path}`, {
      headers: { "x-api-key": key },
    });
    const { receipt } = (await answer.json()) as { receipt: string };
    const { protectedHeader } = await compactVerify(receipt, createRemoteJWKSet(new URL(url)));
    expect(protectedHeader.kid).toBe(settings.receiptKeys.signing.kid);
  });
});

describe("the keys of receipts", () => {
  it("are told over gRPC without a key", async () => {
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${service.ports.grpc}` });
    const { keys } = await createClient(StatusService, transport).getReceiptKeys({});
    expect(keys).toMatchObject(settings.receiptKeys.published);
  });

  it("are none where receipts are not set up", async () => {
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
