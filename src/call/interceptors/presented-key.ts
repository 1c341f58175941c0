import { isWellFormedApiKey } from "../../accounts/api-key.ts";
import { fault } from "../../fault.ts";

/** The key a call carries; UNAUTHENTICATED when there is none or its checksum tells that it is mistyped. */
export function presentedKey(key: string | undefined): string {
  if (key === undefined || key === "") {
    throw unauthenticated("KEY_MISSING", "Send your API key in the X-API-Key header.");
  }
  if (!isWellFormedApiKey(key)) {
    throw unauthenticated(
      "KEY_MALFORMED",
      "The API key in the X-API-Key header is mistyped or incomplete: keys start with wsk_ or wpk_ and have 42 characters, and one wrong character is noticed. Compare it with the key you were given.",
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
