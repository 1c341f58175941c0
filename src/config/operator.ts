// Who gives the commands: what the audit log says of them.
import { hostname, userInfo } from "node:os";
import { ConfigError } from "./config-error.ts";

const LENGTH_MAX = 100;

export function readOperator(text: string, name: string): string {
  if (text.length > LENGTH_MAX || !/^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text)) {
    throw new ConfigError(`${name} must be a name of one line, at most ${LENGTH_MAX} characters long`);
  }
  return text;
}

/** `anna@ops-1`: who runs this process, and where. */
export function defaultOperator(): string {
  return `${userName()}@${hostname()}`;
}

/** A user without a name, as containers have them, is a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
