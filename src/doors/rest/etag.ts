// Validators of bodies, and whether a caller has a body already (RFC 9110 section 13.1.2).
import { hash } from "node:crypto";

/**
 * A strong validator: equal for equal bytes and for no others. Of the bytes alone, so that every replica says the same of
 * the same answer, also over a restart.
 */
export function etagOf(body: string | Buffer): string {
  return `"${hash("sha256", body, "base64url")}"`;
}

/** Whether an If-None-Match header names the body that the tag is of, comparing weakly. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  // A list of tags, each perhaps with W/ before it, as proxies write that compress an answer. No tag has a quote inside,
  // and ours nothing but letters, digits, - and _, so it stands in the list exactly where it stands in the text.
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag));
}
