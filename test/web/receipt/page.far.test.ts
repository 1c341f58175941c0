// /receipt in a real browser: a receipt that is pasted is verified there, shown in words and as a table, and never leaves the page.
import { beforeAll, expect, it } from "vitest";
import { newReceiptKeys } from "../../../src/receipts/receipt-keys.ts";
import { madeReceipt, signedAnew } from "../../receipts/made-receipt.ts";
import { ISSUER } from "../../receipts/receipt-settings.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { describeInChromium, PATIENCE } from "../../support/use-chromium.ts";

const first = newReceiptKeys([]).keys;
const second = newReceiptKeys(first.published).keys;
const third = newReceiptKeys(second.published).keys;

/** Signed with a key that was rotated twice since. */
const RECEIPT = madeReceipt(first);

describeInChromium("the page of receipts", (openPage) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ receiptKeys: third, receiptIssuer: ISSUER });
    return service.stop;
  }, PATIENCE.timeout);

  const open = async () => {
    const observed = await openPage();
    await observed.page.goto(`http://127.0.0.1:${service.ports.http}/receipt`);
    /** Pastes a receipt and returns the new headline. */
    const paste = async (text: string) => {
      const verdict = observed.page.locator("#verdict");
      await observed.page.getByLabel("Receipt").fill("");
      await expect.poll(() => verdict.textContent(), PATIENCE).toBe("");
      await observed.page.getByLabel("Receipt").fill(text);
      await expect.poll(() => verdict.textContent(), PATIENCE).not.toBe("");
      return verdict.textContent();
    };
    return { ...observed, paste };
  };

  it("shows issuer, time and content of a receipt whose key was rotated twice, and sends nothing of it anywhere", async () => {
    const { page, paste, errors, requests } = await open();
    const before = requests.length;
    expect(await paste(RECEIPT)).toBe("✓ Good");
    expect(await page.locator("#reason").textContent()).toContain(
      `${ISSUER} signed this, on 2026-11-21 12:20 UTC`,
    );
    const facts = await page.locator("#facts").innerText();
    expect(facts).toContain(first.signing.kid);
    expect(facts).toMatch(/Start\s+2026-11-21 13:25 UTC/);
    expect(facts).toContain("“Great weather.”");
    expect(facts).toMatch(/Sport\s+golf, with the built-in curves/);
    expect(await page.locator("#hours tr").count()).toBe(2);
    expect(await page.locator("#hours tr").first().innerText()).toMatch(
      /2026-11-21 13:20 UTC\s+\d+\s+17\.1 °C/,
    );
    expect(errors).toEqual([]);
    expect(requests.slice(before)).toEqual([]);
    // The page's Content-Security-Policy forbids every request.
    const refused = await page.evaluate(() => fetch("/receipt").then(String, () => "refused"));
    expect(refused).toBe("refused");
    expect(requests.join(" ")).not.toContain(RECEIPT.slice(0, 40));
  });

  it("has a word for everything that is wrong, and warns of simulated weather", async () => {
    const { page, paste } = await open();
    const changedAt = (at: number) =>
      RECEIPT.slice(0, at) + (RECEIPT[at] === "A" ? "B" : "A") + RECEIPT.slice(at + 1);
    // The last base64url character has unused bits: with `last` the receipt decodes to the same bytes but is not canonical.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet[alphabet.indexOf(RECEIPT.at(-1) ?? "") + 1] ?? "";
    for (const [receipt, headline] of [
      [changedAt(RECEIPT.length >> 1), "✗ Not valid: signature"],
      [changedAt(RECEIPT.lastIndexOf(".") + 3), "✗ Not valid: signature"],
      [RECEIPT.slice(0, -1) + last, "✗ Not valid: signature"],
      [madeReceipt(newReceiptKeys([]).keys), "✗ Not valid: key"],
      ["receipt", "✗ Not valid: form"],
      [await signedAnew(RECEIPT, first, { header: { typ: "JWT" } }), "✗ Not valid: form"],
      [madeReceipt(first, "simulated"), "! Simulated weather"],
    ] as const) {
      expect(await paste(receipt)).toBe(headline);
      expect(await page.locator("#said").isVisible()).toBe(headline.startsWith("!"));
    }
    expect(await page.locator("#reason").textContent()).toContain("proves nothing");
  });

  it("names the curves that differ from the built-in sport's curves", async () => {
    const { page, paste } = await open();
    const kinder = await signedAnew(RECEIPT, first, {
      payload: (all) => ({
        ...all,
        profile: {
          ...(all["profile"] as object),
          snow: 1,
          rain: [
            [0, 1],
            [9, 1],
          ],
        },
      }),
    });
    expect(await paste(kinder)).toBe("✓ Good");
    expect(await page.locator("#facts").innerText()).toMatch(/Sport\s+golf, with its own rain, snow/);
  });

  it("shows a receipt's contents as text, never as HTML", async () => {
    const { page, paste, errors } = await open();
    const sub = "<img src=x onerror=alert(1)>";
    expect(await paste(await signedAnew(RECEIPT, first, { payload: (all) => ({ ...all, sub }) }))).toBe(
      "✓ Good",
    );
    expect(await page.locator("#facts").innerText()).toContain(sub);
    expect(errors).toEqual([]);
  });
});
