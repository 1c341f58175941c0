/** The command line makes no sense. The message is one line and says how it is used; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
