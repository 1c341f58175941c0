/**
 * Runs `start`. If it throws, closes in reverse order what was opened, because half a process would neither serve nor end.
 * Rejects with the original error, even if closing fails.
 */
export async function startOrClose<Started>(
  start: (opened: AsyncDisposableStack) => Promise<Started>,
): Promise<Started> {
  const opened = new AsyncDisposableStack();
  try {
    return await start(opened);
  } catch (error) {
    await opened.disposeAsync().catch(() => undefined);
    throw error;
  }
}
