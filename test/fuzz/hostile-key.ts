import fc from "fast-check";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { headerText } from "./hostile-text.ts";
import { weighted } from "./weighted.ts";

/** Keys of every kind of caller. */
export interface FuzzKeys {
  readonly good: string;
  readonly suspended: string;
  readonly usedUp: string;
  /** For pages of https://a.example. */
  readonly publishable: string;
}

/** Mostly a good key, so that what comes after the check of the key is reached; undefined sends none. */
export function hostileKey({
  good,
  suspended,
  usedUp,
  publishable,
}: FuzzKeys): fc.Arbitrary<string | undefined> {
  return weighted(
    [16, fc.constant(good)],
    [2, fc.constantFrom(suspended, usedUp, publishable)],
    [1, fc.constant(createApiKey())],
    [
      1,
      fc.constantFrom(
        undefined,
        "",
        ` ${good}`,
        `${good}, ${good}`,
        good.slice(1),
        good.toLowerCase(),
        `${good.slice(0, -1)}!`,
      ),
    ],
    [1, headerText],
  );
}
