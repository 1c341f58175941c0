/** Where a server listens. */
export interface Host {
  /** A name or an address, IPv6 without brackets. */
  readonly name: string;
  readonly port: number;
}

const HOST = /^(?:\[(?<ipv6>[\da-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const PORT_MAX = 65_535;

/** The hosts of `db-1,db-2:5433,[::1]`; undefined where one of them is none. */
export function hostsFromText(text: string, defaultPort: number): readonly Host[] | undefined {
  const hosts = text.split(",").map((item) => {
    const { ipv6, name = ipv6, port = defaultPort } = HOST.exec(item)?.groups ?? {};
    return name === undefined || Number(port) > PORT_MAX ? undefined : { name, port: Number(port) };
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** `db-1:5432`, `[::1]:5432`. */
export function hostToText({ name, port }: Host): string {
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
