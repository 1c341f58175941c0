import type { TlsReader } from "../accounts/postgres/connect.ts";
import { readCertificates, type CertificateFiles } from "../doors/http/tls/read-certificates.ts";
import type { WatchOptions } from "../doors/http/tls/watched-certificates.ts";

/** The TLS files for the store, as the settings name them. Rejects with a line that names a file that cannot be used. */
export async function openTlsReader(
  files: CertificateFiles | undefined,
  { onUse }: Pick<WatchOptions, "onUse"> = {},
): Promise<TlsReader | undefined> {
  if (files === undefined) return undefined;
  const read: TlsReader = async () => {
    const { identity, ca, ends } = await readCertificates(files);
    onUse?.(ends);
    return { ca: ca?.caCertificate, cert: identity?.certificate, key: identity?.privateKey };
  };
  await read();
  return read;
}
