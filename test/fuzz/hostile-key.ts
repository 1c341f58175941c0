import fc from "fast-check";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { headerText } from "./hostile-text.ts";

/** Keys of every kind of caller. */
export interface FuzzKeys {
  readonly good: string;
  readonly suspended: string;
  readonly usedUp: string;
}

/** Mostly a good key, so that what comes after the check of the key is reached; undefined sends none. */
export function hostileKey({ good, suspended, usedUp }: FuzzKeys): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: fc.constantFrom(suspended, usedUp) },
    { weight: 1, arbitrary: fc.constant(createApiKey()) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        "",
        ` ${good}`,
        `${good}, ${good}`,
        good.slice(1),
        good.toLowerCase(),
        `${good.slice(0, -1)}!`,
      ),
    },
    { weight: 1, arbitrary: headerText },
  );
}
