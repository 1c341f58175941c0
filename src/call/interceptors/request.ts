// Checks the request: whether it could be read, keeps the rules of its message, and is allowed for the key.
import type { DescMethod } from "@bufbuild/protobuf";
import { KEY_OPERATIONS, type KeyRestrictions } from "../../accounts/key.ts";
import {
  fault,
  furtherViolations,
  invalidArgument,
  plainFault,
  type FieldViolation,
} from "../../errors/fault.ts";
import { placeAt } from "../../lib/place.ts";
import { type Call, type CallRequest, OWN_PAGE } from "../call.ts";
import { compileRules } from "../rules.ts";
import type { CheckedCaller } from "../operation.ts";

/** The violations found by the door and by the protovalidate rules. Throws if the message could not be read at all. */
export type RequestCheck = (method: DescMethod, request: CallRequest) => FieldViolation[];

export function createRequestCheck(methods: readonly DescMethod[]): RequestCheck {
  const checks = new Map(methods.map((method) => [method, compileRules(method.input)]));
  return (method, { message, misread = [], unreadable }) => {
    if (unreadable !== undefined) throw unreadable;
    const violations = checks.get(method)?.(message);
    if (violations === undefined) throw new Error(`the rules of ${method.name} were not compiled`);
    return misread.length === 0 ? violations : [...misread, ...furtherViolations(violations, misread)];
  };
}

/** Throws INVALID_ARGUMENT if there are violations. */
export function refuseViolations(violations: readonly FieldViolation[]): void {
  if (violations.length > 0) throw invalidArgument(violations);
}

/** A page has to know which sports it may name. The method is free, and every publishable key may call it. */
const OF_EVERY_KEY = "ListSports";

/**
 * Checks where a key is used: a secret key in no page but those of `corsOrigins`, a publishable key in its own pages and for
 * its own operations. The daily limit of a publishable key is checked by the quota.
 */
export function createCallRestriction({ corsOrigins }: { readonly corsOrigins: readonly string[] }) {
  return ({ head, method }: Call, { restrictions }: CheckedCaller): void => {
    const { origin } = head;
    if (restrictions === undefined) {
      refuseForeignPages(corsOrigins, origin);
      return;
    }
    refuseOtherOrigins(restrictions, origin);
    if (method.name !== OF_EVERY_KEY) refuseOtherOperations(restrictions, method.name);
  };
}

/** Checks the place of a publishable key, once the request is known to make sense. */
export function restrictPlace({ request, method }: Call, { restrictions }: CheckedCaller): void {
  if (restrictions !== undefined && method.name !== OF_EVERY_KEY) refuseOtherPlaces(restrictions, request);
}

/** Only browsers send an origin. */
function refuseForeignPages(corsOrigins: readonly string[], origin: string | undefined): void {
  if (origin === undefined || origin === OWN_PAGE) return;
  if (corsOrigins.includes(origin) || corsOrigins.includes("*")) return;
  throw plainFault("SECRET_KEY_IN_BROWSER");
}

function refuseOtherOrigins({ origins }: KeyRestrictions, origin: string | undefined): void {
  if (origin !== undefined && (origin === OWN_PAGE || origins.includes(origin))) return;
  throw fault({
    reason: "ORIGIN_NOT_ALLOWED",
    // Which origins are allowed stays between the account and its pages.
    sentence:
      origin === undefined
        ? "A publishable API key (wpk_…) is for pages in a browser, which say in the Origin header where they are from. Use a secret key (wsk_…) on servers and over gRPC."
        : "This publishable API key is not for pages of this origin. Ask whoever gave it to you for another key.",
  });
}

function refuseOtherOperations({ operations }: KeyRestrictions, method: string): void {
  if (operations.some((operation) => KEY_OPERATIONS[operation] === method)) return;
  throw fault({
    reason: "OPERATION_NOT_ALLOWED",
    sentence: `This publishable API key may only be used for ${operations.join(", ")}. For anything else, ask whoever gave it to you for another key.`,
  });
}

type Point = { readonly lat?: number; readonly lng?: number };

/** The points of a request. Every operation in KEY_OPERATIONS has `lat` and `lng`, or a list of `venues` that have them. */
function pointsOf({ message, misread = [] }: CallRequest): readonly Point[] {
  const { venues, ...point } = message as Point & { readonly venues?: readonly Point[] };
  // A venue without a point, or with a value that could not be read, is not judged, so it needs no place.
  const isMisread = (i: number) => misread.some(({ field }) => field.startsWith(`venues[${i}].`));
  return (
    venues?.filter(({ lat, lng }, i) => lat !== undefined && lng !== undefined && !isMisread(i)) ?? [point]
  );
}

function refuseOtherPlaces({ places }: KeyRestrictions, request: CallRequest): void {
  for (const { lat = Number.NaN, lng = Number.NaN } of pointsOf(request)) {
    const { key } = placeAt(lat, lng);
    if (places.includes(key)) continue;
    const question = places.includes(placeAt(lng, lat).key) ? " Are lat and lng swapped?" : "";
    throw fault({
      reason: "PLACE_NOT_ALLOWED",
      sentence: `This publishable API key is not for the place ${key} (latitude and longitude, rounded to 0.01°).${question} Ask about one of its places, or ask whoever gave it to you for another key.`,
    });
  }
}
