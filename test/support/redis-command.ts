import { createClient } from "@redis/client";

/** How long a store may wait for a command where a test is not about that: other work may hold the machine up. */
export const PATIENT_COMMANDS = { commandTimeoutMs: 15_000 } as const;

/** An operator's view of a Redis: sends one command and returns its reply, as the client reads it. */
export async function redisCommand(url: string, ...command: readonly string[]): Promise<unknown> {
  const client = createClient({ url, RESP: 2 });
  // Without a listener the client ends the process; the command itself rejects.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.sendCommand([...command]);
  } finally {
    client.destroy();
  }
}
