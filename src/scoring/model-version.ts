/**
 * Sent in a response header. Raise it with every change of a number, a formula or a profile: new scores then differ
 * from those that callers have stored. A change of words in the summary does not count.
 */
export const MODEL_VERSION = "3";
