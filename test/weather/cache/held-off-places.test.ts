// Places that no source can answer for, asked for again and again.
import { expect, test } from "vitest";
import { WeatherError, type WeatherErrorKind } from "../../../src/weather/weather-error.ts";
import { LONDON, NEVER, OSLO, owner, setUp } from "./fetches-by-hand.ts";
import { allSettled } from "../timers-by-hand.ts";

function open() {
  const used = setUp();
  const { fetches, ask } = used;
  /** What a call gets where each fetch fails so. */
  const failing = async (failure: WeatherError, place = LONDON): Promise<unknown> => {
    const sent = fetches.length;
    const wait = ask(place, NEVER, owner("a")).catch((thrown: unknown) => thrown);
    await allSettled();
    if (fetches.length > sent) {
      fetches[sent]?.send();
      fetches[sent]?.fail(failure);
    }
    return wait;
  };
  return { ...used, failing };
}

const both = (...kinds: WeatherErrorKind[]) =>
  new WeatherError(kinds[0] ?? "failed", "none", {
    cause: new AggregateError(kinds.map((kind) => new WeatherError(kind, "one"))),
  });

test.each([
  { error: new WeatherError("uncovered", "no data"), heldOffMs: 3_600_000 },
  { error: both("uncovered", "uncovered"), heldOffMs: 3_600_000 },
  { error: new WeatherError("unusable", "nulls"), heldOffMs: 15_000 },
  { error: both("uncovered", "unusable"), heldOffMs: 15_000 },
])("$error.kind: $error.message is fetched once in $heldOffMs ms", async ({ error, heldOffMs }) => {
  const { failing, fetches, clock } = open();
  for (let call = 0; call < 10; call += 1) expect(await failing(error)).toBe(error);
  clock.advance(heldOffMs - 1);
  expect(await failing(error)).toBe(error);
  expect(fetches).toHaveLength(1);
  expect(await failing(error, OSLO)).toBe(error);
  expect(fetches).toHaveLength(2);
  clock.advance(1);
  await failing(error);
  expect(fetches).toHaveLength(3);
});

test.each([new WeatherError("timeout", "late"), both("uncovered", "timeout")])(
  "$kind: $message is no matter of one place, and is fetched again at once",
  async (error) => {
    const { failing, fetches } = open();
    for (let call = 0; call < 3; call += 1) expect(await failing(error)).toBe(error);
    expect(fetches).toHaveLength(3);
  },
);

test("a place that was never answered stays new to the account", async () => {
  const { failing, fetches } = open();
  for (let call = 0; call < 10; call += 1) await failing(new WeatherError("failed", "down"));
  expect(fetches).toHaveLength(3);
});
