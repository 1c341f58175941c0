// Calls that failed before their account was known: refused for overload, or lost between a sidecar and its core.

export type LostCalls = ReturnType<typeof createLostCalls>;

export function createLostCalls() {
  const listeners: ((calls: number) => void)[] = [];
  return {
    note: (calls = 1): void => {
      for (const hear of listeners) hear(calls);
    },
    whenLost: (hear: (calls: number) => void): void => {
      listeners.push(hear);
    },
  };
}
