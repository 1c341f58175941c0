// What the store, and the Redis of forecasts, are reached with over TLS, as the settings name it.
import type { Config } from "../config/config.ts";
import { readCertificates, type CertificateFiles } from "../doors/tls/read-certificates.ts";
import type { TlsReader } from "../connections/tls-reader.ts";

export interface TlsReaders {
  readonly storeTls: TlsReader | undefined;
  readonly forecastsTls: TlsReader | undefined;
}

/** Rejects with a line that names the file for which nothing can be used. */
export async function openTlsReaders({
  storeTls,
  forecastsTls,
}: Pick<Config, "storeTls" | "forecastsTls">): Promise<TlsReaders> {
  return { storeTls: await openTlsReader(storeTls), forecastsTls: await openTlsReader(forecastsTls) };
}

export async function openTlsReader(files: CertificateFiles | undefined): Promise<TlsReader | undefined> {
  if (files === undefined) return undefined;
  const read: TlsReader = async () => {
    const { identity, ca } = await readCertificates(files);
    return { ca: ca?.caCertificate, cert: identity?.certificate, key: identity?.privateKey };
  };
  await read();
  return read;
}
