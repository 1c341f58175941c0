// Where a core is: one host, all hosts behind a name, or a Unix socket.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

/** One place to connect to; what `net.connect` takes. */
export type Endpoint =
  { readonly path: string } | { readonly host: string; readonly port: number; readonly noDelay: true };

export interface CoreAddress {
  /** What requests name as their host. */
  readonly authority: string;
  /** Whom the server's certificate has to be for; undefined for an IP address, which is compared itself. */
  readonly servername: string | undefined;
  /** Every place there is at the moment. Rejects where the name is not known. */
  resolve(): Promise<readonly Endpoint[]>;
}

const UNIX = /^unix:(?:\/\/)?(?<path>\/.+)$/;
const HOST_AND_PORT = /^(?:dns:(?:\/\/\/)?)?(?:\[(?<ipv6>[^\]]+)\]|(?<host>[^:/[\]]+)):(?<port>\d{1,5})$/;

export const CORE_ADDRESS_FORMS = "HOST:PORT, dns:///NAME:PORT or unix:/PATH";

/** Undefined for a text of another form. */
export function coreAddressFromText(text: string): CoreAddress | undefined {
  const path = UNIX.exec(text)?.groups?.["path"];
  if (path !== undefined) {
    return { authority: "localhost", servername: "localhost", resolve: async () => [{ path }] };
  }
  const { ipv6, host = ipv6, port: digits } = HOST_AND_PORT.exec(text)?.groups ?? {};
  const port = Number(digits);
  if (host === undefined || port > 65_535) {
    return undefined;
  }
  return {
    authority: `${ipv6 === undefined ? host : `[${ipv6}]`}:${port}`,
    servername: isIP(host) === 0 ? host : undefined,
    resolve: async () =>
      (await lookup(host, { all: true })).map((found) => ({ host: found.address, port, noDelay: true })),
  };
}
