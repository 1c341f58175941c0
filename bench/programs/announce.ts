/** Says that a server accepts calls, in the words in which the service says it. */
export function announce(ports: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify({ ...ports, msg: "listening" })}\n`);
}
