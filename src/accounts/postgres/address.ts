export interface Host {
  /** A name or an address, IPv6 without brackets. */
  readonly name: string;
  readonly port: number;
}

export interface PostgresAddress {
  /** All hosts; the one that accepts writes is used. */
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /**
   * As in libpq. `prefer`: TLS if the server has it. `disable`: never. `require`: always. `verify-full`: always, with a
   * checked certificate.
   */
  readonly sslMode: "prefer" | "disable" | "require" | "verify-full";
  /**
   * Whether a connection keeps one session of the server, so that statements can be prepared. False behind a PgBouncer in
   * transaction mode (`prepare=false`).
   */
  readonly hasSession: boolean;
}

const POSTGRES =
  /^postgres(?:ql)?:\/\/(?<user>[^:@/?#\s]+)(?::(?<password>[^@/?#\s]*))?@(?<hosts>[^@/?#\s]+)\/(?<database>[^/?#\s]+)(?:\?(?<query>[^#\s]+))?$/;
const DEFAULT_PORT = 5432;

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ["prefer", "disable", "require", "verify-full"],
  prepare: ["true", "false"],
  // Accepted for psql's sake: every connection looks for the primary anyway.
  target_session_attrs: ["read-write", "primary"],
};

/** Undefined for an invalid URL or an unknown parameter. */
export function postgresAddressFromUrl(url: string): PostgresAddress | undefined {
  const { user = "", password = "", hosts = "", database = "", query } = POSTGRES.exec(url)?.groups ?? {};
  const parameters = [...new URLSearchParams(query)];
  const parsedHosts = hostsFromText(hosts);
  if (
    parsedHosts === undefined ||
    !parameters.every(([name, value]) => PARAMETERS[name]?.includes(value)) ||
    !isDecodable(`${user}${password}${database}`)
  ) {
    return undefined;
  }
  const { sslmode = "prefer", prepare = "true" } = Object.fromEntries(parameters);
  return {
    hosts: parsedHosts,
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

/** The hosts of `db-1,db-2:5433,[::1]`; undefined if one is invalid. */
function hostsFromText(text: string): readonly Host[] | undefined {
  const hosts = text.split(",").map((item) => {
    const { ipv6, name = ipv6, port = DEFAULT_PORT } = HOST.exec(item)?.groups ?? {};
    return name === undefined || Number(port) > PORT_MAX ? undefined : { name, port: Number(port) };
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}
