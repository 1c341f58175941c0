const MAX_CHARS = 200;

/**
 * The beginning of what a provider sent, fit for a log line: on one line, without control or invisible characters,
 * cut short, and with the secret (if it repeats one) blotted out in either spelling.
 */
export function excerpt(text: string, secret?: string): string {
  let shown = text;
  if (secret !== undefined && secret !== "") {
    shown = shown.replaceAll(secret, "[key]").replaceAll(encodeURIComponent(secret), "[key]");
  }
  return shown
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_CHARS);
}
