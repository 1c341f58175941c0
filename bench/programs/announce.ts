/** Announces that a server accepts calls, as the service does. */
export function announce(ports: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify({ ...ports, msg: "listening" })}\n`);
}
