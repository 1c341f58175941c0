import type { Server } from "node:tls";
import type { Server as NetServer } from "node:net";
import { watchCertificates, type WatchOptions } from "./watched-certificates.ts";

/**
 * Gives a TLS server its certificate, and new ones when the files change. Returns a function that stops this; rejects with
 * a line that names the unusable file.
 */
export async function secureWith(server: NetServer, options: WatchOptions): Promise<() => void> {
  const watched = await watchCertificates(options);
  const { promise: secured, resolve } = Promise.withResolvers<void>();
  watched.addIdentityCertificateListener((identity) => {
    if (identity === null) return;
    const { certificate, privateKey } = identity;
    (server as Server).setSecureContext({ cert: certificate, key: privateKey });
    resolve();
  });
  await secured;
  return () => watched.close();
}
