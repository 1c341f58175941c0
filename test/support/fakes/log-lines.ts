/** A destination for `createLogger` or a test service, and the parsed lines that were logged to it. */
export function createLogLines<Line extends object = Readonly<Record<string, unknown>>>() {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, destination };
}
