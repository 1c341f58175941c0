// What callers get for an error of PostgreSQL or the network. failing-server.test.ts causes such errors with real servers.
import { describe, expect, it } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import {
  isReadOnly,
  notConnected,
  reasonOf,
  statementFailure,
} from "../../../src/accounts/postgres/failure.ts";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { freePort } from "../../support/programs/free-port.ts";

const failureOf = (code: string, { message = "no.", severity = "ERROR" } = {}) =>
  Object.assign(new Error(message), { code, severity });

describe("an error of a statement", () => {
  it.each(["0A000", "21000", "22023", "23505", "42703", "P0001"])("with code %s is our bug", (code) => {
    const bug = failureOf(code);
    expect(statementFailure(bug)).toBe(bug);
  });

  it.each(["42501", "42P01", "42P05", "42883", "53100", "57014", "25006"])(
    "with code %s means StoreUnavailable",
    (code) => {
      const failure = failureOf(code);
      expect(statementFailure(failure)).toMatchObject({
        name: "StoreUnavailable",
        cause: failure,
        mayHaveChanged: false,
      });
    },
  );

  it.each([failureOf("57P01", { severity: "FATAL" }), new Error("the connection was closed"), "a text"])(
    "that does not show that the server undid the statement leaves open whether it took effect: %s",
    (thrown) => {
      expect(statementFailure(thrown)).toMatchObject({ name: "StoreUnavailable", mayHaveChanged: true });
    },
  );

  it("stays the same if it is StoreUnavailable", () => {
    const known = new StoreUnavailable("gone", { mayHaveChanged: true });
    expect(statementFailure(known)).toBe(known);
  });

  it("of connecting keeps its reason, and has changed nothing", () => {
    expect(notConnected(new StoreUnavailable("gone", { cause: new Error("full") }))).toMatchObject({
      message: "The account store cannot be used: full.",
      mayHaveChanged: false,
    });
  });
});

it.each([
  [failureOf("25006"), true],
  [new StoreUnavailable("gone", { cause: failureOf("25006") }), true],
  [failureOf("25P02"), false],
  ["25006", false],
])("only the code of an error tells whether the server is read-only: %s", (thrown, expected) => {
  expect(isReadOnly(thrown)).toBe(expected);
});

it.each([
  ["a text", "a text"],
  [failureOf("CONNECT_TIMEOUT"), "connecting took too long"],
  [failureOf("ECONNREFUSED", { message: "" }), "ECONNREFUSED"],
  [new Error("it is over."), "it is over"],
  [failureOf("26000"), "no (behind a PgBouncer in transaction mode, STORE_URL needs ?prepare=false)"],
  [failureOf("42501"), "no (docs/stores.md lists the rights that its role needs)"],
  [
    failureOf("42501", { message: "must be owner of table account" }),
    "must be owner of table account (run `bin/suitability migrate` of this version as the tables' owner)",
  ],
])("%s has a reason in one line, with what to do if that is known", (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});

it("names each host that cannot be reached, with its reason", async () => {
  const hosts = `127.0.0.1:${await freePort()},localhost:${await freePort()}`;
  const store = await openStore(`postgres://a:b@${hosts}/a`, { clock: createManualClock(0) });
  await expect(store.ping()).rejects.toThrow(/127\.0\.0\.1: .*ECONNREFUSED.*; localhost: .*ECONNREFUSED/);
  await store.close();
});
