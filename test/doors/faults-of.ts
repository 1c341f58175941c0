import { expect } from "vitest";
import type { Door, DoorCall, Fault } from "./door.ts";

/** What no answer may contain: stacks, paths, error texts of the runtime, addresses behind the service. */
export const INTERNALS =
  /\bat .*:\d+|node_modules|\/src\/|\.ts\b|undefined|\[object|NaN|Error:|sqlite|127\.0\.0\.1|ECONN/i;

/** Makes a call that must fail at every door, and returns each door's fault. */
export async function faultsOf(
  doors: readonly Door[],
  call: DoorCall,
): Promise<readonly { door: string; fault: Fault }[]> {
  const faults: { door: string; fault: Fault }[] = [];
  for (const door of doors) {
    const outcome = await door.call(call);
    if (outcome.kind === "answer") {
      throw new Error(`${door.name} answered: ${JSON.stringify(outcome.body).slice(0, 200)}`);
    }
    faults.push({ door: door.name, fault: outcome });
  }
  return faults;
}

/** The fault of a call that must fail. Checks that it is the same at every door, and that its sentence reveals no internals. */
export async function faultOf(doors: readonly Door[], call: DoorCall): Promise<Fault> {
  const said = ({ requestId, headers, status: _status, ...fault }: Fault) => {
    const [limit, policy] = [headers.get("ratelimit"), headers.get("ratelimit-policy")];
    return { ...fault, limit, policy, hasItsId: requestId === headers.get("x-request-id") };
  };
  const faults = await faultsOf(doors, call);
  const [first] = faults;
  if (first === undefined) throw new Error("there are no doors");
  for (const { door, fault } of faults) {
    expect(said(fault), door).toEqual({ ...said(first.fault), hasItsId: true });
  }
  expect(first.fault.sentence).not.toMatch(INTERNALS);
  return first.fault;
}
