// examples/verify-receipt.py: another language with another library comes to the same verdict on a receipt.
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { newReceiptKeys } from "../../src/receipts/receipt-keys.ts";
import { madeReceipt, signedAnew } from "../receipts/made-receipt.ts";
import { ISSUER } from "../receipts/receipt-settings.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = new URL("../../examples/verify-receipt.py", import.meta.url).pathname;

// A Python from elsewhere may be first on the path, without Debian's packages.
const python = ["python3", "/usr/bin/python3"].find(
  (each) => spawnSync(each, ["-c", "import jwt, cryptography"]).status === 0,
);

const run = promisify(execFile);

describe.skipIf(python === undefined)("a receipt in Python (needs python3-jwt, python3-cryptography)", () => {
  const folder = createTemporaryFolder();
  afterAll(() => folder.remove());
  const first = newReceiptKeys([]).keys;
  const second = newReceiptKeys(first.published).keys;
  const { published } = newReceiptKeys(second.published).keys;
  const keysFile = join(folder.path, "jwks.json");
  writeFileSync(keysFile, JSON.stringify({ keys: published }));
  const receipt = madeReceipt(first);

  const verdictOn = async (text: string, issuer = ISSUER) => {
    const file = join(folder.path, "receipt.jws");
    writeFileSync(file, text);
    try {
      return (await run(python ?? "", [SCRIPT, file, issuer, keysFile])).stdout;
    } catch (error) {
      return (error as { readonly stderr: string }).stderr;
    }
  };

  it("is good if it was signed with a key that has been replaced twice since", async () => {
    expect(await verdictOn(`${receipt}\n`)).toMatch(
      /^Good: signed by https:\/\/weather\.example at 2026-11-21 12:20 UTC, as it says\ngolf, 2026-11-21T13:25:00Z, 90 minutes\n\d+ \w+: Great weather\.\n$/,
    );
  });

  it("with a changed character is refused with the word for what is wrong, even if the decoded bytes stay the same", async () => {
    const [header = "", payload = "", signature = ""] = receipt.split(".");
    const changed = (part: string, at: number) =>
      part.slice(0, at) + (part[at] === "A" ? "B" : "A") + part.slice(at + 1);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const alias = signature.slice(0, -1) + (alphabet[alphabet.indexOf(signature.at(-1) ?? "") + 1] ?? "");
    for (const text of [
      `${header}.${changed(payload, payload.length >> 1)}.${signature}`,
      `${header}.${payload}.${changed(signature, 3)}`,
      `${header}.${payload}.${alias}`,
      `${header}.${payload}.${signature.slice(0, 9)}!${signature.slice(9)}`,
    ]) {
      expect(await verdictOn(text)).toMatch(/^Not good: signature: /);
    }
    expect(await verdictOn(`A${receipt.slice(1)}`)).toMatch(/^Not good: form: /);
  });

  it.each([
    { word: "key", text: async () => madeReceipt(newReceiptKeys([]).keys) },
    { word: "simulated weather", text: async () => madeReceipt(first, "simulated") },
    { word: "form", text: () => signedAnew(receipt, first, { header: { typ: "JWT" } }) },
    { word: "form", text: async () => "receipt" },
    {
      word: "signature",
      text: () => signedAnew(receipt, newReceiptKeys([]).keys, { header: { kid: first.signing.kid } }),
    },
    {
      word: "issuer",
      text: () => signedAnew(receipt, first, { payload: (all) => ({ ...all, iss: "https://x.example" }) }),
    },
  ])("is refused with the word $word", async ({ word, text }) => {
    expect(await verdictOn(await text())).toMatch(new RegExp(`^Not good: ${word}: `));
  });
});
