// The reasons why a call fails, for programs. docs/errors.md lists all of them, and no fault has any other.
import { Code } from "@connectrpc/connect";

export interface FaultReasonRow {
  readonly code: Code;
  /** Set if the HTTP status differs from that of the code (`statusOf`). */
  readonly httpStatus?: number;
  /** When it happens, in one or two sentences. */
  readonly meaning: string;
  readonly remedy: string;
}

const TRY_AGAIN = "Try again when `Retry-After` says.";

/** Roughly in the order in which a call meets them. */
export const FAULT_REASONS = {
  OVERLOADED: {
    code: Code.Unavailable,
    meaning: "The service gets more calls than it can answer.",
    remedy: TRY_AGAIN,
  },
  KEY_MISSING: {
    code: Code.Unauthenticated,
    meaning: "The call carries no API key.",
    remedy: "Send it in the header `X-API-Key`.",
  },
  KEY_MALFORMED: {
    code: Code.Unauthenticated,
    meaning: "The API key is mistyped or incomplete.",
    remedy: "Compare it with the key you were given.",
  },
  TOO_MANY_WRONG_KEYS: {
    code: Code.ResourceExhausted,
    meaning: "Too many wrong keys came from your address.",
    remedy: "Check the key, and try again when `Retry-After` says.",
  },
  KEY_UNKNOWN: {
    code: Code.Unauthenticated,
    meaning: "The API key is unknown or has been revoked.",
    remedy: "Use a current key.",
  },
  ACCOUNT_CLOSED: {
    code: Code.PermissionDenied,
    meaning: "The account has been closed.",
    remedy: "Stop calling with its keys, or contact the operator.",
  },
  ACCOUNT_SUSPENDED: {
    code: Code.PermissionDenied,
    meaning: "The operator has suspended the account.",
    remedy: "Contact the operator.",
  },
  SECRET_KEY_IN_BROWSER: {
    code: Code.PermissionDenied,
    meaning: "A page called with a secret key (`wsk_…`), which everybody who opens the page can read.",
    remedy:
      "Use a publishable key (`wpk_…`) in the page, or have it ask your own server, which keeps the key.",
  },
  ORIGIN_NOT_ALLOWED: {
    code: Code.PermissionDenied,
    meaning: "A publishable key was used outside its pages, or a page called without being allowed to.",
    remedy: "Call from an allowed page, or use a secret key on a server.",
  },
  OPERATION_NOT_ALLOWED: {
    code: Code.PermissionDenied,
    meaning: "The publishable key was not issued for this operation.",
    remedy: "Use the operations that it was issued for.",
  },
  UNREADABLE_MESSAGE: {
    code: Code.InvalidArgument,
    meaning:
      "The message is not of the method's type, contains an unknown field, or came with a malformed header of its protocol.",
    remedy: "Compare it with the definition of the method.",
  },
  UNKNOWN_PARAMETER: {
    code: Code.InvalidArgument,
    meaning: "No parameter has this name.",
    remedy: "Correct or leave out the parameters in `violations`.",
  },
  UNKNOWN_SPORT: {
    code: Code.InvalidArgument,
    meaning: "No sport has this name.",
    remedy: "Choose a sport from `/v1/sports`.",
  },
  START_IN_PAST: {
    code: Code.InvalidArgument,
    meaning: "The session starts before the current hour, or with `ongoing` more than 12 hours ago.",
    remedy: "Ask for a later start.",
  },
  START_BEYOND_HORIZON: {
    code: Code.InvalidArgument,
    meaning: "The session starts more than 7 days from now.",
    remedy: "Ask again nearer the time.",
  },
  INVALID_PARAMETER: {
    code: Code.InvalidArgument,
    meaning: "A parameter is missing, malformed or out of range, or several things are wrong.",
    remedy: "Correct what `violations` lists.",
  },
  FEATURE_NOT_IN_PLAN: {
    code: Code.PermissionDenied,
    meaning: "The account's plan does not include what was asked for.",
    remedy: "Ask for something else, or ask the operator for a larger plan.",
  },
  PLACE_NOT_ALLOWED: {
    code: Code.PermissionDenied,
    meaning: "The publishable key was not issued for this place.",
    remedy: "Ask about the places that it was issued for.",
  },
  TOO_MANY_CALLS_AT_ONCE: {
    code: Code.ResourceExhausted,
    meaning: "The account has as many calls in flight as its plan allows.",
    remedy: "Wait for answers before you send more.",
  },
  UNCOUNTED_CALLS_LIMITED: {
    code: Code.ResourceExhausted,
    meaning: "The account makes too many calls that do not count.",
    remedy: "Try again when `Retry-After` says, and ask less often.",
  },
  MONTHLY_QUOTA_EXHAUSTED: {
    code: Code.ResourceExhausted,
    meaning: "All requests of this calendar month are used.",
    remedy: "Wait for the next month, or ask the operator for a larger plan.",
  },
  DAILY_LIMIT: {
    code: Code.ResourceExhausted,
    meaning: "The publishable key has used all its calls of this day (UTC).",
    remedy: "Wait for the next day, or ask for a key with more calls a day.",
  },
  NEW_PLACES_LIMITED: {
    code: Code.ResourceExhausted,
    meaning: "The account has used up its fetches of new places for now.",
    remedy: TRY_AGAIN,
  },
  PROVIDER_BUDGET_USED_UP: {
    code: Code.Unavailable,
    meaning:
      "The service has used up its calls to the weather source until midnight UTC, and has no recent forecast for this place.",
    remedy: TRY_AGAIN,
  },
  FORECAST_UNAVAILABLE: {
    code: Code.Unavailable,
    meaning: "No weather source can answer for this place and time at the moment.",
    remedy: TRY_AGAIN,
  },
  STORE_UNAVAILABLE: {
    code: Code.Unavailable,
    meaning: "Keys and quotas cannot be checked at the moment.",
    remedy: TRY_AGAIN,
  },
  CORE_UNAVAILABLE: {
    code: Code.Unavailable,
    meaning: "The service cannot answer at the moment.",
    remedy: TRY_AGAIN,
  },
  DEADLINE_EXCEEDED: {
    code: Code.DeadlineExceeded,
    meaning: "The answer took longer than the call allows.",
    remedy: "Try again, with a longer deadline if you set one.",
  },
  CANCELED: {
    code: Code.Canceled,
    meaning: "The call was cancelled before it was answered.",
    remedy: "Nothing, if you cancelled it; otherwise look at the proxies on the way.",
  },
  INTERNAL: {
    code: Code.Internal,
    meaning: "The service failed because of a bug.",
    remedy: "It is our fault, not yours. Quote the request id when you report it.",
  },
  UNKNOWN_PATH: {
    code: Code.Unimplemented,
    meaning: "There is nothing at this path, or no such method.",
    remedy: "Correct the path; `/openapi.json` lists all paths.",
  },
  METHOD_NOT_ALLOWED: {
    code: Code.Unimplemented,
    httpStatus: 405,
    meaning: "The path does not take this HTTP method.",
    remedy: "Use one of the methods in `Allow`.",
  },
  MALFORMED_REQUEST: {
    code: Code.InvalidArgument,
    meaning: "The request is not valid HTTP, or its path, a header or the body's form is wrong.",
    remedy: "Check what your client sends.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: Code.InvalidArgument,
    httpStatus: 415,
    meaning: "The method does not take the body's `Content-Type`.",
    remedy: "Send JSON or Protobuf, and name it in `Content-Type`.",
  },
  UNSUPPORTED_COMPRESSION: {
    code: Code.Unimplemented,
    httpStatus: 501,
    meaning: "The message is compressed by an unknown method.",
    remedy: "Use gzip, or no compression.",
  },
  REQUEST_TOO_SLOW: {
    code: Code.DeadlineExceeded,
    httpStatus: 408,
    meaning: "The request did not arrive in time.",
    remedy: "Send the whole request without pauses.",
  },
  BODY_TOO_LARGE: {
    code: Code.ResourceExhausted,
    httpStatus: 413,
    meaning: "The body is larger than any valid one.",
    remedy: "Send less.",
  },
  URL_TOO_LONG: {
    code: Code.InvalidArgument,
    httpStatus: 414,
    meaning: "The URL is longer than any valid one.",
    remedy: "Ask in several calls.",
  },
  HEADERS_TOO_LONG: {
    code: Code.InvalidArgument,
    httpStatus: 431,
    meaning: "The URL and the headers are too long together.",
    remedy: "Send fewer or shorter headers.",
  },
} as const satisfies Record<string, FaultReasonRow>;

/** Reasons of the administration, which callers of the service never meet. */
export const ADMIN_REASONS = {
  ADMIN_TOKEN_MISSING: {
    code: Code.Unauthenticated,
    meaning: "The call carries no token.",
    remedy: "Send it in the header `Authorization: Bearer`.",
  },
  ADMIN_TOKEN_UNKNOWN: {
    code: Code.Unauthenticated,
    meaning: "The token file does not list this token.",
    remedy: "Compare it with the token that was printed, or use a current one.",
  },
  RIGHT_MISSING: {
    code: Code.PermissionDenied,
    meaning: "The token has the right `read`, and the call changes something.",
    remedy: "Use a token with the right `accounts`.",
  },
  ACCOUNT_NOT_FOUND: {
    code: Code.NotFound,
    meaning: "No account has this id or reference.",
    remedy: "Name it by its id, or by `ref:` and its external reference.",
  },
  KEY_NOT_FOUND: {
    code: Code.NotFound,
    meaning: "No key has this id.",
    remedy: "Take the id from the list of the account's keys.",
  },
  WRONG_ACCOUNT_STATE: {
    code: Code.FailedPrecondition,
    httpStatus: 409,
    meaning: "The account is closed and gets no key, is not closed and cannot be deleted, or is deleted.",
    remedy: "Reopen or close it first; a deleted account stays deleted.",
  },
  LABEL_IN_USE: {
    code: Code.AlreadyExists,
    meaning: "A key of the account that is not revoked has this label; `metadata.key` is that key's id.",
    remedy: "If the answer with it was lost, revoke that key and ask again; otherwise choose another label.",
  },
} as const satisfies Record<string, FaultReasonRow>;

export const ALL_REASONS = { ...FAULT_REASONS, ...ADMIN_REASONS };

export type FaultReason = keyof typeof ALL_REASONS;

export type ViolationReason =
  "INVALID_PARAMETER" | "UNKNOWN_PARAMETER" | "UNKNOWN_SPORT" | "START_IN_PAST" | "START_BEYOND_HORIZON";
