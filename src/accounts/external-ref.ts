// What an account is called by whoever sold it: a shop's order or customer number.
import { isOneLine } from "./one-line.ts";

const LENGTH_MAX = 200;

/** For people who gave something else. */
export const EXTERNAL_REF_FORM = `1 to ${LENGTH_MAX} characters that can be printed, no space at the ends, and not like an account's id`;

/** One that looked like an account's id would be taken for that account. */
export function isExternalRef(text: string): boolean {
  return text.length <= LENGTH_MAX && text === text.trim() && !text.startsWith("acc_") && isOneLine(text);
}
