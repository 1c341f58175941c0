/** Why a Redis could not be asked, or did not answer in time: what was asked for may have been carried out. */
export class RedisUnavailable extends Error {
  override readonly name = "RedisUnavailable";
}

/** What Redis says about a command that makes no sense, or that meets a key of another type: a bug of ours. */
const BUG = /^(?:ERR|WRONGTYPE) /;

/** After a change of primary, a connection may lead to what is a replica now. */
const READ_ONLY = /^READONLY /;

/** A lost connection, or a refusal for reasons of the server's own (memory, disk, loading, rights). */
export function redisUnavailable(cause: unknown): RedisUnavailable {
  return new RedisUnavailable(reasonOf(cause), { cause });
}

/** What a failed command throws: RedisUnavailable, or the error as it is where it shows a bug. */
export function commandFailure(error: unknown): unknown {
  return error instanceof Error && BUG.test(error.message) ? error : redisUnavailable(error);
}

export function isReadOnlyReply(error: unknown): boolean {
  return error instanceof Error && READ_ONLY.test(error.message);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) {
    return String(cause);
  }
  // Where a name has several addresses and none can be reached, the error of errors has a code and no message.
  const text = cause.message === "" && "code" in cause ? String(cause.code) : cause.message;
  return text.replace(/\.$/, "");
}
