// A stand-in for `bin/suitability` in the scripts of pages. It runs each command in the process of the test, with the
// environment, folder and arguments that the shell gave it, since starting Node for each would take most of the time.
// suitability.far.test.ts tests the program itself.
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { openStore } from "../../src/app/open-store.ts";
import { createPlans } from "../../src/accounts/plans/plans.ts";
import { openTlsReader } from "../../src/app/open-tls-reader.ts";
import { runCommandLine } from "../../src/app/commands/run-command-line.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";

/** Posts each variable, an empty entry, and each argument; each entry ends with a zero byte. */
const SCRIPT = (url: string) => `#!/bin/sh
{ env -0; printf '\\0'; [ $# -eq 0 ] || printf '%s\\0' "$@"; } | exec curl --silent --fail-with-body --data-binary @- ${url}
`;

/** Writes a program into the folder. Returns its path, and a function that stops the server behind it. */
export async function startCommandsOfPages(folder: string) {
  const server = createServer(async (request, response) => {
    const entries = (await buffer(request)).toString().split("\0").slice(0, -1);
    const end = entries.indexOf("");
    const environment = Object.fromEntries(entries.slice(0, end).map((entry) => entry.split(/=(.*)/s, 2)));
    const { exitCode, printed } = await runInProcess(entries.slice(end + 1), environment);
    response.writeHead(exitCode === 0 ? 200 : 500).end(printed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const program = join(folder, "suitability");
  writeFileSync(program, SCRIPT(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  chmodSync(program, 0o755);
  return { program, close: () => void server.close() };
}

/** As src/app/commands/run-program.ts does it. */
async function runInProcess(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const config = () => configFromEnvironment(environment);
  const printed: string[] = [];
  const here = process.cwd();
  process.chdir(environment["PWD"] ?? here);
  const exitCode = await runCommandLine([...args], {
    config,
    plans: () => createPlans(config().plans),
    clock: systemClock,
    useStore: async (use, { mayMakeIt = false } = {}) => {
      const { storeUrl, storeTls, operator } = config();
      const store = await openStore(storeUrl, {
        clock: systemClock,
        tls: await openTlsReader(storeTls),
        operator,
        mayMakeIt,
        ...PATIENT_COMMANDS,
      });
      await use(store).finally(() => store.close());
    },
    useStoresOfMove: () => Promise.reject(new Error("no page moves accounts")),
    confirm: async () => undefined,
    print: (text) => printed.push(`${text}\n`),
    printError: (line) => printed.push(`${line}\n`),
    printNote: () => undefined,
    paint: (_style, text) => text,
  }).finally(() => process.chdir(here));
  return { exitCode, printed: printed.join("") };
}
