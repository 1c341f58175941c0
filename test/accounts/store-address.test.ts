import { describe, expect, it } from "vitest";
import { storeAddressFromUrl } from "../../src/accounts/store-address.ts";

describe("storeAddressFromUrl", () => {
  it.each(["sqlite:data/suitability.db", "sqlite:/var/lib/suitability.db"])("%s is a file", (url) => {
    expect(storeAddressFromUrl(url)).toEqual({ kind: "Sqlite", path: url.slice("sqlite:".length) });
  });

  it.each([
    "redis://127.0.0.1",
    "redis://store:6380/3",
    "redis://:secret@store:6379",
    "redis://service:secret@[::1]:6379/0",
    "rediss://service:secret@store.example/",
  ])("%s is a Redis", (url) => {
    expect(storeAddressFromUrl(url)).toEqual({ kind: "Redis", url });
  });

  it.each([
    { url: "", reason: "nothing" },
    { url: "sqlite:", reason: "no path" },
    { url: "mysqlite:data.db", reason: "another kind of store" },
    { url: "sqlite:data.db\nredis://store", reason: "two lines" },
    { url: "redis:store", reason: "no host" },
    { url: "redis:///1", reason: "no host" },
    { url: "redis://:50%zz@store", reason: "a password that cannot be decoded" },
    { url: "redis://store:99999", reason: "no such port" },
    { url: "redis://store/main", reason: "databases have numbers" },
    { url: "redis://store/1/2", reason: "databases have one number" },
    { url: "redis://store?timeout=1", reason: "options would be ignored" },
    { url: "redis://store#1", reason: "a fragment would be ignored" },
    { url: "postgres://store/1", reason: "another kind of store" },
  ])("$url is no address: $reason", ({ url }) => {
    expect(storeAddressFromUrl(url)).toBeUndefined();
  });
});
