// Makes calls by the thousand, for tests of what a few calls do not show.
import { Pool } from "undici";

/** A few connections, each with several calls at once. */
export const CONNECTIONS = 4;
const CALLS_AT_ONCE = 10;

/** Makes a call, and returns whether it was answered. */
export type MakeCall = () => Promise<boolean>;

/** Asks for the same forecast over /v1 at each call. */
export function openForecastCalls(httpPort: number, headers: Readonly<Record<string, string>>) {
  const pool = new Pool(`http://127.0.0.1:${httpPort}`, {
    connections: CONNECTIONS,
    pipelining: CALLS_AT_ONCE,
  });
  const request = { path: "/v1/forecast?lat=52.52&lng=13.41&days=1", method: "GET", headers } as const;
  const call: MakeCall = async () => {
    const { statusCode, body } = await pool.request(request);
    await body.dump();
    return statusCode === 200;
  };
  return { call, close: () => pool.close() };
}

/** Makes calls as fast as they are answered, until `count` are answered. A call that fails is made again. */
export async function untilAnswered(call: MakeCall, count: number): Promise<void> {
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      if (!(await call())) left += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS * CALLS_AT_ONCE }, caller));
}
