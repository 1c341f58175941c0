interface Entry<T> {
  readonly value: T;
  isThere: boolean;
  before: Entry<T> | undefined;
  after: Entry<T> | undefined;
}

/**
 * What comes and goes with every call, in the order in which it came. Not a Set or a Map: whenever one of these has seen enough
 * come and go, V8 makes it another table, to which the old one points; once old tables have grown old enough for the old
 * generation, each keeps what came after it alive until that is collected as a whole. Measured on 64 connections: 1.5 to 2.4 MB of
 * finished responses promoted at each scavenge, instead of 0.2.
 */
export class InOrder<T> {
  #first: Entry<T> | undefined;
  #last: Entry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds it after all others, and returns what takes it away again, which may be called more than once. */
  add(value: T): () => void {
    const entry: Entry<T> = { value, isThere: true, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.after = entry;
    this.#last = entry;
    this.#size += 1;
    return () => this.#remove(entry);
  }

  /** Takes away the one that came first, and returns it. */
  takeOldest(): T | undefined {
    const oldest = this.#first;
    if (oldest !== undefined) this.#remove(oldest);
    return oldest?.value;
  }

  #remove(entry: Entry<T>): void {
    if (!entry.isThere) return;
    entry.isThere = false;
    const { before, after } = entry;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    // An entry that has grown old keeps nothing alive.
    entry.before = undefined;
    entry.after = undefined;
    this.#size -= 1;
  }

  /** The oldest first. The one that was handed out last may be taken away meanwhile, others not. */
  *[Symbol.iterator](): Generator<T> {
    let entry = this.#first;
    while (entry !== undefined) {
      const { value, after } = entry;
      yield value;
      entry = after;
    }
  }
}
