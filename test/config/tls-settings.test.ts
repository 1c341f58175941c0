import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config/setting-values.ts";
import { configFromEnvironment } from "../../src/config/config.ts";

const file = (name: string) => ({ name, path: `/tls/${name}` });
const set = (...names: readonly string[]) =>
  configFromEnvironment({
    CORE_ADDRESS: "core:50051",
    ...Object.fromEntries(names.map((name) => [name, `/tls/${name}`])),
  });

describe("the TLS settings", () => {
  it("secure the gRPC port with a certificate and its key, and check clients with a CA", () => {
    const identity = { certificate: file("GRPC_TLS_CERT_FILE"), privateKey: file("GRPC_TLS_KEY_FILE") };
    expect(set("GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE").grpcTls).toEqual({ identity });
    expect(set("GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE", "GRPC_TLS_CLIENT_CA_FILE").grpcTls).toEqual({
      identity,
      ca: file("GRPC_TLS_CLIENT_CA_FILE"),
    });
  });

  it("secure the way to the core with its CA, and with a certificate where it asks for one", () => {
    const ca = file("CORE_TLS_CA_FILE");
    expect(set("CORE_TLS_CA_FILE").coreTls).toEqual({ ca });
    expect(set("CORE_TLS_CA_FILE", "CORE_TLS_CERT_FILE", "CORE_TLS_KEY_FILE").coreTls).toEqual({
      ca,
      identity: { certificate: file("CORE_TLS_CERT_FILE"), privateKey: file("CORE_TLS_KEY_FILE") },
    });
  });

  it.each([
    [["GRPC_TLS_CERT_FILE"], "GRPC_TLS_CERT_FILE needs GRPC_TLS_KEY_FILE"],
    [["GRPC_TLS_KEY_FILE"], "GRPC_TLS_KEY_FILE needs GRPC_TLS_CERT_FILE"],
    [["GRPC_TLS_CLIENT_CA_FILE"], "GRPC_TLS_CLIENT_CA_FILE needs GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE"],
    [["CORE_TLS_CA_FILE", "CORE_TLS_KEY_FILE"], "CORE_TLS_KEY_FILE needs CORE_TLS_CERT_FILE"],
    [["CORE_TLS_CERT_FILE", "CORE_TLS_KEY_FILE"], "CORE_TLS_CERT_FILE needs CORE_TLS_CA_FILE"],
  ])("%j alone is refused with what is missing", (names, message) => {
    expect(() => set(...names)).toThrow(ConfigError);
    expect(() => set(...names)).toThrow(message);
  });

  it.each(["127.0.0.1:50051", "[::1]:50051", "dns:///10.0.0.7:50051"])(
    "refuse to dial %s with TLS, which cannot be done by address",
    (address) => {
      const settings = { CORE_ADDRESS: address, CORE_TLS_CA_FILE: "/tls/ca.pem" };
      expect(() => configFromEnvironment(settings)).toThrow(/^CORE_ADDRESS must be a name/);
    },
  );

  it.each(["localhost:50051", "dns:///core.apps.svc:50051", "unix:/run/core.sock"])(
    "dial %s with TLS",
    (address) => {
      const settings = { CORE_ADDRESS: address, CORE_TLS_CA_FILE: "/tls/ca.pem" };
      expect(configFromEnvironment(settings)).toMatchObject({ coreAddress: address, coreTls: {} });
    },
  );

  it.each([
    {
      settings: { STORE_TLS_CA_FILE: "/ca.pem" },
      says: "STORE_TLS_CA_FILE needs a STORE_URL whose server's certificate is checked",
    },
    {
      settings: { STORE_URL: "postgres://user@db/suitability?sslmode=require", STORE_TLS_CA_FILE: "/ca.pem" },
      says: "STORE_TLS_CA_FILE needs a STORE_URL whose server's certificate is checked",
    },
    {
      settings: {
        STORE_URL: "postgres://user@db/suitability?sslmode=verify-full",
        STORE_TLS_KEY_FILE: "/client.key",
      },
      says: "STORE_TLS_KEY_FILE needs STORE_TLS_CERT_FILE",
    },
  ])("of the store that would be of no use are refused: $says", ({ settings, says }) => {
    expect(() => configFromEnvironment(settings)).toThrow(says);
  });
});
