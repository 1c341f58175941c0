import { expect, it } from "vitest";
import { entryWork } from "../../../src/api/answering/entry-work.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { CALLER, checkedCaller } from "../../call/made-up-call.ts";

it("the work for the entries of a call ends as soon as nobody waits for the call any more", () => {
  const gone = new AbortController();
  const deadlineMs = systemClock.elapsedMs() + 60_000;
  const call = { caller: checkedCaller(CALLER), requestId: "id-1", signal: gone.signal, deadlineMs };
  using ofEntries = entryWork(call);
  const { signal } = ofEntries;
  expect(signal.aborted).toBe(false);
  gone.abort("gone");
  expect(signal.reason).toBe("gone");
});
