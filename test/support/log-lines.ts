/** What a program logs, for `createLogger` or a test service, with every line read. */
export function createLogLines<Line extends object = Readonly<Record<string, unknown>>>() {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, destination };
}
