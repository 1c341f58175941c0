// Reads and checks a set of PEM files.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { experimental } from "@grpc/grpc-js";

export interface NamedFile {
  /** Its name in messages. */
  readonly name: string;
  readonly path: string;
}

/** What one side of a connection presents, and whom it trusts. */
export interface CertificateFiles {
  /** The certificate with its chain, and its private key. */
  readonly identity?: { readonly certificate: NamedFile; readonly privateKey: NamedFile } | undefined;
  /** The CAs that must have signed the other side's certificate. */
  readonly ca?: NamedFile | undefined;
}

/** With a CA, every client needs a certificate that this CA has signed. */
export type ServerTls = CertificateFiles & { readonly identity: object };

/** The server's certificate has to be signed by the CA, for the name in the address. */
export type ClientTls = CertificateFiles & { readonly ca: object };

/**
 * When the certificate of a file ends; `name` is the file's name in messages. If a file has several certificates (a chain,
 * two CAs), the earliest of their ends.
 */
export interface CertificateEnd {
  readonly name: string;
  readonly endsAtMs: number;
}

export interface Certificates {
  readonly identity: experimental.IdentityCertificateUpdate | null;
  readonly ca: experimental.CaCertificateUpdate | null;
  readonly ends: readonly CertificateEnd[];
}

/** A certificate that is cut off matches to the end of the file. */
const PEM_CERTIFICATE = /-----BEGIN [^-]*CERTIFICATE-----.*?(?:-----END [^-]*CERTIFICATE-----|$)/gs;

/** Rejects with a line that names the unusable file. */
export async function readCertificates({ identity, ca }: CertificateFiles): Promise<Certificates> {
  const ends: CertificateEnd[] = [];
  return {
    identity: identity === undefined ? null : await readIdentity(identity, ends),
    ca: ca === undefined ? null : { caCertificate: await readCertificate(ca, ends) },
    ends,
  };
}

async function readIdentity(files: NonNullable<CertificateFiles["identity"]>, ends: CertificateEnd[]) {
  const certificate = await readCertificate(files.certificate, ends);
  const privateKey = await readPem(files.privateKey);
  try {
    createSecureContext({ cert: certificate, key: privateKey });
  } catch (cause) {
    const { name, path } = files.privateKey;
    throw new Error(`${name}: ${path} is not the private key of ${files.certificate.name}`, { cause });
  }
  return { certificate, privateKey };
}

async function readCertificate(file: NamedFile, ends: CertificateEnd[]): Promise<Buffer> {
  const pem = await readPem(file);
  try {
    ends.push({ name: file.name, endsAtMs: earliestEndMs(pem) });
  } catch (cause) {
    throw new Error(`${file.name}: ${file.path} has no certificate in PEM format`, { cause });
  }
  return pem;
}

/** Throws unless every certificate in the file can be parsed. A secure context would ignore malformed CAs. */
function earliestEndMs(pem: Buffer): number {
  const certificates = pem.toString("latin1").match(PEM_CERTIFICATE);
  if (certificates === null) throw new Error("no line BEGIN CERTIFICATE");
  return Math.min(...certificates.map((each) => new X509Certificate(each).validToDate.getTime()));
}

async function readPem({ name, path }: NamedFile): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code = "unreadable" } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}: ${path} cannot be read (${code})`, { cause });
  }
}
