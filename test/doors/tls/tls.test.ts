// TLS on the gRPC port and on the way to a core, in the composed service.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { systemClock } from "../../../src/clock.ts";
import { startRest } from "../../../src/compose/start-service.ts";
import { configFromEnvironment, type Config } from "../../../src/config/config.ts";
import { createLogger } from "../../../src/ops/logger.ts";
import type { ClientTls } from "../../../src/doors/tls/credentials.ts";
import type { NamedFile } from "../../../src/doors/tls/read-certificates.ts";
import type { Running } from "../../../src/compose/start-doors.ts";
import { createRestCaller } from "../rest-caller.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { createAuthority, HAS_OPENSSL, type Authority } from "./certificate-authority.ts";

const method = ForecastService.method.getForecast;
const request = { lat: 48.21, lng: 16.37, days: 1 };

const read = ({ path }: NamedFile) => readFileSync(path);

describe.skipIf(!HAS_OPENSSL)("TLS (skipped without openssl)", () => {
  let folder: TemporaryFolder;
  let ours: Authority;
  let theirs: Authority;
  let service: TestService | undefined;
  let sidecar: Running<"http" | "ops"> | undefined;

  beforeEach(() => {
    folder = createTemporaryFolder();
    ours = createAuthority(folder.path, "ours");
    theirs = createAuthority(folder.path, "theirs");
  });
  afterEach(async () => {
    await sidecar?.stop();
    await service?.stop();
    sidecar = undefined;
    service = undefined;
    folder.remove();
  });

  const start = async (settings: Partial<Config>) => (service = await startTestService(settings));

  /** A sidecar that dials the core by name. */
  const startSidecar = async (grpcPort: number, coreTls: Config["coreTls"]) => {
    const anyPort = { host: "127.0.0.1", port: 0 };
    const config = { ...configFromEnvironment({}), httpListen: anyPort, opsListen: anyPort, coreTls };
    const surroundings = { clock: systemClock, logger: createLogger({ level: "silent" }) };
    sidecar = await startRest({ ...config, coreAddress: `localhost:${grpcPort}` }, surroundings);
    const { http, ops } = sidecar.ports;
    return {
      call: (key: string) => createRestCaller(http).call({ method, request, key }),
      readiness: async () => (await fetch(`http://127.0.0.1:${ops}/readyz`)).status,
    };
  };

  it("a client is answered if it trusts the server's CA, and not if it trusts another or speaks plainly", async () => {
    const { ports } = await start({ grpcTls: { identity: ours.issue("server") } });
    await ask(ports.grpc, { ca: ours.certificate });
    await expect(ask(ports.grpc, { ca: theirs.certificate })).rejects.toThrow(/certificate/);
    await expect(ask(ports.grpc, {})).rejects.toThrow("No connection established");
  });

  it("with a client CA, only clients with a certificate of it are answered", async () => {
    const { ports } = await start({ grpcTls: { identity: ours.issue("server"), ca: ours.certificate } });
    const ca = ours.certificate;
    await ask(ports.grpc, { ca, identity: ours.issue("client") });
    await expect(ask(ports.grpc, { ca })).rejects.toThrow("No connection established");
    await expect(ask(ports.grpc, { ca, identity: theirs.issue("stranger") })).rejects.toThrow(
      "No connection established",
    );
  });

  it("a sidecar with certificates is answered by a core that asks for them, and is ready", async () => {
    const { ports, createCaller } = await start({
      grpcTls: { identity: ours.issue("core"), ca: theirs.certificate },
    });
    const { key } = await createCaller();
    const { call, readiness } = await startSidecar(ports.grpc, {
      ca: ours.certificate,
      identity: theirs.issue("client"),
    });
    expect(await call(key)).toMatchObject({ kind: "answer" });
    expect(await readiness()).toBe(200);
  });

  it("a sidecar whose core is another than it trusts is not ready and answers 503", async () => {
    const { ports, createCaller } = await start({ grpcTls: { identity: theirs.issue("core") } });
    const { key } = await createCaller();
    const { call, readiness } = await startSidecar(ports.grpc, { ca: ours.certificate });
    expect(await call(key)).toMatchObject({ kind: "fault", status: 503 });
    expect(await readiness()).toBe(503);
  });

  it("a missing GRPC_TLS_CLIENT_CA_FILE stops the start in a line that names the setting", async () => {
    const ca = { name: "GRPC_TLS_CLIENT_CA_FILE", path: join(folder.path, "missing.pem") };
    const settings = { grpcTls: { identity: ours.issue("server"), ca } };
    await expect(start(settings)).rejects.toThrow(/^GRPC_TLS_CLIENT_CA_FILE: .* cannot be read \(ENOENT\)$/);
  });
});

/** Rejects unless a client with these certificates is answered on the gRPC port. */
async function ask(port: number, { ca, identity }: Partial<ClientTls>): Promise<void> {
  const isSecured = ca !== undefined;
  const client = new Client(
    `localhost:${port}`,
    isSecured
      ? credentials.createSsl(
          read(ca),
          identity && read(identity.privateKey),
          identity && read(identity.certificate),
        )
      : credentials.createInsecure(),
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { deadline: Date.now() + 2_000 };
  client.makeUnaryRequest(HEALTH_CHECK, same, same, Buffer.alloc(0), options, (error) =>
    error === null ? resolve() : reject(error),
  );
  await promise.finally(() => client.close());
}

const HEALTH_CHECK = "/grpc.health.v1.Health/Check";
const same = (bytes: Buffer) => bytes;
