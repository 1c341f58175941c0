/** The time that a header says, Unix ms; undefined where there is none, or none that can be read. */
export function httpDateMs(header: string | undefined): number | undefined {
  const ms = Date.parse(header ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
