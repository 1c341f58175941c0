/** The command is understood and cannot be done. The message is one line that says why; the exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
