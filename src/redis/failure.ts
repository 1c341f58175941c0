/** Why a Redis could not be asked, refused, or did not answer in time. */
export class RedisUnavailable extends Error {
  override readonly name = "RedisUnavailable";
  /** Whether what was asked for may have been carried out all the same, as no answer says. */
  readonly mayBeDone: boolean;

  constructor(
    message: string,
    { mayBeDone, cause }: { readonly mayBeDone: boolean; readonly cause: unknown },
  ) {
    super(message, { cause });
    this.mayBeDone = mayBeDone;
  }
}

/**
 * What Redis says about a command that makes no sense, or that meets a key of another type: a bug of ours. A server that does not know
 * a command is of another kind than its URL says, or of another make.
 */
const BUG = /^(?:ERR (?!unknown command)|WRONGTYPE )/;

/** That the user may not do something, by itself or (Redis 7.0, later ones) in a script, which may have begun by then. */
const LACKS_RIGHT = /^NOPERM |^ERR (?:The user executing the script|ACL failure in script)/;

/** What to do about it, where that is known. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [LACKS_RIGHT, "docs/stores.md lists the rights that its user needs"],
  [/^MOVED /, "it is a node of a cluster, whose URL begins with redis+cluster://"],
  [/^ERR unknown command '?SENTINEL/i, "it is no Sentinel"],
  [/^ERR unknown command/, "if it is a Sentinel, its URL begins with redis+sentinel://"],
];

/** How Redis begins everything that it says itself; what happens to a connection reads otherwise. */
const REPLY = /^[A-Z]+ /;

/** After a change of primary, a connection may lead to what is a replica now. */
const READ_ONLY = /^READONLY /;

/** There is no connection, so nothing was asked. */
export function notConnected(cause: unknown): RedisUnavailable {
  return new RedisUnavailable(reasonOf(cause), { cause, mayBeDone: false });
}

/**
 * What a command throws that was sent: RedisUnavailable after a lost connection, or a refusal for reasons of the server's
 * own (memory, disk, loading, rights); the error as it is where it shows a bug.
 */
export function commandFailure(error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  if (BUG.test(text) && !LACKS_RIGHT.test(text)) return error;
  const mayBeDone = !REPLY.test(text) || text.startsWith("ERR ");
  return new RedisUnavailable(reasonOf(error), { cause: error, mayBeDone });
}

export function isReadOnlyReply(error: unknown): boolean {
  return error instanceof Error && READ_ONLY.test(error.message);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof RedisUnavailable) return cause.message;
  // Where a name has several addresses and none can be reached, the error of errors has a code and no message.
  const text = cause.message === "" && "code" in cause ? String(cause.code) : cause.message;
  const reason = text.replace(/\.$/, "");
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(text)) ?? [];
  return advice === undefined ? reason : `${reason} (${advice})`;
}
