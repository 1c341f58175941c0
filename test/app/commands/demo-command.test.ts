import { expect, it } from "vitest";
import { demoText } from "../../../src/app/commands/demo-command.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";

const STARTED = {
  key: "wsk_x",
  adminToken: "wsa_x",
  ports: { grpc: 1, http: 2, ops: 3, admin: 4 },
  nowMs: 0,
  grpcTls: undefined,
  hasAdminTls: false,
  plan: "free",
};
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
  expect(demoText({ ...STARTED, grpcTls })).toContain(`\n  ${line} `);
});

it.each([
  ["without TLS", false, /^  curl -H .* http:\/\/127\.0\.0\.1:4\/admin\/v1\/accounts$/m],
  ["with TLS", true, /^  curl --insecure -H .* https:\/\/127\.0\.0\.1:4\/admin\/v1\/accounts$/m],
])("the demo's line for a shop speaks to a port %s", (_name, hasAdminTls, line) => {
  expect(demoText({ ...STARTED, hasAdminTls })).toMatch(line);
});
