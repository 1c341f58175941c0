// Reads a request part by part, and refuses it for all violations at once.
import {
  type FieldViolation,
  furtherViolations,
  invalidArgument,
  isAtFault,
  violationsOf,
} from "../errors/fault.ts";
import { type ItemsAlone, splitByItem } from "./items-alone.ts";

export class RequestReading {
  #violations: FieldViolation[];
  /** They are reported only if something else refuses the request. */
  #ofItems: readonly FieldViolation[] = [];
  /** The first error of a part that is no violation. */
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;

  /** `known` are violations found before; this reading adds its own to them. */
  constructor(known: FieldViolation[]) {
    this.#violations = known;
  }

  /**
   * Reads a part, which throws INVALID_ARGUMENT if something is wrong with it. A part is not read if one of its parameters,
   * `from`, has a violation already. Use the value only after `end` has returned.
   */
  part<Value>(from: readonly string[], read: () => Value): Value;
  part(from: readonly string[], read: () => unknown): unknown {
    const violations = this.#violations;
    if (this.#hasEnded) throw new Error("a part of a request is read after the reading has ended");
    if (violations.length > 0 && from.some((parameter) => isAtFault(parameter, violations))) return undefined;
    try {
      const value = read();
      return value instanceof Promise ? value.catch((error: unknown) => this.#note(error)) : value;
    } catch (error) {
      return this.#note(error);
    }
  }

  /**
   * Takes out the violations of items that fail alone: they no longer refuse the request. By index, with fields named from the
   * item on. Call it before the list is read.
   */
  takeItems(alone: ItemsAlone): ReadonlyMap<number, readonly FieldViolation[]> {
    const known = this.#violations;
    if (known.length === 0) return new Map();
    const { ofRequest, others, ofItems } = splitByItem(known, alone);
    this.#ofItems = others;
    this.#violations = ofRequest;
    return ofItems;
  }

  /**
   * Throws INVALID_ARGUMENT with the known violations and those of each part. If there are none, throws the first other error
   * of a part, if any.
   */
  end(): void {
    this.#hasEnded = true;
    if (this.#violations.length > 0) throw invalidArgument([...this.#violations, ...this.#ofItems]);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #note(error: unknown): void {
    const found = violationsOf(error);
    if (found.length === 0) this.#failure ??= { error };
    this.#violations.push(...furtherViolations(found, this.#violations));
  }
}
