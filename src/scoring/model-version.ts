/**
 * Sent in a response header. Raise it with every change of a number, a formula or a profile: each changes scores that
 * callers have stored. New words in the summary alone do not count.
 */
export const MODEL_VERSION = "2";
