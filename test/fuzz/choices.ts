import fc from "fast-check";

type Choice = readonly [weight: number, arbitrary: fc.Arbitrary<unknown>];

type ValueOf<C extends Choice> = C extends readonly [number, fc.Arbitrary<infer T>] ? T : never;

/** One of these, each as often as its weight says. */
export function weighted<const C extends readonly Choice[]>(...choices: C): fc.Arbitrary<ValueOf<C[number]>> {
  return fc.oneof(
    ...choices.map(([weight, arbitrary]) => ({
      weight,
      arbitrary: arbitrary as fc.Arbitrary<ValueOf<C[number]>>,
    })),
  );
}

/** One of the words of a text. */
export function wordOf(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...wordsIn(text));
}

/** The words of a text, which is shorter to write than a list of strings. */
export function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
