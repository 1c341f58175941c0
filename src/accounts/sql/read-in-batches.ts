/**
 * Reads all rows of a statement in batches, so that no batch takes long: first those after `before`, then those after the
 * last row, until there are no more.
 */
export async function* readInBatches<Position, Row extends Position>(
  before: Position,
  readAfter: (last: Position) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  let rows = await readAfter(before);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield* rows;
    rows = await readAfter(last);
  }
}
