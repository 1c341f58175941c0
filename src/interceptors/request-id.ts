import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

/** Short and harmless in any log or header. */
const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id the caller gave the call if it is fit for logs, otherwise a new one; the headers then carry it. */
export function requestIdFrom(header: Headers): string {
  const given = header.get(REQUEST_ID_HEADER);
  if (given !== null && ACCEPTABLE_ID.test(given)) {
    return given;
  }
  const requestId = randomUUID();
  header.set(REQUEST_ID_HEADER, requestId);
  return requestId;
}
