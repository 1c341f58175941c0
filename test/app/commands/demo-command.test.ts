import { expect, it } from "vitest";
import { demoText } from "../../../src/app/commands/demo-command.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";

const STARTED = {
  key: "wsk_x",
  ports: { grpc: 1, http: 2, ops: 3 },
  nowMs: 0,
  grpcTls: undefined,
  plan: "free",
  ofModules: [],
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

it("the demo's text has a section of each module", () => {
  const ofModule = {
    settings: new Map(),
    text: ({ plan }: { plan: string }) => `Try the ${plan} plan.`,
    json: () => ({}),
  };
  expect(demoText({ ...STARTED, ofModules: [ofModule] })).toContain(
    "\n\nTry the free plan.\n\nAPI description",
  );
});
