/** To one decimal, as temperatures, wind and rain are shown; never -0, which JSON would keep. */
export function toTenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
