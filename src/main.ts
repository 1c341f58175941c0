// What `bin/suitability` starts: the command line on this process's settings, clock and output.
import { styleText } from "node:util";
import { openStore } from "./accounts/open-store.ts";
import { createPlans } from "./accounts/plans/plans.ts";
import { systemClock } from "./clock.ts";
import { runCommandLine } from "./commands/run-command-line.ts";
import { configFromEnvironment } from "./config/config.ts";
import { openTlsReaders } from "./open-tls-readers.ts";

const config = () => configFromEnvironment(process.env);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  config,
  plans: () => createPlans(config().plans),
  clock: systemClock,
  useStore: async (use) => {
    const settings = config();
    const { storeTls } = await openTlsReaders(settings);
    const store = await openStore(settings.storeUrl, { clock: systemClock, tls: storeTls });
    try {
      await use(store);
    } finally {
      await store.close();
    }
  },
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (line) => process.stderr.write(`${styleText("red", line, { stream: process.stderr })}\n`),
  // On a terminal, and where NO_COLOR is not set: styleText looks.
  paint: (style, text) => styleText(style, text, { stream: process.stdout }),
});
