// Whose word the doors take for an address: TRUSTED_PROXIES alone decides, at every door alike.
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import type { Door } from "./door.ts";
import { METHODS } from "./methods.ts";
import { startWithDoors } from "./start-with-doors.ts";

/** More than this a minute from one address is refused. */
const WRONG_KEYS_MAX = 20;

/** What a key, a wrong one unless it is given, is told that claims to come from an address. */
async function toldFrom(door: Door, forwardedFor: string, key = createApiKey()): Promise<string> {
  const outcome = await door.call({
    method: METHODS.getForecast,
    request: { lat: 1, lng: 2, days: 1 },
    key,
    headers: { "x-forwarded-for": forwardedFor },
  });
  return outcome.kind === "fault" ? outcome.code : "answer";
}

async function useUp(door: Door, forwardedFor: (i: number) => string): Promise<void> {
  for (let i = 0; i < WRONG_KEYS_MAX; i += 1) await toldFrom(door, forwardedFor(i));
}

describe("a forwarded address", () => {
  it("is not believed by default, not even from this machine, and that is told once a door", async () => {
    const told: unknown[] = [];
    const destination = {
      write: (line: string) => {
        const { role, door, msg } = JSON.parse(line) as Record<string, string>;
        if (msg?.startsWith("X-Forwarded-For is not believed")) told.push(`${role} ${door}`);
      },
    };
    const { doors, clock } = await startWithDoors({ logLevel: "warn" }, { destination });
    for (const door of doors) {
      await useUp(door, (i) => `198.51.100.${i}`);
      expect(await toldFrom(door, "198.51.100.99"), door.name).toBe("resource_exhausted");
      clock.advance(60_000);
    }
    expect(told.toSorted()).toEqual(["all grpc", "all http", "rest http"]);
  });

  it.each([
    { host: "127.0.0.1", trustedProxies: ["loopback"] },
    // Where both families are listened to, an IPv4 address arrives as ::ffff:127.0.0.1.
    { host: "::", trustedProxies: ["127.0.0.0/8"] },
  ])("is believed from $trustedProxies on $host", async ({ host, trustedProxies }) => {
    const listen = { host, port: 0 };
    const service = await startWithDoors({ grpcListen: listen, httpListen: listen, trustedProxies });
    const { doors, clock } = service;
    const { key: good } = await service.createCaller();
    for (const door of doors) {
      const { key: neverSeen } = await service.createCaller();
      expect(await toldFrom(door, "198.51.100.7", good), door.name).toBe("answer");
      await useUp(door, () => "198.51.100.7");
      expect(await toldFrom(door, "198.51.100.7"), door.name).toBe("resource_exhausted");
      // Whoever stands before the one that the proxy names could say anything.
      expect(await toldFrom(door, "198.51.100.8, 198.51.100.7"), door.name).toBe("resource_exhausted");
      expect(await toldFrom(door, "198.51.100.8"), door.name).toBe("unauthenticated");
      // Good keys are answered all the same, whether they have been here before or not.
      for (const key of [good, neverSeen]) {
        expect(await toldFrom(door, "198.51.100.7", key), door.name).toBe("answer");
      }
      clock.advance(60_000);
    }
  });
});
