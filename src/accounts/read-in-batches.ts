/**
 * All rows of a statement that reads a few at once, so that none of them takes long: those after `before`, then those after the
 * last of these, until there are no more.
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
