// A list of messages, such as the hours of a forecast; answers contain stretches of it. The list caches one text for each
// form. A stretch within the text is copied from it. For any other stretch, the list serialises a longer text anew.
import type { Message } from "@bufbuild/protobuf";

/** The property of an answer that holds its stretch. */
export const STRETCH = Symbol("stretch");

type Range = Pick<Stretch, "first" | "length">;

/** A way to serialise messages. Texts are cached by this object, so callers have to pass the same object each time. */
export interface Form {
  readonly write: (message: Message) => string;
  /** The separator between two messages. */
  readonly between: string;
}

export class Stretch<M extends Message = Message> {
  readonly list: WrittenList<M>;
  readonly first: number;
  readonly length: number;
  /** The answer's field that the stretch stands for. */
  readonly field: string;

  constructor(list: WrittenList<M>, init: Pick<Stretch, "first" | "length" | "field">) {
    this.list = list;
    this.first = init.first;
    this.length = init.length;
    this.field = init.field;
  }

  messages(): M[] {
    return Array.from({ length: this.length }, (_, entry) => this.list.messageAt(this.first + entry));
  }

  text(form: Form): string {
    return this.list.text(this, form);
  }
}

export function stretchOf(message: Message): Stretch | undefined {
  return (message as { readonly [STRETCH]?: Stretch })[STRETCH];
}

interface Written {
  readonly first: number;
  readonly text: string;
  /** Where the text of each message ends. */
  readonly ends: readonly number[];
}

export class WrittenList<M extends Message = Message> {
  /** Makes the message anew each time. */
  readonly messageAt: (index: number) => M;
  readonly #written = new Map<Form, Written>();

  constructor(messageAt: (index: number) => M) {
    this.messageAt = messageAt;
  }

  text(range: Range, form: Form): string {
    if (range.length === 0) return "";
    let written = this.#written.get(form);
    if (written === undefined || !contains(written, range)) {
      this.#written.set(form, (written = this.#write(form, union(written, range))));
    }
    const { first, text, ends } = written;
    const entry = range.first - first;
    const start = entry === 0 ? 0 : (ends[entry - 1] ?? 0) + form.between.length;
    return text.slice(start, ends[entry + range.length - 1]);
  }

  #write({ write, between }: Form, { first, length }: Range): Written {
    const texts = Array.from({ length }, (_, i) => write(this.messageAt(first + i)));
    let end = -between.length;
    const ends = texts.map((text) => (end += between.length + text.length));
    return { first, text: texts.join(between), ends };
  }
}

function contains({ first, ends }: Written, range: Range): boolean {
  return range.first >= first && range.first + range.length <= first + ends.length;
}

function union(written: Written | undefined, range: Range): Range {
  if (written === undefined) return range;
  const first = Math.min(written.first, range.first);
  const end = Math.max(written.first + written.ends.length, range.first + range.length);
  return { first, length: end - first };
}
