/** What operators make of the commonest reasons. */
const MEANINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "this user may not, as with most ports below 1024",
  ENOTFOUND: "the name is unknown",
};

/** An address that cannot be listened on. The message is one line, without the setting that the address is from. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor({ host, port }: { readonly host: string; readonly port: number }, cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    // grpc-js passes on the words of what failed, and for a name only that it did.
    const code =
      /\bE[A-Z]{3,}\b/.exec(said)?.[0] ?? (said.startsWith("Name resolution") ? "ENOTFOUND" : said);
    const meaning = MEANINGS[code];
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    super(
      meaning === undefined
        ? `${address} cannot be listened on (${code})`
        : `${address} cannot be listened on: ${meaning} (${code})`,
      { cause },
    );
  }
}
