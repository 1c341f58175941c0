// Verifies a receipt: its issuer signed it, and its score follows from its own numbers.
import { verify } from "node:crypto";
import { scoreExplained } from "../scoring/explained-session.ts";
import { MODEL_VERSION } from "../scoring/model-version.ts";
import { pointsLost } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { findProfile } from "../scoring/sports/find-profile.ts";
import { compileProfile } from "../scoring/sports/profile.ts";
import { profileFromJson, profileToJson, type ProfileJson } from "./profile-json.ts";
import { base64UrlBytes, publicKeyOf, type PublicJwk } from "./receipt-keys.ts";
import { isReceipt, RECEIPT_TYPES, type Receipt } from "./receipt.ts";

/** The check that a receipt fails, in the order of the checks. `form` is checked again after `signature`. */
export type ReceiptFailure =
  "form" | "key" | "signature" | "issuer" | "simulated weather" | "model version" | "arithmetic";

interface Refused {
  readonly kind: "Refused";
  readonly because: ReceiptFailure;
  readonly sentence: string;
}

export type VerifiedReceipt = ReturnType<typeof verifyReceipt>;

export function verifyReceipt(
  text: string,
  {
    keys,
    issuer,
    allowSimulated = false,
  }: {
    readonly keys: readonly PublicJwk[];
    /** The required issuer; undefined if the keys alone decide. */
    readonly issuer?: string | undefined;
    readonly allowSimulated?: boolean;
  },
) {
  const signed = readSigned(text, keys);
  if (signed.kind === "Refused") return signed;
  const { receipt, isSimulated } = signed;
  if (issuer !== undefined && receipt.iss !== issuer) {
    const name = JSON.stringify(receipt.iss);
    return refused("issuer", `It says that it is from ${name}, and is signed with a key of ${issuer}.`);
  }
  if (isSimulated && !allowSimulated) {
    return refused(
      "simulated weather",
      "The signature is good, but the weather is made up: it proves nothing.",
    );
  }
  if (receipt.model_version !== MODEL_VERSION) {
    const version = JSON.stringify(receipt.model_version);
    return refused(
      "model version",
      `The signature is good. The score is of model version ${version}, and only ${MODEL_VERSION} can be recomputed here: take the release of that time.`,
    );
  }
  const { question, profile, explanation } = receipt;
  const score = scoreExplained(explanation, {
    startTime: question.start_time,
    durationMinutes: question.duration_minutes,
    profile: compileProfile(profileFromJson(profile)),
  });
  if (score === undefined) {
    return refused("arithmetic", "The signature is good, but the hours in it are not those of the session.");
  }
  const difference = differenceOf(score, receipt);
  if (difference !== undefined) return refused("arithmetic", `The signature is good, but ${difference}.`);
  return {
    ...signed,
    kind: "Verified" as const,
    /** The recomputed score. */
    score,
    /** The profile's properties that differ from its built-in sport's; `base` if there is no such sport. */
    changed: changedCurves(profile),
  };
}

/**
 * Reads only `kid`, `typ` and `crit` of the header, and takes the key from `keys`. `jku`, `jwk`, `x5u` and `alg` are
 * ignored: whoever made the receipt chose them.
 */
function readSigned(text: string, keys: readonly PublicJwk[]) {
  const [headerPart = "", payloadPart = "", signaturePart = "", ...others] = text.trim().split(".");
  const { kid, typ, crit } = jsonOf(headerPart) ?? {};
  if (typeof kid !== "string" || others.length > 0) {
    return refused("form", "This is no receipt: a receipt is one long word with two dots in it.");
  }
  const jwk = keys.find((each) => each.kid === kid);
  if (jwk === undefined) {
    return refused("key", `It names the key ${JSON.stringify(kid)}, which is not among the issuer's.`);
  }
  const signature = base64UrlBytes(signaturePart);
  const signed = Buffer.from(`${headerPart}.${payloadPart}`);
  if (signature === undefined || !verify(null, signed, publicKeyOf(jwk), signature)) {
    return refused(
      "signature",
      `It is not what was signed with the key ${kid}: something in it was changed.`,
    );
  }
  const isSimulated = typ === RECEIPT_TYPES.simulated;
  const receipt = jsonOf(payloadPart);
  // `crit` lists extensions that a reader must know (RFC 7515 section 4.1.11); this one knows none.
  if ((!isSimulated && typ !== RECEIPT_TYPES.real) || crit !== undefined || !isReceipt(receipt)) {
    return refused(
      "form",
      "The signature is good, but what was signed is no receipt of a form that is known here.",
    );
  }
  return { kind: "Signed" as const, receipt, kid, isSimulated };
}

function refused(because: ReceiptFailure, sentence: string): Refused {
  return { kind: "Refused", because, sentence };
}

function jsonOf(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The largest accepted difference in temperature. Answers are rounded to 0.1 °C. The 1e-9 is for floating point: the
 * last bit of an interpolated temperature depends on which hour comes first.
 */
const TEMP_C_OFF_MAX = 0.05 + 1e-9;

/** The first value of the receipt that differs from the recomputed one, in words; undefined if there is none. */
function differenceOf(score: SessionScore, { answer, explanation }: Receipt): string | undefined {
  const isTempC = Math.abs(score.tempC - answer.temp_c) <= TEMP_C_OFF_MAX;
  const made = {
    playability_score: score.playabilityScore,
    recommendation: score.recommendation,
    rain_risk: score.rainRisk,
    wind_risk: score.windRisk,
    temp_c: isTempC ? answer.temp_c : score.tempC,
    points_lost: pointsOf(pointsLost(score)),
  };
  const said = { ...answer, points_lost: pointsOf(explanation.points_lost) };
  const names = Object.keys(made) as (keyof typeof made)[];
  const differing = names.find((name) => made[name] !== said[name]);
  return differing === undefined
    ? undefined
    : `its hours make a ${differing} of ${JSON.stringify(made[differing])}, and it says ${JSON.stringify(said[differing])}`;
}

function pointsOf(lost: readonly { readonly points: number }[]): string {
  return lost.map(({ points }) => points).join(" ");
}

function changedCurves(profile: ProfileJson): readonly string[] {
  const builtIn = findProfile(profile.base);
  if (builtIn === undefined) return ["base"];
  const { id: _id, base: _base, ...numbers } = profileToJson(builtIn);
  const names = Object.keys(numbers) as (keyof typeof numbers)[];
  return names.filter((name) => JSON.stringify(numbers[name]) !== JSON.stringify(profile[name]));
}
