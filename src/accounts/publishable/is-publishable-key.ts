/** Whether a text is meant to be a publishable key, by how it begins; it may be mistyped, unknown or revoked all the same. */
export function isPublishableKey(text: string): boolean {
  return text.startsWith("wpk_");
}
