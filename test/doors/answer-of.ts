import type { Answer, Door, DoorCall } from "./door.ts";

/** The answer to a call that must get one. */
export async function answerOf(door: Door | undefined, call: DoorCall): Promise<Answer> {
  const outcome = await door?.call(call);
  if (outcome?.kind !== "answer") {
    throw new Error(`${door?.name}: ${outcome?.code}: ${outcome?.sentence}`);
  }
  return outcome;
}
