import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/app/settings/setting-values.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";

const file = (name: string) => ({ name, path: `/tls/${name}` });
const set = (...names: readonly string[]) =>
  configFromEnvironment({
    CORE_ADDRESS: "core:50051",
    ...Object.fromEntries(names.map((name) => [name, `/tls/${name}`])),
  });

const VERIFIED = "postgres://user@db/suitability?sslmode=verify-full";

describe("the TLS settings", () => {
  const identity = { certificate: file("GRPC_TLS_CERT_FILE"), privateKey: file("GRPC_TLS_KEY_FILE") };

  it("secure the gRPC port with a certificate and its key", () => {
    expect(set("GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE").grpcTls).toEqual({ identity });
  });

  it("check the gRPC port's clients with a CA", () => {
    expect(set("GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE", "GRPC_TLS_CLIENT_CA_FILE").grpcTls).toEqual({
      identity,
      ca: file("GRPC_TLS_CLIENT_CA_FILE"),
    });
  });

  it("secure the connection to the core with its CA, and with a client certificate if one is set", () => {
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
  ])("are refused in words that say what is missing if only %j is set", (names, message) => {
    expect(() => set(...names)).toThrow(ConfigError);
    expect(() => set(...names)).toThrow(message);
  });

  it.each(["127.0.0.1:50051", "[::1]:50051", "dns:///10.0.0.7:50051"])(
    "refuse to dial %s with TLS, which needs a name in place of an IP address",
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

  it("of the store and of the store to move to are separate", () => {
    const { storeTls, moveToStoreTls } = configFromEnvironment({
      STORE_URL: VERIFIED,
      STORE_TLS_CA_FILE: "/ca.pem",
      MOVE_TO_STORE_URL: VERIFIED,
      MOVE_TO_STORE_TLS_CERT_FILE: "/client.pem",
      MOVE_TO_STORE_TLS_KEY_FILE: "/client.key",
    });
    expect(storeTls).toEqual({ ca: { name: "STORE_TLS_CA_FILE", path: "/ca.pem" }, identity: undefined });
    expect(moveToStoreTls?.identity?.certificate.path).toBe("/client.pem");
  });

  const CHECKED = "whose server's certificate is checked";

  it.each([
    [{ STORE_TLS_CA_FILE: "/ca.pem" }, `STORE_TLS_CA_FILE needs a STORE_URL ${CHECKED}`],
    [
      { STORE_TLS_CA_FILE: "/ca.pem", STORE_URL: VERIFIED.replace("verify-full", "require") },
      `STORE_TLS_CA_FILE needs a STORE_URL ${CHECKED}`,
    ],
    [
      { MOVE_TO_STORE_TLS_CA_FILE: "/ca.pem" },
      `MOVE_TO_STORE_TLS_CA_FILE needs a MOVE_TO_STORE_URL ${CHECKED}`,
    ],
    [
      { STORE_TLS_KEY_FILE: "/client.key", STORE_URL: VERIFIED },
      "STORE_TLS_KEY_FILE needs STORE_TLS_CERT_FILE",
    ],
  ])("of a store are refused if they would have no effect: %j", (settings, says) => {
    expect(() => configFromEnvironment(settings)).toThrow(says);
  });
});
