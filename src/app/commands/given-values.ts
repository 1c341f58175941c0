// Reads values of options and arguments that several commands share.
import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { withoutMark } from "../../lib/without-mark.ts";
import { monthFromText, type Month } from "../../accounts/month.ts";

/** Returns a function that reads a text of the form. */
export function textOf(form: string, isRight: (text: string) => boolean) {
  return (text: string): string => {
    if (!isRight(text)) throw new InvalidArgumentError(`It must be ${form}.`);
    return text;
  };
}

/**
 * The same, but the text loses spaces at its ends and may not be an option: an option in its place means that the text was
 * forgotten.
 */
export function trimmedTextOf(form: string, isRight: (text: string) => boolean) {
  const read = textOf(form, (text) => isRight(text) && !text.startsWith("--"));
  return (text: string): string => read(text.trim());
}

export function countFromText(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || !Number.isSafeInteger(count)) {
    throw new InvalidArgumentError("It must be a whole number of 1 or more, in digits only.");
  }
  return count;
}

export function givenMonth(text: string): Month {
  const month = monthFromText(text);
  if (month === undefined) throw new InvalidArgumentError("It must be a year and a month, such as 2026-11.");
  return month;
}

/** The text of a named file; throws a line that says why it cannot be read. */
export async function textOfFile(file: string): Promise<string> {
  try {
    return withoutMark(await readFile(file, "utf8"));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : String(error);
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
