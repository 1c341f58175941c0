/** There is nothing to read: the request has no fields. */
export function createReadStatus() {
  return (): undefined => undefined;
}
