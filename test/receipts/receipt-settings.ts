import { newReceiptKeys } from "../../src/receipts/receipt-keys.ts";

export const ISSUER = "https://weather.example";

/** Settings under which a service signs. */
export function signingSettings() {
  return { receiptKeys: newReceiptKeys([]).keys, receiptIssuer: ISSUER };
}
