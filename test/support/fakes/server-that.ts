import { onTestFinished } from "vitest";
import {
  createMisbehavingUpstream,
  type Behaviour,
  type MisbehavingUpstream,
} from "./misbehaving-upstream.ts";

/** A server with this behaviour until the test ends. */
export async function serverThat(behaviour: Behaviour): Promise<MisbehavingUpstream> {
  const server = await createMisbehavingUpstream(behaviour);
  onTestFinished(() => server.close());
  return server;
}
