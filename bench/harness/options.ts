import { parseArgs } from "node:util";
import { DOORS } from "../varied/door.ts";

export const USAGE = `Usage: npm run bench -- [CASE]... [OPTION]...

  CASE              these cases, such as varied, or all: about half an hour
  --door DOOR       only this door, such as "REST on PostgreSQL"; may be given several times
  --dir DIR         measures the service of this other checkout too, in turn with this one's
  --seed N          the seed of the questions (1)
  --seconds N       how long one load lasts (3)
  --rounds N        how often each side is loaded (5)
  --profile FOLDER  profiles the service, and prints where its time goes`;

export type Options = ReturnType<typeof readOptions>;

/** Throws an Error of one line for an argument that is unknown or malformed. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: "string" },
      door: { type: "string", multiple: true, default: [] },
      seed: { type: "string", default: "1" },
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "5" },
      profile: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  return {
    ...values,
    doors: values.door.map(doorFrom),
    cases: positionals,
    seed: wholeNumber("--seed", values.seed),
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: wholeNumber("--rounds", values.rounds),
  };
}

function doorFrom(text: string): string {
  const names = DOORS.map(({ name }) => name);
  if (!names.includes(text)) throw new Error(`--door takes one of ${names.join(", ")}, not ${text}`);
  return text;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new Error(`${name} takes a whole number from 1 to 9999, not ${text}`);
  }
  return Number(text);
}
