// Certificates in PEM files, read again when they change.
import { isDeepStrictEqual } from "node:util";
import type { experimental } from "@grpc/grpc-js";
import { whenChanged } from "../../../lib/log-once.ts";
import { readCertificates, type CertificateEnd, type CertificateFiles } from "./read-certificates.ts";

/** The result of a change: the new files are in use, or the old ones stay in use because the new ones cannot be used. */
export type Reload = { readonly kind: "Reloaded" } | { readonly kind: "Refused"; readonly reason: string };

export interface WatchOptions<Files extends CertificateFiles = CertificateFiles> {
  readonly files: Files;
  /** Called once for each change, and for each new problem. */
  readonly onReload: (reload: Reload) => void;
  /** Called with the ends of the certificates in use. */
  readonly onUse?: (ends: readonly CertificateEnd[]) => void;
  /**
   * How often the files are read. Kubernetes takes a minute to deliver a secret, and certificates are renewed days ahead.
   */
  readonly pollMs?: number;
}

export interface WatchedCertificates extends experimental.CertificateProvider {
  /** Stops reading. */
  close(): void;
}

/**
 * Rejects, with a line that names the unusable file, unless all files can be used. Later, files that cannot be used are
 * ignored and the old ones stay in use; grpc-js's own FileWatcherCertificateProvider refuses every connection while a file
 * is missing or half written. A change is a change of contents, not of times or inodes, because mounted secrets are swapped
 * as links.
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
  const isNews = whenChanged<string | undefined>(undefined);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    try {
      // During a swap, one file may be old and another new; a moment later all are new.
      const read = await readCertificates(files).catch(() => readCertificates(files));
      isNews(undefined);
      if (!isClosed && !isDeepStrictEqual(read, current)) {
        current = read;
        identityListeners.forEach((listener) => listener(read.identity));
        caListeners.forEach((listener) => listener(read.ca));
        onReload({ kind: "Reloaded" });
        onUse(read.ends);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isClosed && isNews(reason)) onReload({ kind: "Refused", reason });
    }
  };
  const keepChecking = () => {
    if (!isClosed) timer = setTimeout(() => void check().then(keepChecking), pollMs).unref();
  };
  keepChecking();

  return {
    // Called a tick later: grpc-js only listens to its credentials after they have added their listeners.
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
