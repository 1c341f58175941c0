import { linkSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { newReceiptKeys, receiptKeysFromJson } from "../../src/receipts/receipt-keys.ts";
import { madeReceipt, signedAnew } from "../receipts/made-receipt.ts";
import { ISSUER } from "../receipts/receipt-settings.ts";
import { urlAnswering } from "../support/http-server.ts";
import { commandsOn, fileOf, useCommands } from "./use-commands.ts";

const commands = useCommands();

const made = newReceiptKeys([]);
/** The public keys, as they are published. */
const KEYS = JSON.stringify({ keys: made.keys.published });
const RECEIPT = madeReceipt(made.keys);

const jwksAt = (body: string, status = 200) =>
  urlAnswering((_request, response) => response.writeHead(status).end(body));

describe("receipts new-key", () => {
  it("makes a file that only its owner may read, and that the service accepts", async () => {
    const file = `${fileOf()}.json`;
    expect(await commands().run("receipts new-key", file)).toMatch(
      /^The key [\w-]{43} signs from the next start on/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(receiptKeysFromJson(readFileSync(file, "utf8"))).toMatchObject({
      keys: { signing: expect.anything() },
    });
  });

  it("replaces the private key, keeps the old public key and the file's rights, and writes in one step, so that a full disk or a crash leaves the old file", async () => {
    const file = fileOf(made.json);
    const { mode } = statSync(file);
    const before = `${file}-before`;
    linkSync(file, before);
    const told = (await commands().runJson("receipts new-key", file)) as {
      kid: string;
      former_kids: string[];
    };
    expect(told).toMatchObject({ file, former_kids: [made.keys.signing.kid] });
    const text = readFileSync(file, "utf8");
    expect(receiptKeysFromJson(text)).toMatchObject({ keys: { signing: { kid: told.kid } } });
    expect(text).not.toContain((JSON.parse(made.json) as { keys: { d: string }[] }).keys[0]?.d);
    expect(statSync(file).mode).toBe(mode);
    // The old content on the disk was not overwritten.
    expect(readFileSync(before, "utf8")).toBe(made.json);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".part"))).toEqual([]);
    // Receipts of the old key can still be verified.
    expect(await commands().run(`receipts verify ${fileOf(RECEIPT)} --keys`, file)).toContain(
      "The signature is good",
    );
  });

  it("makes a file even if a killed process with the same id has left an unfinished one", async () => {
    const file = `${fileOf()}.json`;
    writeFileSync(`${file}.${process.pid}.part`, "half of it");
    expect(await commands().runJson("receipts new-key", file)).toMatchObject({ former_kids: [] });
  });

  it("does not change a file that holds something else", async () => {
    const file = fileOf("API_KEY=1");
    expect(await commands().refusal("receipts new-key", file)).toEqual({
      line: expect.stringContaining("holds no keys of receipts, and is left as it is"),
      exitCode: 1,
    });
    expect(readFileSync(file, "utf8")).toBe("API_KEY=1");
  });
});

describe("receipts verify", () => {
  it("says who signed what and when, and the score recomputed from the receipt", async () => {
    const printed = await commands().run(`receipts verify ${fileOf(RECEIPT)} --keys`, fileOf(KEYS));
    expect(printed.split("\n")).toEqual(
      expect.arrayContaining([
        "The signature is good, and the score follows from the hours in the receipt.",
        `Signed by    ${ISSUER}`,
        "Signed at    2026-11-21T12:20:00Z, says the signer",
        `Key          ${made.keys.signing.kid}`,
        expect.stringMatching(/^Question {5}lat=51\.5 .*start_time=2026-11-21T13:25:00Z duration_minutes=90/),
        expect.stringMatching(/^Answer {7}\d+, \w+; rain risk \w+, wind risk low; 17\.1 °C$/),
        expect.stringMatching(/^Recomputed {3}\d+ \(\d+\.\d{3}\), by model version 2$/),
        "Curves       golf, as it is built in",
        expect.stringMatching(/^Forecast {5}open-meteo, /),
        expect.stringMatching(/^2026-11-21T14:20:00Z {2}\d+ {5}17\.1 /),
      ]),
    );
    const document = await commands().runJson(`receipts verify ${fileOf(RECEIPT)} --keys`, fileOf(KEYS));
    expect(document).toMatchObject({
      verified: true,
      issuer: ISSUER,
      kid: made.keys.signing.kid,
      signed_at: "2026-11-21T12:20:00Z",
      is_simulated: false,
      changed_curves: [],
      receipt: { jti: "order-4711" },
    });
  });

  it("fetches the keys by HTTP from a service on this machine, and from others only by HTTPS", async () => {
    const receipt = fileOf(RECEIPT);
    expect(await commands().run(`receipts verify ${receipt} --keys`, await jwksAt(KEYS))).toContain(ISSUER);
    for (const [keys, line] of [
      ["http://weather.example/jwks.json", "keys are fetched by https"],
      ["https://weather.example/jwks.json?v=2", "does not say whose keys they are"],
      [await jwksAt("", 503), " cannot be fetched: status 503"],
      [await jwksAt("<html>"), " is no JSON Web Key Set"],
    ] as const) {
      const refused = { line: expect.stringContaining(line) };
      expect(await commands().refusal(`receipts verify ${receipt} --keys`, keys)).toMatchObject(refused);
    }
  });

  it("uses the service's own keys and issuer without --keys", async () => {
    const { store, clock, refusal } = commands();
    const own = (RECEIPT_ISSUER: string) =>
      commandsOn({ store, clock, settings: { RECEIPT_KEYS_FILE: fileOf(made.json), RECEIPT_ISSUER } });
    expect(await own(`${ISSUER}/`).run("receipts verify", fileOf(RECEIPT))).toContain(ISSUER);
    expect(await own("https://other.example").refusal("receipts verify", fileOf(RECEIPT))).toMatchObject({
      line: expect.stringContaining(" is not verified: issuer. It says that it is from"),
    });
    const none = commandsOn({ store, clock, settings: {} });
    expect(await none.refusal("receipts verify", fileOf(RECEIPT))).toEqual({
      line: expect.stringMatching(/^--keys is missing: /),
      exitCode: 2,
    });
    expect(await refusal("receipts verify no-such-file --keys", fileOf(KEYS))).toMatchObject({
      line: expect.stringContaining("no-such-file cannot be read"),
    });
  });

  it("names the problem in a word or two, and accepts simulated weather only with --demo", async () => {
    const { refusal, run } = commands();
    const changed = fileOf(RECEIPT.replace(/.{9}$/, "AAAAAAAAA"));
    expect(await refusal(`receipts verify ${changed} --keys`, fileOf(KEYS))).toEqual({
      line: expect.stringContaining(" is not verified: signature. "),
      exitCode: 1,
    });
    const simulated = fileOf(madeReceipt(made.keys, "simulated"));
    expect(await refusal(`receipts verify ${simulated} --keys`, fileOf(KEYS))).toMatchObject({
      line: expect.stringContaining(" is not verified: simulated weather. "),
    });
    expect(await run(`receipts verify ${simulated} --demo --keys`, fileOf(KEYS))).toMatch(
      /^The signature is good, but the weather is simulated: this receipt proves nothing\./,
    );
  });

  it("prints control characters of a receipt's reference in escaped form", async () => {
    const sub = "b-1\n\u{1b}[2JSigned by  https://bank.example";
    const receipt = fileOf(await signedAnew(RECEIPT, made.keys, { payload: (all) => ({ ...all, sub }) }));
    const printed = await commands().run(`receipts verify ${receipt} --keys`, fileOf(KEYS));
    expect(printed).toContain("Reference    b-1 \\u{1b}[2JSigned by  https://bank.example\n");
  });
});
