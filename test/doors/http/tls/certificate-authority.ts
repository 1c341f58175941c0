// Certificates made with openssl, in a folder of the test.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { connect } from "node:tls";
import type { NamedFile } from "../../../../src/doors/http/tls/read-certificates.ts";

/** For `describe.skipIf`: if openssl is not installed, suites that need it are skipped by name. */
export const HAS_OPENSSL = isInstalled();

export interface Authority {
  readonly certificate: NamedFile;
  /** Signs a certificate for localhost and writes it to files with this name. */
  issue(name: string): { readonly certificate: NamedFile; readonly privateKey: NamedFile };
}

/** Creates an authority whose certificates, its own included, are valid for `days`. */
export function createAuthority(folder: string, name: string, { days = 2 } = {}): Authority {
  const files = filesOf(folder, name);
  const good = ["-days", String(days)];
  request(files, name, good);
  return {
    certificate: files.certificate,
    issue: (subject) => {
      const issued = filesOf(folder, subject);
      const signed = [...good, "-CA", files.certificate.path, "-CAkey", files.privateKey.path];
      request(issued, subject, [...signed, "-addext", "subjectAltName=DNS:localhost"]);
      return issued;
    },
  };
}

/** The name in the certificate that the server presents to a new connection. */
export async function shownName(port: number): Promise<unknown> {
  const socket = connect({
    port,
    host: "127.0.0.1",
    rejectUnauthorized: false,
    ALPNProtocols: ["h2", "http/1.1"],
  });
  await once(socket, "secureConnect");
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

function filesOf(folder: string, name: string) {
  return {
    certificate: { name: `the certificate of ${name}`, path: join(folder, `${name}.pem`) },
    privateKey: { name: `the key of ${name}`, path: join(folder, `${name}.key`) },
  };
}

function request(files: ReturnType<typeof filesOf>, subject: string, args: readonly string[]): void {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const out = ["-keyout", files.privateKey.path, "-out", files.certificate.path, "-subj", `/CN=${subject}`];
  execFileSync("openssl", ["req", "-x509", ...key, ...out, ...args], { stdio: "pipe" });
}

function isInstalled(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
