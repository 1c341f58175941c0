/** The commonest reasons why an address cannot be listened on, in words for operators. */
const MEANINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "this user may not listen there, as on most ports below 1024",
  ENOTFOUND: "the name is unknown",
};

/** An address that cannot be listened on. The message is one line and does not name the setting. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor({ host, port }: { readonly host: string; readonly port: number }, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    // grpc-js passes on the system's message for an address; for a name it only reports a failed resolution.
    const code =
      /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? (message.startsWith("Name resolution") ? "ENOTFOUND" : message);
    const meaning = MEANINGS[code];
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    super(
      meaning === undefined
        ? `${address} cannot be used (${code})`
        : `${address} cannot be used: ${meaning} (${code})`,
      { cause },
    );
  }
}
