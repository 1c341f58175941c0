import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run bench -- [--case NAME]... [--seconds N] [--rounds N] [--against FILE] [--profile FOLDER] [--strict]

  --case NAME       this case, and others that are named; without, all but soak
  --seconds N       how long one load lasts (3)
  --rounds N        how often each side is loaded (5)
  --against FILE    shows the figures of an earlier run beside these
  --profile FOLDER  profiles the service, and tells where its time goes
  --strict          exit code 1 when a target is missed`;

export type Options = ReturnType<typeof readOptions>;

/** Throws an Error of one line for an argument that is unknown or malformed. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      case: { type: "string", multiple: true, default: [] },
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
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: wholeNumber("--rounds", values.rounds),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new Error(`${name} takes a whole number from 1 to 9999, not ${text}`);
  }
  return Number(text);
}
