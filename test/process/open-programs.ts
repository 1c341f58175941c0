// Programs that share one account store, in a folder of their own. Programs and folder are removed after the test.
import { onTestFinished } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { openStore } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { createCaller } from "../accounts/create-caller.ts";
import { ANY_PORTS, startProgram, type Program } from "../support/programs/program.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";

type Settings = Readonly<Record<string, string>>;

/** The store is a file in the folder, unless another store is given. */
export function openPrograms(givenStoreUrl?: string) {
  const folder = createTemporaryFolder();
  const programs: Program[] = [];
  const storeUrl = givenStoreUrl ?? `sqlite:${folder.path}/accounts.db`;
  onTestFinished(async () => {
    for (const program of programs) program.signal("SIGKILL");
    await Promise.all(programs.map(({ ended }) => ended));
    folder.remove();
  }, 60_000);

  const start = (args: readonly string[], settings: Settings, before: readonly string[] = []) => {
    const program = startProgram(args, { ...ANY_PORTS, ...settings }, before);
    programs.push(program);
    return program;
  };
  const withStore = <Result>(use: (store: AccountStore) => Promise<Result>) => useStore(storeUrl, use);
  return {
    folder,
    start,
    /** Starts `serve` on simulated weather, unless the settings say otherwise. */
    serve: (settings: Settings = {}, ...args: readonly string[]) =>
      start(["serve", ...args], { STORE_URL: storeUrl, WEATHER_SOURCES: "simulated", ...settings }),
    /** Its quota is larger than any test uses. */
    createCaller: (plan = "internal") =>
      withStore((store) => createCaller(store, { plan, monthlyQuota: 1_000_000_000 })),
    withStore,
    callsCounted: (accountId: string) =>
      withStore(async (store) => (await store.monthlyTotals(accountId))[0]?.calls ?? 0),
  };
}

export async function useStore<Result>(
  url: string,
  use: (store: AccountStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(url, { clock: systemClock });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export function getForecast(
  httpPort: number,
  { key, headers = {}, ...rest }: { key: string; headers?: Settings; signal?: AbortSignal },
) {
  return fetch(`http://127.0.0.1:${httpPort}/v1/forecast?lat=52.52&lng=13.41&days=1`, {
    ...rest,
    headers: { "x-api-key": key, ...headers },
  });
}
