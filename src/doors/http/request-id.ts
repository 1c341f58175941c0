import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

/** Short and harmless in any log or header. */
const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's id for its call if it is safe for logs and headers, otherwise a new one. */
export function requestIdFrom(given: string | readonly string[] | null | undefined): string {
  return typeof given === "string" && ACCEPTABLE_ID.test(given) ? given : randomUUID();
}
