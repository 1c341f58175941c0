import assert from "node:assert/strict";

export type Json = Readonly<Record<string, unknown>>;

/** The body of a GET; throws unless it is a good one. */
export async function httpAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<Json> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Json;
}
