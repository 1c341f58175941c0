/**
 * Starts something. When that throws, closes what was opened by then, the last first: half a process would neither serve
 * nor end. Rejects with what starting threw, whatever becomes of closing.
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
