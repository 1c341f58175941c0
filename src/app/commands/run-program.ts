// The command line with this process's settings, clock and output.
import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";
import type { Store } from "../store.ts";
import type { StoreOptions } from "../../accounts/store-options.ts";
import { createPlans } from "../../accounts/plans/plans.ts";
import { systemClock } from "../../lib/time/clock.ts";
import { stackInSources } from "../../lib/stack-in-sources.ts";
import { runCommandLine } from "./run-command-line.ts";
import { configFromEnvironment } from "../settings/config.ts";
import { openTlsReader } from "../open-tls-reader.ts";

const config = () => configFromEnvironment(process.env);

/** Long: no API call waits for a command, and a busy store may need time to list 100,000 accounts. */
const COMMAND_TIMEOUT_MS = 5_000;

async function withStore<Result>(
  url: string,
  options: Omit<StoreOptions, "clock" | "commandTimeoutMs">,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const patient = { clock: systemClock, commandTimeoutMs: COMMAND_TIMEOUT_MS };
  // Imported only by the commands that need a store.
  const { openStore } = await import("../open-store.ts");
  const store = await openStore(url, { ...options, ...patient });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Asks on stderr, because stdout may be redirected to a file. Undefined without a terminal. */
async function askAtTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Runs the command in `args`, and returns the exit code. */
export function runProgram(args: readonly string[]): Promise<number> {
  // Before Node prints the error that ends this process.
  process.on("uncaughtExceptionMonitor", (error: unknown) => {
    if (error instanceof Error && error.stack !== undefined) error.stack = stackInSources(error.stack);
  });

  return runCommandLine(args, {
    config,
    plans: () => createPlans(config().plans),
    clock: systemClock,
    useStore: async (use, { mayMakeIt = false } = {}) => {
      const settings = config();
      const tls = await openTlsReader(settings.storeTls);
      await withStore(settings.storeUrl, { tls, operator: settings.operator, mayMakeIt }, use);
    },
    useStoresOfMove: async (use, { mayHaveMoved }) => {
      const settings = config();
      const { storeUrl, moveToStoreUrl, operator } = settings;
      const storeTls = await openTlsReader(settings.storeTls);
      const moveToStoreTls = await openTlsReader(settings.moveToStoreTls);
      return withStore(storeUrl, { tls: storeTls, operator, mayMakeIt: false, mayHaveMoved }, (from) =>
        moveToStoreUrl === undefined
          ? use({ from, to: undefined })
          : withStore(moveToStoreUrl, { tls: moveToStoreTls, operator }, (to) => use({ from, to })),
      );
    },
    confirm: askAtTerminal,
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (line) => process.stderr.write(`${styleText("red", line, { stream: process.stderr })}\n`),
    printNote: (line) => process.stderr.write(`${line}\n`),
    // styleText paints only if stdout is a terminal and NO_COLOR is not set.
    paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  });
}
