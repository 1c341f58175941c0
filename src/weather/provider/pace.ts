/** Keeps steps apart: so many a second, the first at once. Not by the time of day, which may jump: real time passes. */
export function createPace({
  perSecond,
  onReady,
}: {
  readonly perSecond: number;
  /** Called when the next step may be taken, if somebody asked before. */
  readonly onReady: () => void;
}) {
  let nextMs = performance.now();
  let pause: NodeJS.Timeout | undefined;
  return {
    isReady(): boolean {
      if (pause !== undefined) return false;
      const untilNextMs = nextMs - performance.now();
      if (untilNextMs <= 0) return true;
      pause = setTimeout(() => {
        pause = undefined;
        onReady();
      }, untilNextMs).unref();
      return false;
    },
    noteStep(): void {
      nextMs = performance.now() + 1000 / perSecond;
    },
  };
}
