// The certificates in a set of PEM files, checked before anything uses them.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { experimental } from "@grpc/grpc-js";

export interface NamedFile {
  /** What messages call it. */
  readonly name: string;
  readonly path: string;
}

/** What one side of a connection shows, and whom it believes. */
export interface CertificateFiles {
  /** The certificate, with those between it and its CA, and its private key. */
  readonly identity?: { readonly certificate: NamedFile; readonly privateKey: NamedFile } | undefined;
  /** The CAs that have to have signed the other side's certificate. */
  readonly ca?: NamedFile | undefined;
}

/** When a certificate ends, by what messages call its file; of several in a file the first. */
export interface CertificateEnd {
  readonly name: string;
  readonly endsAtMs: number;
}

export interface Certificates {
  readonly identity: experimental.IdentityCertificateUpdate | null;
  readonly ca: experimental.CaCertificateUpdate | null;
  readonly ends: readonly CertificateEnd[];
}

/** Rejects with a line that names the file for which nothing can be used. */
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
    // A secure context would pass over a CA that is none.
    const { validToDate } = new X509Certificate(pem);
    ends.push({ name: file.name, endsAtMs: validToDate.getTime() });
  } catch (cause) {
    throw new Error(`${file.name}: ${file.path} has no certificate in PEM format`, { cause });
  }
  return pem;
}

async function readPem({ name, path }: NamedFile): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code = "unreadable" } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}: ${path} cannot be read (${code})`, { cause });
  }
}
