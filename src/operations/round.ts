/** To one decimal, as temperatures, wind and rain are shown; never -0, which JSON would keep. */
export function toTenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** To a whole number, where the value is known. */
export function toWhole(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : Math.round(value) + 0;
}

/** The decimal with the fewest digits that a column of 32-bit floats holds as this very value: 17.1, not 17.100000381469727. */
export function shortestDecimal(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const decimal = Number(value.toPrecision(digits));
    if (Math.fround(decimal) === value) return decimal + 0;
  }
  // Nine always do.
  return Number(value.toPrecision(9));
}
