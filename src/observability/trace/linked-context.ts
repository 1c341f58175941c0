import type { Context } from "@opentelemetry/api";

/**
 * OpenTelemetry's context as one object that points to the context it was made from. The API's own class has a Map and
 * assigns three arrow functions to its properties. V8 allocates a function literal that is assigned straight to a property in
 * the old generation. There the function keeps everything that it refers to, here the whole call, alive until a full
 * collection.
 */
class LinkedContext implements Context {
  readonly #key: symbol | undefined;
  readonly #value: unknown;
  readonly #parent: LinkedContext | undefined;

  constructor(key?: symbol, value?: unknown, parent?: LinkedContext) {
    this.#key = key;
    this.#value = value;
    this.#parent = parent;
  }

  getValue(key: symbol): unknown {
    return this.#key === key ? this.#value : this.#parent?.getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return new LinkedContext(key, value, this);
  }

  deleteValue(key: symbol): Context {
    return this.setValue(key, undefined);
  }
}

export const EMPTY_CONTEXT: Context = new LinkedContext();
