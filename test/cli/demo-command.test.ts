import { expect, it } from "vitest";
import { demoText } from "../../src/cli/demo-command.ts";
import { configFromEnvironment } from "../../src/config/config.ts";

const TLS = { GRPC_TLS_CERT_FILE: "cert.pem", GRPC_TLS_KEY_FILE: "key.pem" };

it.each([
  ["without TLS", {}, "grpcurl -plaintext -H"],
  ["with TLS", TLS, "grpcurl -insecure -H"],
  [
    "with TLS for clients of a CA",
    { ...TLS, GRPC_TLS_CLIENT_CA_FILE: "ca.pem" },
    "grpcurl -insecure -cert CLIENT_CERT_FILE -key CLIENT_KEY_FILE -H",
  ],
])("the demo's line for gRPC speaks to a port %s", (_name, environment, line) => {
  const { grpcTls } = configFromEnvironment(environment);
  const ports = { grpc: 1, http: 2, ops: 3 };
  expect(demoText({ key: "wsk_x", ports, nowMs: 0, grpcTls })).toContain(`\n  ${line} `);
});
