/**
 * Loads at the first call. Everybody who calls meanwhile waits for the same load. If it fails, they all get the error, and the
 * next call tries again: the process may have been out of file descriptors for a moment.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
