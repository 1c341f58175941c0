// The keys of receipts: a JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037). The one with a private part signs. The
// others signed before, and stay public so that old receipts can be verified.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

/** As in `/.well-known/jwks.json`. */
export interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  /** The thumbprint of RFC 7638, whatever the file says. */
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "Ed25519";
}

export interface ReceiptKeys {
  /** Undefined if no receipts are made any more; old ones can still be verified. */
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject } | undefined;
  readonly published: readonly PublicJwk[];
}

export const NO_RECEIPT_KEYS: ReceiptKeys = { signing: undefined, published: [] };

/** The keys in RECEIPT_KEYS_FILE, or all of its problems: a sentence each, which does not quote a key. */
export function receiptKeysFromJson(
  text: string,
): { readonly keys: ReceiptKeys } | { readonly problems: readonly string[] } {
  const jwks = jwksOf(text);
  if (jwks === undefined) return { problems: ['It has to be a JSON Web Key Set: {"keys": […]}.'] };
  const read = jwks.map(readJwk);
  const problems = read.flatMap((key, i) => ("problem" in key ? [`Key ${i + 1} ${key.problem}`] : []));
  const keys = read.flatMap((key) => ("problem" in key ? [] : [key]));
  const published = keys.map(({ jwk }) => jwk);
  if (new Set(published.map(({ kid }) => kid)).size < published.length)
    problems.push("A key is there twice.");
  const signing = keys.flatMap(({ jwk: { kid }, privateKey }) => (privateKey ? [{ kid, privateKey }] : []));
  if (signing.length > 1) {
    problems.push(
      "More than one key has its private part d: leave it to the one that signs, and destroy the others'.",
    );
  }
  return problems.length > 0 ? { problems } : { keys: { signing: signing[0], published } };
}

/** The public keys of a published set. Keys of other kinds are ignored, as RFC 7517 section 5 requires. */
export function publicKeysFromJson(text: string): readonly PublicJwk[] | undefined {
  return jwksOf(text)?.flatMap((value) => {
    const key = readJwk(value);
    return "problem" in key ? [] : [key.jwk];
  });
}

/** A new signing key, and the public parts of the earlier ones; `json` is the content for RECEIPT_KEYS_FILE. */
export function newReceiptKeys(before: readonly PublicJwk[]): {
  readonly keys: ReceiptKeys & { readonly signing: object };
  readonly json: string;
} {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x = "", d } = privateKey.export({ format: "jwk" });
  const jwk = publicJwk(x);
  return {
    keys: { signing: { kid: jwk.kid, privateKey }, published: [jwk, ...before] },
    json: `${JSON.stringify({ keys: [{ ...jwk, d }, ...before] }, null, 2)}\n`,
  };
}

export function publicKeyOf({ kty, crv, x }: PublicJwk): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: "jwk" });
}

function jwksOf(text: string): readonly unknown[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown };
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

type ReadJwk =
  { readonly jwk: PublicJwk; readonly privateKey: KeyObject | undefined } | { readonly problem: string };

function readJwk(value: unknown): ReadJwk {
  const { kty, crv, x, d } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (kty !== "OKP" || crv !== "Ed25519") return { problem: 'must have "kty": "OKP" and "crv": "Ed25519".' };
  // Exactly 32 bytes in canonical form, since another spelling would have another thumbprint.
  if (typeof x !== "string" || base64UrlBytes(x)?.length !== 32) {
    return { problem: "has an x that is not 32 bytes in base64url." };
  }
  if (d === undefined) return { jwk: publicJwk(x), privateKey: undefined };
  if (typeof d !== "string" || base64UrlBytes(d)?.length !== 32) {
    return { problem: "has a d that is not 32 bytes in base64url." };
  }
  try {
    return { jwk: publicJwk(x), privateKey: createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" }) };
  } catch {
    return { problem: "has an x that does not belong to its d." };
  }
}

function publicJwk(x: string): PublicJwk {
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "Ed25519" };
}

/** Undefined unless the text is the canonical encoding: Node accepts others too. */
export function base64UrlBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
