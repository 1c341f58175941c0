import { InvalidArgumentError } from "commander";
import { monthFromText, type Month } from "../accounts/month.ts";

/** The month an option says. */
export function givenMonth(text: string): Month {
  const month = monthFromText(text);
  if (month === undefined) {
    throw new InvalidArgumentError("It has to be a year and a month like 2026-11.");
  }
  return month;
}
