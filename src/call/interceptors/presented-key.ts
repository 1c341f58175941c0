import { isWellFormedApiKey } from "../../accounts/api-key.ts";
import { fault } from "../../fault.ts";
import type { CallerClaim } from "../call.ts";

/**
 * The key a call carries; UNAUTHENTICATED when there is none or its checksum tells that it is mistyped, and INVALID_ARGUMENT
 * when there are two (RFC 6750, section 3.1).
 */
export function presentedKey({ key, otherKey }: Pick<CallerClaim, "key" | "otherKey">): string {
  if (otherKey !== undefined) {
    throw fault({
      reason: "MALFORMED_REQUEST",
      sentence: "The headers X-API-Key and Authorization carry different API keys. Send one of them.",
    });
  }
  if (key === undefined || key === "") {
    throw unauthenticated("KEY_MISSING", "Send your API key in the X-API-Key header.");
  }
  if (!isWellFormedApiKey(key)) {
    throw unauthenticated(
      "KEY_MALFORMED",
      "The API key is mistyped or incomplete: keys start with wsk_ or wpk_ and have 42 characters, and one wrong character is noticed. Compare it with the key you were given.",
    );
  }
  return key;
}

/** Whether a call carries a key that may be one. */
export function isWellFormed(key: string | undefined): boolean {
  return isWellFormedApiKey(key ?? "");
}

/** UNAUTHENTICATED, with the reason for a program and the sentence for people. */
export function unauthenticated(reason: `KEY_${"MISSING" | "MALFORMED" | "UNKNOWN"}`, sentence: string) {
  return fault({ reason, sentence });
}
