/** Enough for five coefficients to settle to six digits. */
const STEPS_MAX = 2000;
const TOLERANCE = 1e-9;

/** Nelder and Mead's downhill simplex: no derivatives, the same result every time. */
export function minimise(cost: (point: readonly number[]) => number, start: readonly number[]): number[] {
  const corner = (point: number[]) => ({ point, cost: cost(point) });
  const simplex = [corner([...start])];
  for (let axis = 0; axis < start.length; axis += 1) {
    simplex.push(corner(start.map((value, index) => (index === axis ? value + 0.25 : value))));
  }
  for (let step = 0; step < STEPS_MAX; step += 1) {
    simplex.sort((a, b) => a.cost - b.cost);
    const best = simplex[0]!;
    const worst = simplex.at(-1)!;
    const secondWorst = simplex.at(-2)!;
    if (worst.cost - best.cost < TOLERANCE * Math.abs(best.cost)) break;
    const rest = simplex.slice(0, -1);
    const centre = start.map(
      (_, axis) => rest.reduce((sum, { point }) => sum + point[axis]!, 0) / rest.length,
    );
    const towards = (by: number) =>
      corner(centre.map((value, axis) => value + by * (worst.point[axis]! - value)));
    let next = towards(-1);
    if (next.cost < best.cost) {
      const further = towards(-2);
      if (further.cost < next.cost) next = further;
    } else if (next.cost >= secondWorst.cost) {
      next = towards(next.cost < worst.cost ? -0.5 : 0.5);
    }
    if (next.cost < worst.cost) simplex[simplex.length - 1] = next;
    else {
      for (let index = 1; index < simplex.length; index += 1) {
        const { point } = simplex[index]!;
        simplex[index] = corner(point.map((value, axis) => (value + best.point[axis]!) / 2));
      }
    }
  }
  return simplex.toSorted((a, b) => a.cost - b.cost)[0]!.point;
}
