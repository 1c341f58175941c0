// What the URL of a PostgreSQL may be.

/** Where a server listens. */
export interface Host {
  /** A name or an address, IPv6 without brackets. */
  readonly name: string;
  readonly port: number;
}

export interface PostgresAddress {
  /** Of which one can be written to. */
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** As libpq has them: TLS where the server speaks it, none, always, always with a certificate that is checked. */
  readonly sslMode: "prefer" | "disable" | "require" | "verify-full";
  /**
   * Whether what is sent to one connection stays with one session of the server, so that it may prepare statements. It does
   * not behind a PgBouncer in transaction mode.
   */
  readonly hasSession: boolean;
}

const POSTGRES =
  /^postgres(?:ql)?:\/\/(?<user>[^:@/?#\s]+)(?::(?<password>[^@/?#\s]*))?@(?<hosts>[^@/?#\s]+)\/(?<database>[^/?#\s]+)(?:\?(?<query>[^#\s]+))?$/;
const PORT = 5432;

/** The parameters that are known, and what each may be. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ["prefer", "disable", "require", "verify-full"],
  prepare: ["true", "false"],
  // As every connection is asked for in any case.
  target_session_attrs: ["read-write", "primary"],
};

/** The address in a URL; undefined when it is none, or holds anything that would be ignored. */
export function postgresAddressFromUrl(url: string): PostgresAddress | undefined {
  const { user = "", password = "", hosts = "", database = "", query } = POSTGRES.exec(url)?.groups ?? {};
  const parameters = [...new URLSearchParams(query)];
  const places = hostsFromText(hosts, PORT);
  if (
    places === undefined ||
    !parameters.every(([name, value]) => PARAMETERS[name]?.includes(value)) ||
    !isDecodable(`${user}${password}${database}`)
  ) {
    return undefined;
  }
  const { sslmode = "prefer", prepare = "true" } = Object.fromEntries(parameters);
  return {
    hosts: places,
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: decodeURIComponent(database),
    sslMode: sslmode as PostgresAddress["sslMode"],
    hasSession: prepare === "true",
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const HOST = /^(?:\[(?<ipv6>[\da-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const PORT_MAX = 65_535;

/** The hosts of `db-1,db-2:5433,[::1]`; undefined where one of them is none. */
function hostsFromText(text: string, defaultPort: number): readonly Host[] | undefined {
  const hosts = text.split(",").map((item) => {
    const { ipv6, name = ipv6, port = defaultPort } = HOST.exec(item)?.groups ?? {};
    return name === undefined || Number(port) > PORT_MAX ? undefined : { name, port: Number(port) };
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}
