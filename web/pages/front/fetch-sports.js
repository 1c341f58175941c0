/** Listing sports is free, and shows whether a key is good. */

const KEY_FORM = /^wsk_[0-9A-Za-z]{38}$/;

// A little longer than the service's own limit.
const TIMEOUT_MS = 15_000;

/** Why there are no sports, in words for the visitor. */
export class SportsRefused extends Error {}

/**
 * @param {string} key
 * @param {{ isTyped?: boolean }} [from] A key that is not typed is the page's own.
 * @returns {Promise<{ id: string, label: string }[]>} Rejected with SportsRefused.
 */
export async function fetchSports(key, { isTyped = true } = {}) {
  if (isTyped && !KEY_FORM.test(key)) {
    // A text that is no key is not sent: it may be another secret, or unfit for a header.
    throw new SportsRefused(
      "It is mistyped or incomplete: keys start with wsk_ and have 42 characters. Compare it with the key you were given.",
    );
  }
  const { response, body } = await answerTo(key);
  if (response.ok && body !== undefined) {
    return body.sports;
  }
  throw new SportsRefused(
    response.status < 500 && body?.detail
      ? body.detail
      : "The service cannot answer at the moment; your key is not the reason. Try again in a minute.",
  );
}

/** @param {string} key */
async function answerTo(key) {
  try {
    const response = await fetch("/v1/sports", {
      headers: { "x-api-key": key },
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // An answer that is not JSON comes from something in between.
    const body = await response.json().catch(() => undefined);
    return { response, body };
  } catch {
    throw new SportsRefused("The service cannot be reached. Check your connection, then try again.");
  }
}
