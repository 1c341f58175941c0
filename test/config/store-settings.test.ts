import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../src/config/config.ts";

const VERIFIED = "postgres://user@db/suitability?sslmode=verify-full";

describe("settings of the store", () => {
  it.each(["redis://:secret@redis", "rediss+sentinel://sentinel/primary", "redis+cluster://node-1,node-2"])(
    "STORE_URL=%s is refused in one line that says what keeps accounts now, and how to leave Redis",
    (url) => {
      const read = () => configFromEnvironment({ STORE_URL: url });
      expect(read).toThrow(
        /^STORE_URL must be sqlite:PATH, [^\n]+ or postgres:[^\n]+; Redis keeps accounts no more: `accounts export` of version 1687caf, the last that reads it, is the way out \(docs\/versioning\.md\)$/,
      );
      expect(read).not.toThrow("secret");
    },
  );

  it("the store and the store to move to each have TLS files of their own", () => {
    const { storeTls, moveToStoreTls } = configFromEnvironment({
      STORE_URL: VERIFIED,
      STORE_TLS_CA_FILE: "/ca.pem",
      MOVE_TO_STORE_URL: VERIFIED,
      MOVE_TO_STORE_TLS_CERT_FILE: "/client.pem",
      MOVE_TO_STORE_TLS_KEY_FILE: "/client.key",
    });
    expect(storeTls).toEqual({ ca: { name: "STORE_TLS_CA_FILE", path: "/ca.pem" }, identity: undefined });
    expect(moveToStoreTls?.identity?.certificate.path).toBe("/client.pem");
  });

  it("TLS files of a store to move to are refused if they would be of no use", () => {
    expect(() => configFromEnvironment({ MOVE_TO_STORE_TLS_CA_FILE: "/ca.pem" })).toThrow(
      "MOVE_TO_STORE_TLS_CA_FILE needs a MOVE_TO_STORE_URL whose server's certificate is checked",
    );
  });
});
