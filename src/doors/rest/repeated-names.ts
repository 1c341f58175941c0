// Finds the names that an object of a JSON text has more than once. JSON.parse takes the last value and says nothing.

interface Container {
  /** Undefined for a list. */
  readonly names: Set<string> | undefined;
  /** The name or the index of the value that is being read. */
  at: string | number;
}

/**
 * Names deeper than this are passed over: no message is half as deep, so what they are in is refused in any case. 64 kB may hold a name
 * whose path has 10,000 others.
 */
const DEPTH_MAX = 10;

/** The end of a name. A string may contain it too. */
const NAME_END = /"\s*:/g;

/** The paths of repeated names in the text of `json`, such as `venues[3].lat`, each once, at most `pathsMax`. */
export function repeatedNames(text: string, json: unknown, pathsMax: number): readonly string[] {
  // True of nearly all texts, and to count takes a third of the time.
  if ((text.match(NAME_END)?.length ?? 0) === nameCount(json)) return [];
  return [...pathsOfRepeated(text, pathsMax)];
}

/** Not by recursion: 64 kB may be 30,000 lists within each other. */
function nameCount(json: unknown): number {
  let count = 0;
  const open = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) count += values.length;
    for (const each of values) if (typeof each === "object") open.push(each);
  }
  return count;
}

function pathsOfRepeated(text: string, pathsMax: number): ReadonlySet<string> {
  const paths = new Set<string>();
  const containers: Container[] = [];
  let container: Container | undefined;
  // In an object, a name follows each brace and comma.
  let isNameNext = false;
  // By index: a regular expression takes five times as long.
  for (let index = 0; index < text.length && paths.size < pathsMax; index += 1) {
    switch (text[index]) {
      case '"': {
        const end = endOfString(text, index);
        if (isNameNext && container?.names !== undefined && containers.length <= DEPTH_MAX) {
          const name = nameFrom(text.slice(index, end + 1));
          container.at = name;
          if (container.names.has(name)) paths.add(pathOf(containers));
          container.names.add(name);
          isNameNext = false;
        }
        index = end;
        break;
      }
      case "{":
        containers.push((container = { names: new Set(), at: "" }));
        isNameNext = true;
        break;
      case "[":
        containers.push((container = { names: undefined, at: 0 }));
        break;
      case "}":
      case "]":
        containers.pop();
        container = containers.at(-1);
        break;
      case ",":
        if (typeof container?.at === "number") container.at += 1;
        else isNameNext = true;
    }
  }
  return paths;
}

/** The index of the closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** After an odd number of backslashes. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === "\\") first -= 1;
  return (index - first) % 2 === 1;
}

function nameFrom(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function pathOf(containers: readonly Container[]): string {
  return containers.reduce((path, { at }) => {
    if (typeof at === "number") return `${path}[${at}]`;
    return path === "" ? at : `${path}.${at}`;
  }, "");
}
