import { randomBytes } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

/** Short and harmless in any log or header. */
const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's id for its call if it is safe for logs and headers, otherwise a new one. */
export function requestIdFrom(given: string | readonly string[] | null | undefined): string {
  return typeof given === "string" && ACCEPTABLE_ID.test(given) ? given : newId();
}

// Ids are cut from one text of many: making a random UUID alone takes 0.8 kB.
const ID_BYTES = 16;
const ID_LENGTH = "00000000-0000-4000-8000-000000000000".length;
const IDS = 256;
let ids = "";
let used = 0;

function newId(): string {
  if (used === ids.length) {
    ids = randomUuids(IDS);
    used = 0;
  }
  used += ID_LENGTH;
  return ids.slice(used - ID_LENGTH, used);
}

/** Random UUIDs (version 4, RFC 9562) without anything between them. */
function randomUuids(count: number): string {
  const bytes = randomBytes(count * ID_BYTES);
  for (let at = 0; at < bytes.length; at += ID_BYTES) {
    bytes.writeUInt8((bytes.readUInt8(at + 6) & 0x0f) | 0x40, at + 6);
    bytes.writeUInt8((bytes.readUInt8(at + 8) & 0x3f) | 0x80, at + 8);
  }
  return bytes.toString("hex").replaceAll(/(.{8})(.{4})(.{4})(.{4})(.{12})/g, "$1-$2-$3-$4-$5");
}
