// What holds for every call, in Markdown: for readers of /docs and of /llms.txt.
import { VERDICT_TABLE } from "../../scoring/verdicts.ts";

export interface CallingPart {
  /** Its anchor in /docs. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const CAUTION = VERDICT_TABLE.proceed_with_caution;

/** `keyIssuer` begins a sentence. */
export const callingParts = (keyIssuer: string): readonly CallingPart[] => [
  {
    id: "key",
    title: "The key",
    text:
      `Each call needs a key, in the header \`X-API-Key\` or as \`Authorization: Bearer\`. ${keyIssuer} issues keys. ` +
      "A secret key (`wsk_…`) belongs on your server: everybody can read what is in a page. For pages there are publishable " +
      "keys (`wpk_…`).",
  },
  {
    id: "requests",
    title: "Requests and answers",
    text:
      "Each operation is a GET with query parameters, or a POST with a JSON body if the question is long. It answers with JSON " +
      "and changes nothing, so it may be repeated. Times are ISO 8601 with `Z` or an offset. Unknown parameters and fields are " +
      "refused. An answer may be cached for the `max-age` of its `Cache-Control`; after that, send its `ETag` as `If-None-Match`.",
  },
  {
    id: "scores",
    title: "Scores and verdicts",
    text:
      `A score of ${CAUTION.highest + 1} or more is \`safe_to_book\`, ${CAUTION.lowest} to ${CAUTION.highest} ` +
      "`proceed_with_caution`, less `not_recommended`.",
  },
  {
    id: "quota",
    title: "The quota",
    text:
      "An answered call counts against the month's quota; refusals and failures do not. The header `RateLimit` says what is " +
      "left.",
  },
];

export const ERRORS =
  "Errors are problem documents (RFC 9457): `detail` says what to change, `reason` is for programs. First the key is checked " +
  "(401), then where it is used (403), then the request (400), then limits and quota (429).";
