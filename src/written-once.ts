// A message that stands in many answers, such as an hour of a forecast: whoever writes answers as text writes it once.

const TEXT = Symbol("text");

interface Marked {
  [TEXT]?: string;
}

/** Marks a message that is never changed again; a copy of it is not marked. */
export function writtenOnce<M extends object>(message: M): M {
  return Object.defineProperty(message, TEXT, { value: "", writable: true });
}

/** The text of a message: of one that is marked what `write` made of it the first time. One form of text for all. */
export function textOf<M extends object>(message: M, write: (message: M) => string): string {
  const marked = message as Marked;
  const known = marked[TEXT];
  if (known === undefined) return write(message);
  if (known !== "") return known;
  // In one piece: what was put together from many pieces keeps them all, four times as much.
  const text = Buffer.from(write(message)).toString();
  marked[TEXT] = text;
  return text;
}
