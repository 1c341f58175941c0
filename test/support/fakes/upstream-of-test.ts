import { onTestFinished } from "vitest";
import {
  createMisbehavingUpstream,
  type Behaviour,
  type MisbehavingUpstream,
} from "./misbehaving-upstream.ts";

/** A provider that is closed when the test ends, or when `atEnd` says. */
export async function upstreamOfTest(
  behaviour: Behaviour,
  atEnd = onTestFinished,
): Promise<MisbehavingUpstream> {
  const upstream = await createMisbehavingUpstream(behaviour);
  atEnd(() => upstream.close());
  return upstream;
}
