import { newReceiptKeys } from "../../src/receipts/receipt-keys.ts";

export const ISSUER = "https://weather.example";

/** Settings that make a service sign receipts. */
export function signingSettings() {
  return { receiptKeys: newReceiptKeys([]).keys, receiptIssuer: ISSUER };
}
