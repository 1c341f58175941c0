import type { Interceptor } from "@connectrpc/connect";
import { KEY_OPERATIONS, type KeyRestrictions } from "../accounts/key.ts";
import { fault } from "../fault.ts";
import { placeAt } from "../weather/place.ts";
import { callOf } from "./checked-call.ts";

/** A page has to know which sports it may name; this is not counted, and no key has to be issued for it. */
const OF_EVERY_KEY = "ListSports";

/**
 * Holds a publishable key to its origins and operations and, once the request is known to make sense, to its places. Its
 * calls of the day are counted where all calls are.
 */
export const restrictCall: Interceptor = (next) => (request) => {
  const { caller, admissionChecks } = callOf(request.contextValues);
  const { restrictions } = caller;
  if (restrictions === undefined) return next(request);
  refuseOtherOrigins(restrictions, request.header.get("origin"));
  if (request.method.name === OF_EVERY_KEY) return next(request);
  refuseOtherOperations(restrictions, request.method.name);
  admissionChecks.push(() => refuseOtherPlaces(restrictions, request.message));
  return next(request);
};

function refuseOtherOrigins({ origins }: KeyRestrictions, origin: string | null): void {
  if (origin !== null && origins.includes(origin)) return;
  throw fault({
    reason: "ORIGIN_NOT_ALLOWED",
    // Not which origins are: that is between the account and its pages.
    sentence:
      origin === null
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
  throw fault({
    reason: "PLACE_NOT_ALLOWED",
    sentence: `This publishable API key is not for the place ${key} (latitude and longitude, rounded to 0.01°). Ask for one of its places, or whoever gave it to you for a key that is.`,
  });
}
