import { isWellFormedApiKey } from "../../accounts/api-key.ts";
import { fault } from "../../fault.ts";

const API_KEY_HEADER = "x-api-key";

/** The key a call carries; UNAUTHENTICATED when there is none or its checksum tells that it is mistyped. */
export function presentedKey(header: Headers): string {
  const key = header.get(API_KEY_HEADER);
  if (key === null || key === "") {
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
export function hasWellFormedKey(header: Headers): boolean {
  return isWellFormedApiKey(header.get(API_KEY_HEADER) ?? "");
}

/** UNAUTHENTICATED, with the reason for a program and the sentence for people. */
export function unauthenticated(reason: `KEY_${"MISSING" | "MALFORMED" | "UNKNOWN"}`, sentence: string) {
  return fault({ reason, sentence });
}
