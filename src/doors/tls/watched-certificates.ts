// Certificates in PEM files, read anew when the files change.
import type { experimental } from "@grpc/grpc-js";
import {
  readCertificates,
  type CertificateEnd,
  type CertificateFiles,
  type Certificates,
} from "./read-certificates.ts";

/** What became of a change: the new files are in use, or the old ones still are because of what is wrong with the new. */
export type Reload = { readonly kind: "Reloaded" } | { readonly kind: "Refused"; readonly reason: string };

export interface WatchOptions<Files extends CertificateFiles = CertificateFiles> {
  readonly files: Files;
  /** Told once of each change, and of each new reason to refuse one. */
  readonly onReload: (reload: Reload) => void;
  /** Told when those end that are in use now. */
  readonly onUse?: (ends: readonly CertificateEnd[]) => void;
  /** How often the files are read. Kubernetes takes a minute to bring a secret, and certificates are renewed days ahead. */
  readonly pollMs?: number;
}

export interface WatchedCertificates extends experimental.CertificateProvider {
  /** Stops reading. */
  close(): void;
}

/**
 * Rejects, with a line that names the file, unless all can be used. Later whatever cannot be used is refused, and what
 * was there before kept: grpc-js's own FileWatcherCertificateProvider turns every connection away while a file is
 * missing or half written. The contents are compared, not times or inodes, since mounted secrets are swapped as links.
 */
export async function watchCertificates({
  files,
  onReload,
  onUse = () => undefined,
  pollMs = 10_000,
}: WatchOptions): Promise<WatchedCertificates> {
  const identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  const caListeners = new Set<experimental.CaCertificateUpdateListener>();
  let current = await readCertificates(files);
  onUse(current.ends);
  let refusedFor: string | undefined;

  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    try {
      // While they are swapped, one may be the old one and another the new; a moment later all are new.
      const read = await readCertificates(files).catch(() => readCertificates(files));
      refusedFor = undefined;
      if (!isClosed && !isSame(read, current)) {
        current = read;
        identityListeners.forEach((listener) => listener(read.identity));
        caListeners.forEach((listener) => listener(read.ca));
        onReload({ kind: "Reloaded" });
        onUse(read.ends);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isClosed && reason !== refusedFor) {
        refusedFor = reason;
        onReload({ kind: "Refused", reason });
      }
    }
  };
  const keepLooking = () => {
    if (!isClosed) {
      timer = setTimeout(() => void look().then(keepLooking), pollMs).unref();
    }
  };
  keepLooking();

  return {
    // Told a tick later: grpc-js only listens to what its credentials say after it has had them add their listeners.
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      process.nextTick(() => listener(current.identity));
    },
    removeIdentityCertificateListener: (listener) => identityListeners.delete(listener),
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      process.nextTick(() => listener(current.ca));
    },
    removeCaCertificateListener: (listener) => caListeners.delete(listener),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function isSame(a: Certificates, b: Certificates): boolean {
  return (
    isSameText(a.identity?.certificate, b.identity?.certificate) &&
    isSameText(a.identity?.privateKey, b.identity?.privateKey) &&
    isSameText(a.ca?.caCertificate, b.ca?.caCertificate)
  );
}

function isSameText(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
