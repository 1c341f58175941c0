// What every file promises that is the same for everybody.
import { expect } from "vitest";
import type { TestService } from "./test-service.ts";

/** Expects these headers, and that 304 answers the file's own ETag and no other, through the sidecar too. */
export async function expectServedFile(
  { ports }: TestService,
  path: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  for (const port of [ports.http, ports.sidecar]) {
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const received: Record<string, string> = Object.fromEntries(response.headers);
      return { status: response.status, headers: received, text: await response.text() };
    };
    const { status, headers, text } = await send({ origin: "https://club.example" });
    expect(status).toBe(200);
    expect(headers).toMatchObject(expected);
    expect(text.length).toBeGreaterThan(25);
    const { etag = "" } = headers;
    const again = await send({ "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, text: "", headers: { etag } });
    const shared = "access-control-allow-origin";
    expect(again.headers[shared]).toBe(expected[shared]);
    expect((await send({ "if-none-match": '"other"' })).status).toBe(200);
  }
}
