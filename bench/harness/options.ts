import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run bench -- [CASE]... [OPTION]...

  CASE              these cases, such as varied; without, all but soak
  --dir DIR         varied measures the service of this other checkout in turn with this one's
  --store STORE     where varied has its accounts and counts: sqlite (as it is) or redis
  --seed N          of the questions that varied asks (1)
  --seconds N       how long one load lasts (3)
  --rounds N        how often each side is loaded (5)
  --against FILE    shows the figures of an earlier run beside these
  --profile FOLDER  profiles the service, and tells where its time goes
  --strict          exit code 1 when a target is missed`;

export type Options = ReturnType<typeof readOptions>;

/** Throws an Error of one line for an argument that is unknown or malformed. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: "string" },
      store: { type: "string", default: "sqlite" },
      seed: { type: "string", default: "1" },
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "5" },
      against: { type: "string" },
      profile: { type: "string" },
      strict: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    ...values,
    store: storeFrom(values.store),
    cases: positionals,
    seed: wholeNumber("--seed", values.seed),
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: wholeNumber("--rounds", values.rounds),
  };
}

function storeFrom(text: string): "sqlite" | "redis" {
  if (text !== "sqlite" && text !== "redis") throw new Error(`--store takes sqlite or redis, not ${text}`);
  return text;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new Error(`${name} takes a whole number from 1 to 9999, not ${text}`);
  }
  return Number(text);
}
