import { describe, expect, it } from "vitest";
import { secretSha256 } from "../../../src/accounts/api-key.ts";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

const createAccount = () => commands().createAccount();

describe("keys issue", () => {
  it("prints a new key that works", async () => {
    const { run, store } = commands();
    const account = await createAccount();
    const printed = await run(`keys issue ${account.id}`);
    const apiKey = /wsk_\w{38}/.exec(printed)?.[0] ?? "";
    const [key] = await store.listKeys(account.id);

    expect(printed).toBe(
      [
        `Key      ${key?.id}`,
        `API key  ${apiKey}`,
        "",
        "Save the API key now: it is not stored and cannot be shown again.",
        "",
        "Try it once the service runs; this counts as one call:",
        `  curl -H 'X-API-Key: ${apiKey}' 'http://localhost:8080/v1/forecast?lat=51.5074&lng=-0.1278&days=1'`,
      ].join("\n"),
    );
    expect(await store.findCaller(secretSha256(apiKey), "2026-11")).toMatchObject({ account });
  });

  it("prints the key as one JSON document for scripts", async () => {
    const account = await createAccount();
    const created = { account_id: account.id, created_at: "2026-11-21T14:00:00Z", revoked_at: null };
    const api_key = expect.stringMatching(/^wsk_\w{38}$/);
    expect(await commands().runJson(`keys issue ${account.id}`)).toMatchObject({
      key: { ...created, api_key },
    });
  });

  it("issues no key for a closed account", async () => {
    const { refusal, store } = commands();
    const { id } = await createAccount();
    await store.updateAccount(id, { isClosed: true });
    expect(await refusal(`keys issue ${id}`)).toEqual({
      line: `The account ${id} is closed, so its keys do not work: accounts reopen ${id}`,
      exitCode: 1,
    });
    expect(await store.listKeys(id)).toEqual([]);
  });
});

describe("a key's label", () => {
  it("is the text of --label, and is shown with the key", async () => {
    const { run, runJson } = commands();
    const { id } = await createAccount();
    expect(await run(`keys issue ${id} --label`, "Club Köln (app)")).toMatch(/^Label {4}Club Köln \(app\)$/m);
    expect(await runJson(`keys issue ${id} --label`, "2nd site")).toMatchObject({
      key: { label: "2nd site" },
    });
    expect((await run(`keys list ${id}`)).split("\n").map((line) => line.split(/ {2,}/)[2])).toEqual([
      "LABEL",
      "Club Köln (app)",
      "2nd site",
    ]);
  });

  it.each(["", "=1+1", 'a"b', "two\nlines", "x".repeat(61)])("%j is refused", async (label) => {
    const { refusal, store } = commands();
    const { id } = await createAccount();
    const { line, exitCode } = await refusal(`keys issue ${id}`, `--label=${label}`);
    expect(line).toContain(
      "It must be 1 to 60 printable characters on one line, beginning with a letter or a digit",
    );
    expect(exitCode).toBe(2);
    expect(await store.listKeys(id)).toEqual([]);
  });
});

describe("keys issue --public", () => {
  const ALL = "--origin https://club.example --place 55.9533,-3.1883 --operation forecast --daily 400";

  it("prints a publishable key with its restrictions", async () => {
    const { run, store } = commands();
    const { id } = await createAccount();
    const more = "--origin capacitor://localhost --operation booking-confidence --place -33.86,151.21";
    const printed = await run(`keys issue ${id} --public ${ALL} ${more} --place 55.95,-3.19`);
    const [key] = await store.listKeys(id);
    expect(printed).toMatch(/^API key +wpk_\w{38}$/m);
    expect(printed).toMatch(/^May use +forecast, booking-confidence; 400 calls a day \(UTC\)$/m);
    expect(printed).toMatch(/^Places +55\.95,-3\.19 {2}-33\.86,151\.21$/m);
    expect(printed).toMatch(/^On pages of +https:\/\/club\.example {2}capacitor:\/\/localhost$/m);
    expect(printed).toMatch(
      /curl -H 'Origin: https:\/\/club\.example' .*\/v1\/forecast\?lat=55\.95&lng=-3\.19&/,
    );
    expect(key?.restrictions).toEqual({
      origins: ["https://club.example", "capacitor://localhost"],
      places: ["55.95,-3.19", "-33.86,151.21"],
      operations: ["forecast", "booking-confidence"],
      callsADay: 400,
    });
  });

  it.each([
    [
      "--public --place 1,2 --operation forecast --daily 4",
      /^--origin is missing: an origin whose pages.*all four/,
    ],
    ["--public --origin https://a.example --daily 4", /^--place is missing: a place/],
    [
      "--public --origin https://a.example --place 1,2 --daily 4",
      /^--operation is missing: .*booking-confidence, forecast, safe-slots/,
    ],
    ["--public --origin https://a.example --place 1,2 --operation forecast", /^--daily is missing: how many/],
    [ALL, /^--origin is for publishable keys: add --public/],
    ["--public --origin club.example", /such as https:\/\/club\.example\./],
    ["--public --place 91,0", /latitude \(-90 to 90\)/],
    ["--public --operation sports", /one of booking-confidence, forecast, safe-slots/],
  ])("%s is refused, with what to change, and makes no key", async (words, says) => {
    const { refusal, store } = commands();
    const { id } = await createAccount();
    const { line, exitCode } = await refusal(`keys issue ${id} ${words}`);
    expect(line).toMatch(says);
    expect(line).toMatch(/See keys issue --help\.$/);
    expect(exitCode).toBe(2);
    expect(await store.listKeys(id)).toEqual([]);
  });

  it("keys list shows the restrictions of publishable keys and their calls of today", async () => {
    const { run, runJson, store } = commands();
    const { id: accountId } = await createAccount();
    await run(`keys issue ${accountId}`);
    await run(`keys issue ${accountId} --public ${ALL}`);
    const [, key] = await store.listKeys(accountId);
    const spending = { accountId, month: "2026-11", keyId: key?.id, quota: 500, dailyQuota: 400 };
    await store.spend({ ...spending, day: 20, method: "GetForecast" });
    for (const method of ["GetForecast", "RankSafeSlots"])
      await store.spend({ ...spending, day: 21, method });

    const listed = await run(`keys list ${accountId}`);
    expect(listed.split("\n\n")[1]).toBe(
      "PUBLISHABLE KEY   CALLS TODAY  DAILY LIMIT  OPERATIONS  PLACES       ON PAGES OF\n" +
        `${key?.id}            2          400  forecast    55.95,-3.19  https://club.example`,
    );
    expect(await runJson(`keys list ${accountId}`)).toMatchObject({
      keys: [
        { restrictions: null, calls_today: 0 },
        { restrictions: { calls_a_day: 400 }, calls_today: 2 },
      ],
    });
  });
});

describe("keys list and keys revoke", () => {
  const HEAD = "KEY               STARTS WITH  LABEL  ISSUED                REVOKED";
  const REVOKED_AT = "2026-11-21T15:00:00Z";

  /** An account with two keys, an hour after they were issued. No prefix or hash is of the other. */
  const twoKeys = async () => {
    const { store, clock } = commands();
    const { id: accountId } = await createAccount();
    const sha256 = "a".repeat(64);
    const { id: oldId = "" } = (await store.addKey({ accountId, prefix: "wsk_Old1", sha256 })) ?? {};
    const other = { accountId, prefix: "wsk_New2", sha256: "b".repeat(64) };
    const { id: currentId = "" } = (await store.addKey(other)) ?? {};
    clock.advance(3_600_000);
    const oldLine = `${oldId}  wsk_Old1     -      2026-11-21T14:00:00Z  ${REVOKED_AT}`;
    const created = {
      account_id: accountId,
      label: null,
      restrictions: null,
      created_at: "2026-11-21T14:00:00Z",
    };
    const old = { ...created, id: oldId, prefix: "wsk_Old1" };
    return { accountId, sha256, old, current: { ...old, id: currentId, prefix: "wsk_New2" }, oldLine };
  };

  it("say how to issue a key if there is none", async () => {
    const { id } = await createAccount();
    expect(await commands().run(`keys list ${id}`)).toBe(
      `The account has no keys. Issue one: keys issue ${id}`,
    );
  });

  it("revoke a key, and show when that was", async () => {
    const { sha256, old, oldLine } = await twoKeys();
    const { run, store } = commands();
    expect(await run(`keys revoke ${old.id}`)).toBe(`${HEAD}\n${oldLine}`);
    expect(await store.findCaller(sha256, "2026-11")).toBeUndefined();
  });

  it("show every key, revoked ones too, without the key and its hash", async () => {
    const { accountId, old, current, oldLine } = await twoKeys();
    const { run } = commands();
    await run(`keys revoke ${old.id}`);
    expect(await run(`keys list ${accountId}`)).toBe(
      `${HEAD}\n${oldLine}\n${current.id}  wsk_New2     -      2026-11-21T14:00:00Z  -`,
    );
  });

  it("print the same as JSON for scripts", async () => {
    const { accountId, old, current } = await twoKeys();
    const { runJson } = commands();
    expect(await runJson(`keys revoke ${old.id}`)).toEqual({ key: { ...old, revoked_at: REVOKED_AT } });
    expect(await runJson(`keys list ${accountId}`)).toEqual({
      keys: [
        { ...old, revoked_at: REVOKED_AT, calls_today: 0 },
        { ...current, revoked_at: null, calls_today: 0 },
      ],
    });
  });
});
