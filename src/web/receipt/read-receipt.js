// Verifies a receipt with only the keys in the page. The words are those of `bin/suitability receipts verify`.

/**
 * @typedef {{ kid: string, x: string }} PublicJwk
 * @typedef {{ [name: string]: any }} Payload what was signed
 * @typedef {{ because: string, sentence: string }} Refused
 * @typedef {{ payload: Payload, kid: string, isSimulated: boolean }} Signed
 */

const TYPES = ["suitability-receipt+jwt", "suitability-demo+jwt"];

/**
 * Trusts only the given keys; the receipt only names one of them. Rejects if the browser cannot verify.
 * @param {string} text
 * @param {readonly PublicJwk[]} keys
 * @returns {Promise<Refused | Signed>}
 */
export async function readReceipt(text, keys) {
  const [headerPart = "", payloadPart = "", signaturePart = "", ...others] = text.trim().split(".");
  const { kid, typ, crit } = json(headerPart) ?? {};
  if (typeof kid !== "string" || others.length > 0) {
    return refused("form", "This is no receipt: a receipt is one long word with two dots in it.");
  }
  const jwk = keys.find((each) => each.kid === kid);
  if (jwk === undefined) {
    return refused(
      "key",
      `It names the key ${JSON.stringify(kid)}, which this service has never signed with.`,
    );
  }
  const signature = bytes(signaturePart);
  const signed = new TextEncoder().encode(`${headerPart}.${payloadPart}`);
  if (signature === undefined || !(await isSignedWith(jwk, signature, signed))) {
    return refused("signature", "It is not what was signed: something in it was changed.");
  }
  const payload = json(payloadPart);
  if (!TYPES.includes(typ) || crit !== undefined || !Array.isArray(payload?.["explanation"]?.hours)) {
    return refused(
      "form",
      "The signature is good, but what was signed is no receipt of a form that is known here.",
    );
  }
  return { payload: { ...payload }, kid, isSimulated: typ === TYPES[1] };
}

/**
 * @param {string} because
 * @param {string} sentence
 */
function refused(because, sentence) {
  return { because, sentence };
}

/**
 * @param {PublicJwk} jwk
 * @param {Uint8Array<ArrayBuffer>} signature
 * @param {Uint8Array<ArrayBuffer>} signed
 */
async function isSignedWith({ x }, signature, signed) {
  const jwk = { kty: "OKP", crv: "Ed25519", x };
  const key = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature, signed);
}

/**
 * @param {string} part
 * @returns {{ [name: string]: any } | undefined}
 */
function json(part) {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes(part)));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a text in base64url. Undefined for a text that is not canonical: the last character has spare bits, so several
 * texts have the same bytes.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function bytes(text) {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const written = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return written === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
