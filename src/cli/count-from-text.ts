import { InvalidArgumentError } from "commander";

/** How many calls an option says. */
export function countFromText(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || !Number.isSafeInteger(count)) {
    throw new InvalidArgumentError("It has to be a whole number of 1 or more, in digits only.");
  }
  return count;
}
