// What the options and arguments of several commands are given.
import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { monthFromText, type Month } from "../accounts/month.ts";

/** How many calls an option says. */
export function countFromText(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || !Number.isSafeInteger(count)) {
    throw new InvalidArgumentError("It has to be a whole number of 1 or more, in digits only.");
  }
  return count;
}

/** The month an option says. */
export function givenMonth(text: string): Month {
  const month = monthFromText(text);
  if (month === undefined) throw new InvalidArgumentError("It has to be a year and a month like 2026-11.");
  return month;
}

/** What stands in a file that somebody named; throws a line that says why it cannot be read. */
export async function textOfFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : String(error);
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
