import { untilAborted } from "../until-aborted.ts";

/** One or more that are asked for in one request. */
export type Together<Wanted> = readonly [Wanted, ...Wanted[]];

/** Makes one request. */
export type Send<Wanted, Answer> = (wanted: Together<Wanted>, signal: AbortSignal) => Promise<Answer>;

/**
 * One request that several wait for. The first of them makes it, in the trace of its own call, and it goes on until all have
 * given up.
 */
export function createJointRequest<Wanted, Answer>({
  wanted,
  send,
  onEnd,
}: {
  readonly wanted: Together<Wanted>;
  readonly send: Send<Wanted, Answer>;
  readonly onEnd: () => void;
}) {
  const abandoned = new AbortController();
  let waiting = wanted.length;
  let answer: Promise<Answer> | undefined;
  return {
    /** To be called once for each that it is for. */
    async answer(signal: AbortSignal): Promise<Answer> {
      answer ??= send(wanted, abandoned.signal).finally(onEnd);
      try {
        return await untilAborted(answer, signal);
      } finally {
        waiting -= 1;
        if (waiting === 0 && signal.aborted) abandoned.abort(signal.reason);
      }
    },
  };
}

export type JointRequest<Answer> = ReturnType<typeof createJointRequest<unknown, Answer>>;
