import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../src/config/config.ts";

const CA = { name: "STORE_TLS_CA_FILE", path: "/ca.pem" };

describe("settings of the store", () => {
  it.each([
    { url: "redis://forecasts:6379" },
    { url: "rediss+sentinel://sentinel/primary" },
    { url: "redis+cluster://node-1,node-2" },
  ])("FORECASTS_URL may be $url", ({ url }) => {
    expect(configFromEnvironment({ FORECASTS_URL: url }).forecastsUrl).toBe(url);
  });

  it.each([
    "sqlite:forecasts.db",
    "postgres://user@db/forecasts",
    "redis://:secret@forecasts?db=1",
    "forecasts",
  ])("FORECASTS_URL may not be %s, which is not repeated", (url) => {
    const read = () => configFromEnvironment({ FORECASTS_URL: url });
    expect(read).toThrow(/^FORECASTS_URL must be redis:\/\/[^\n]+\(rediss for TLS\)$/);
    expect(read).not.toThrow("secret");
  });

  it.each([
    { store: "redis://:secret@redis", forecasts: "redis://redis:6379/1" },
    { store: "redis+cluster://node-1,node-2", forecasts: "redis+cluster://node-2" },
  ])("forecasts cannot have all the memory of a server that counts: $forecasts", ({ store, forecasts }) => {
    expect(() => configFromEnvironment({ STORE_URL: store, FORECASTS_URL: forecasts })).toThrow(
      "FORECASTS_URL names a server of STORE_URL",
    );
  });

  it("TLS files are those of the store, and others of the Redis of forecasts", () => {
    const { storeTls, forecastsTls } = configFromEnvironment({
      STORE_URL: "postgres://user@db/suitability?sslmode=verify-full",
      STORE_TLS_CA_FILE: "/ca.pem",
      FORECASTS_URL: "rediss://forecasts",
      FORECASTS_TLS_CERT_FILE: "/client.pem",
      FORECASTS_TLS_KEY_FILE: "/client.key",
    });
    expect(storeTls).toEqual({ ca: CA, identity: undefined });
    expect(forecastsTls?.identity?.certificate.path).toBe("/client.pem");
  });

  it.each([
    {
      settings: { STORE_URL: "redis://redis", STORE_TLS_CA_FILE: "/ca.pem" },
      says: "STORE_TLS_CA_FILE needs a STORE_URL whose server's certificate is checked",
    },
    {
      settings: { STORE_URL: "postgres://user@db/suitability?sslmode=require", STORE_TLS_CA_FILE: "/ca.pem" },
      says: "STORE_TLS_CA_FILE needs a STORE_URL whose server's certificate is checked",
    },
    {
      settings: { FORECASTS_TLS_CA_FILE: "/ca.pem" },
      says: "FORECASTS_TLS_CA_FILE needs a FORECASTS_URL whose server's certificate is checked: rediss://…",
    },
    {
      settings: { STORE_URL: "rediss://redis", STORE_TLS_KEY_FILE: "/client.key" },
      says: "STORE_TLS_KEY_FILE needs STORE_TLS_CERT_FILE",
    },
  ])("TLS files that would be of no use are refused: $says", ({ settings, says }) => {
    expect(() => configFromEnvironment(settings)).toThrow(says);
  });
});
