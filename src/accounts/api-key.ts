import { createSecret, hasChecksum } from "./secret.ts";

/** Lower-case hex. */
export { secretSha256 as apiKeySha256 } from "./secret.ts";

const KEY_SHAPE = /^w[sp]k_[0-9A-Za-z]{38}$/;

/** A new key, secret (`wsk_`) or publishable (`wpk_`). */
export function createApiKey(prefix: "wsk_" | "wpk_" = "wsk_"): string {
  return createSecret(prefix);
}

/** Whether a text has the form and checksum of a key. It says nothing about an owner. */
export function isWellFormedApiKey(text: string): boolean {
  return KEY_SHAPE.test(text) && hasChecksum(text);
}
