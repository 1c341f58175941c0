// TLS on the gRPC port and on the way to a core, in the composed service.
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { Config } from "../../../../src/app/settings/core-config.ts";
import {
  readCertificates,
  type ClientTls,
  type NamedFile,
} from "../../../../src/doors/http/tls/read-certificates.ts";
import { dial } from "../../grpc/bare-server.ts";
import { createRestCaller } from "../../rest-caller.ts";
import { startSidecar } from "../../../support/service/start-sidecar.ts";
import { createTemporaryFolder } from "../../../support/programs/temporary-folder.ts";
import { startTestService } from "../../../support/service/test-service.ts";
import { createAuthority, HAS_OPENSSL } from "./certificate-authority.ts";

const method = ForecastService.method.getForecast;
const request = { lat: 48.21, lng: 16.37, days: 1 };

describe.skipIf(!HAS_OPENSSL)("TLS on the gRPC port (skipped without openssl)", async () => {
  if (!HAS_OPENSSL) return;
  const folder = createTemporaryFolder();
  const ours = createAuthority(folder.path, "ours");
  const theirs = createAuthority(folder.path, "theirs");
  const server = ours.issue("server");
  const client = ours.issue("client");
  const strict = await startTestService({ grpcTls: { identity: server, ca: ours.certificate } });
  const open = await startTestService({ grpcTls: { identity: server } });
  afterAll(async () => {
    await Promise.all([strict.stop(), open.stop()]);
    folder.remove();
  });

  /** The answer of a sidecar that dials the core by name, and whether the sidecar is ready. */
  const throughSidecar = async (core: typeof strict, coreTls: Config["coreTls"]) => {
    const corePort = core.ports.grpc;
    const sidecar = await startSidecar({ corePort, coreAddress: `localhost:${corePort}`, coreTls });
    const { key } = await core.createCaller();
    const outcome = await createRestCaller(sidecar.ports.http).call({ method, request, key });
    return { outcome, readiness: (await core.get("/readyz", { port: sidecar.ports.ops })).status };
  };

  it("answers a client that trusts its CA, and none that trusts another CA", async () => {
    await ask(open.ports.grpc, { ca: ours.certificate });
    await expect(ask(open.ports.grpc, { ca: theirs.certificate })).rejects.toThrow(/certificate/);
  });

  it("answers no client without TLS", async () => {
    await expect(ask(open.ports.grpc)).rejects.toThrow("No connection established");
  });

  it("with a client CA answers only clients with a certificate of that CA", async () => {
    const ca = ours.certificate;
    await ask(strict.ports.grpc, { ca, identity: client });
    for (const stranger of [{ ca }, { ca, identity: theirs.issue("stranger") }]) {
      await expect(ask(strict.ports.grpc, stranger)).rejects.toThrow("No connection established");
    }
  });

  it("reports in a metric when each of its certificates expires", async () => {
    const endOf = ({ name }: NamedFile, text: string) =>
      Number(text.split(`suitability_certificate_expiry_seconds{certificate="${name}"} `)[1]?.split("\n")[0]);
    const text = await strict.metrics();
    for (const file of [server.certificate, ours.certificate]) {
      const endsAtMs = Date.parse(new X509Certificate(readFileSync(file.path)).validTo);
      expect(endOf(file, text)).toBe(endsAtMs / 1000);
    }
  });

  it("reports the first expiry in a file with several certificates, and refuses a broken file", async () => {
    const soon = createAuthority(folder.path, "soon", { days: 1 });
    const [later, sooner] = [ours, soon].map(({ certificate }) => readFileSync(certificate.path, "utf8"));
    const ca = { name: "GRPC_TLS_CLIENT_CA_FILE", path: join(folder.path, "both.pem") };
    writeFileSync(ca.path, `${later}${sooner}`);
    const endsAtMs = Date.parse(new X509Certificate(sooner ?? "").validTo);
    expect((await readCertificates({ ca })).ends).toEqual([{ name: ca.name, endsAtMs }]);
    for (const broken of [`${later}${sooner?.slice(0, 200)}`, "no certificate"]) {
      writeFileSync(ca.path, broken);
      await expect(readCertificates({ ca })).rejects.toThrow(/^GRPC_TLS_CLIENT_CA_FILE: .* in PEM format$/);
    }
  });

  it("answers a sidecar that has certificates, and the sidecar is ready", async () => {
    const told = await throughSidecar(strict, { ca: ours.certificate, identity: client });
    expect(told).toMatchObject({ outcome: { kind: "answer" }, readiness: 200 });
  });

  it("of a core that a sidecar does not trust leaves the sidecar unready, and its callers get 503", async () => {
    const told = await throughSidecar(open, { ca: theirs.certificate });
    expect(told).toMatchObject({ outcome: { kind: "fault", status: 503 }, readiness: 503 });
  });

  it("does not start if a file that is set is missing: the error names the setting", async () => {
    const ca = { name: "GRPC_TLS_CLIENT_CA_FILE", path: join(folder.path, "missing.pem") };
    const settings = { grpcTls: { identity: server, ca } };
    await expect(startTestService(settings)).rejects.toThrow(
      /^GRPC_TLS_CLIENT_CA_FILE: .* cannot be read \(ENOENT\)$/,
    );
  });
});

/** Rejects unless the gRPC port answers a client with these certificates. Without `files` the client uses no TLS. */
async function ask(port: number, files?: ClientTls): Promise<void> {
  const tls = files && { files, onReload: () => undefined };
  const client = await dial(`localhost:${port}`, { tls });
  await client.ping();
}
