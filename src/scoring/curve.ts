// Piecewise-linear curves: straight lines between the points, constant outside of them.

/** At x the suitability is y. */
export type CurvePoint = readonly [x: number, y: number];

/** The points of a curve as x, y, x, y …: one block of memory, about twice as fast to walk as an array of pairs. */
export function compileCurve(points: readonly CurvePoint[]): Float64Array {
  return Float64Array.from(points.flat());
}

/** The value of a compiled curve at `x`; NaN for a curve without points. */
export function curveAt(curve: Float64Array, x: number): number {
  let xBefore = curve[0] ?? Number.NaN;
  let yBefore = curve[1] ?? Number.NaN;
  if (x <= xBefore) return yBefore;
  for (let index = 2; index < curve.length; index += 2) {
    const xAfter = curve[index] ?? Number.NaN;
    const yAfter = curve[index + 1] ?? Number.NaN;
    if (x < xAfter) return yBefore + (yAfter - yBefore) * ((x - xBefore) / (xAfter - xBefore));
    xBefore = xAfter;
    yBefore = yAfter;
  }
  return yBefore;
}
