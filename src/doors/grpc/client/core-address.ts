// The address of a core: one host, all hosts of a name, or a Unix socket.
const UNIX = /^unix:(?:\/\/)?(?<path>\/.+)$/;
const HOST_AND_PORT = /^(?:dns:(?:\/\/\/)?)?(?<host>\[[^\]]+\]|[^:/[\]]+):(?<port>\d{1,5})$/;

export const CORE_ADDRESS_FORMS = "HOST:PORT, dns:///NAME:PORT or unix:/PATH";

/** The target for grpc-js; undefined for other forms, which grpc-js would interpret in its own way. */
export function coreTargetFromText(text: string): string | undefined {
  const path = UNIX.exec(text)?.groups?.["path"];
  const { host, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  if (path !== undefined) {
    return `unix:${path}`;
  }
  return host === undefined || Number(port) > 65_535 ? undefined : `dns:///${host}:${Number(port)}`;
}
