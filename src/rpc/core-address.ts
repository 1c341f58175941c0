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

/** Reads `host:port`, `dns:///name:port` or `unix:/path`; throws where it is none of them. */
export function readCoreAddress(address: string): CoreAddress {
  const path = UNIX.exec(address)?.groups?.["path"];
  if (path !== undefined) {
    return { authority: "localhost", servername: "localhost", resolve: async () => [{ path }] };
  }
  const { ipv6, host = ipv6, port: digits } = HOST_AND_PORT.exec(address)?.groups ?? {};
  const port = Number(digits);
  if (host === undefined || port > 65_535) {
    throw new Error(`${address} is no address of a core: HOST:PORT, dns:///NAME:PORT or unix:/PATH`);
  }
  return {
    authority: `${ipv6 === undefined ? host : `[${ipv6}]`}:${port}`,
    servername: isIP(host) === 0 ? host : undefined,
    resolve: async () =>
      (await lookup(host, { all: true })).map((found) => ({ host: found.address, port, noDelay: true })),
  };
}
