// What was asked: whether it could be read, keeps the rules of its message, and is something that the key is good for.
import type { DescMethod } from "@bufbuild/protobuf";
import { KEY_OPERATIONS, type KeyRestrictions } from "../../accounts/key.ts";
import { fault, furtherViolations, invalidArgument, type FieldViolation } from "../../fault.ts";
import { placeAt } from "../../weather/place.ts";
import { type Call, OWN_PAGE } from "../call.ts";
import { compileRules } from "../rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { OpenCall } from "../open-call.ts";

/**
 * What is wrong with a request, as far as its door and the protovalidate rules of its message can tell. Throws where it could
 * not be read at all.
 */
export type RequestCheck = (
  call: Pick<Call, "method" | "question" | "misread" | "unreadable">,
) => readonly FieldViolation[];

export function createRequestCheck(methods: readonly DescMethod[]): RequestCheck {
  const checks = new Map(methods.map((method) => [method, compileRules(method.input)]));
  return ({ method, question, misread = [], unreadable }) => {
    if (unreadable !== undefined) throw unreadable;
    const violations = checks.get(method)?.(question);
    if (violations === undefined) throw new Error(`the rules of ${method.name} were not compiled`);
    return misread.length === 0 ? violations : [...misread, ...furtherViolations(violations, misread)];
  };
}

/** INVALID_ARGUMENT where anything is wrong. */
export function refuseViolations({ violations }: Pick<CheckedCall, "violations">): void {
  if (violations.length > 0) throw invalidArgument(violations);
}

/** A page has to know which sports it may name; this is not counted, and no key has to be issued for it. */
const OF_EVERY_KEY = "ListSports";

/**
 * Holds a publishable key to its origins and operations and, once the request is known to make sense, to its places. Its
 * calls of the day are counted where all calls are.
 */
export function restrictCall(open: OpenCall, { caller, admissionChecks }: CheckedCall): void {
  const { origin, method } = open.asked;
  const { restrictions } = caller;
  if (restrictions === undefined) return;
  refuseOtherOrigins(restrictions, origin);
  if (method.name === OF_EVERY_KEY) return;
  refuseOtherOperations(restrictions, method.name);
  admissionChecks.push(() => refuseOtherPlaces(restrictions, open.asked.question));
}

function refuseOtherOrigins({ origins }: KeyRestrictions, origin: string | undefined): void {
  if (origin !== undefined && (origin === OWN_PAGE || origins.includes(origin))) return;
  throw fault({
    reason: "ORIGIN_NOT_ALLOWED",
    // Not which origins are: that is between the account and its pages.
    sentence:
      origin === undefined
        ? "A publishable API key (wpk_…) is for pages in a browser, which say in the Origin header where they are from. Use a secret key (wsk_…) on servers and over gRPC."
        : "This publishable API key is not for pages of this origin. Ask whoever gave it to you for a key that is.",
  });
}

function refuseOtherOperations({ operations }: KeyRestrictions, method: string): void {
  if (operations.some((operation) => KEY_OPERATIONS[operation] === method)) return;
  throw fault({
    reason: "OPERATION_NOT_ALLOWED",
    sentence: `This publishable API key is good for ${operations.join(", ")} alone. Use it for nothing else, or ask whoever gave it to you for a key that is good for this.`,
  });
}

/** Every operation has the point among its fields, and by now it is there. */
function refuseOtherPlaces({ places }: KeyRestrictions, asked: object): void {
  const { lat = Number.NaN, lng = Number.NaN } = asked as { readonly lat?: number; readonly lng?: number };
  const { key } = placeAt(lat, lng);
  if (places.includes(key)) return;
  const question = places.includes(placeAt(lng, lat).key) ? " Are lat and lng swapped?" : "";
  throw fault({
    reason: "PLACE_NOT_ALLOWED",
    sentence: `This publishable API key is not for the place ${key} (latitude and longitude, rounded to 0.01°).${question} Ask for one of its places, or whoever gave it to you for a key that is.`,
  });
}
