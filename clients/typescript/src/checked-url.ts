/** Refused at once: without a scheme the first call would fail, in words that say nothing of it. */
export function checkedUrl(baseUrl: string): URL {
  if (/^https?:\/\/[^/]/.test(baseUrl)) return new URL(baseUrl);
  throw new TypeError(`baseUrl must begin with http:// or https://, and is "${baseUrl}".`);
}
