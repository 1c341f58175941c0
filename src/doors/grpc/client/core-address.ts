// Where a core is: one host, all hosts behind a name, or a Unix socket.
const UNIX = /^unix:(?:\/\/)?(?<path>\/.+)$/;
const HOST_AND_PORT = /^(?:dns:(?:\/\/\/)?)?(?<host>\[[^\]]+\]|[^:/[\]]+):(?<port>\d{1,5})$/;

export const CORE_ADDRESS_FORMS = "HOST:PORT, dns:///NAME:PORT or unix:/PATH";

/** What grpc-js dials; undefined for a text of another form, of which it would make something of its own. */
export function coreTargetFromText(text: string): string | undefined {
  const path = UNIX.exec(text)?.groups?.["path"];
  const { host, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  if (path !== undefined) {
    return `unix:${path}`;
  }
  return host === undefined || Number(port) > 65_535 ? undefined : `dns:///${host}:${Number(port)}`;
}
