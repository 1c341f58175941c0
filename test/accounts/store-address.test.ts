import { describe, expect, it } from "vitest";
import { storeAddressFromUrl } from "../../src/accounts/store-address.ts";

describe("storeAddressFromUrl", () => {
  it.each(["sqlite:data/suitability.db", "sqlite:/var/lib/suitability.db"])("%s is a file", (url) => {
    expect(storeAddressFromUrl(url)).toEqual({ kind: "Sqlite", path: url.slice("sqlite:".length) });
  });

  const POSTGRES = {
    hosts: [{ name: "db.example", port: 5432 }],
    user: "service",
    password: "",
    database: "suitability",
    sslMode: "prefer",
    hasSession: true,
  };

  it.each([
    { url: "postgres://service@db.example/suitability", address: {} },
    {
      url: "postgresql://service:p%40ss%2Fw%25rd@db.example:6432/suitability?sslmode=verify-full",
      address: { password: "p@ss/w%rd", hosts: [{ name: "db.example", port: 6432 }], sslMode: "verify-full" },
    },
    {
      url: "postgres://service@db-1,db-2:5433,[::1]:5434/suitability?target_session_attrs=read-write",
      address: {
        hosts: [
          { name: "db-1", port: 5432 },
          { name: "db-2", port: 5433 },
          { name: "::1", port: 5434 },
        ],
      },
    },
    { url: "postgres://service@db.example/suitability?prepare=false", address: { hasSession: false } },
  ])("$url is a PostgreSQL", ({ url, address }) => {
    expect(storeAddressFromUrl(url)).toEqual({ kind: "Postgres", address: { ...POSTGRES, ...address } });
  });

  it.each([
    { url: "", reason: "nothing" },
    { url: "sqlite:", reason: "no path" },
    { url: "mysqlite:data.db", reason: "another kind of store" },
    { url: "mysql://service@store/1", reason: "another kind of store" },
    { url: "postgres://store/1", reason: "no user" },
    { url: "postgres://service@store", reason: "no database" },
    { url: "postgres://service@/suitability", reason: "no host" },
    { url: "postgres://service@store,/suitability", reason: "a host without a name" },
    { url: "postgres://service@store:99999/suitability", reason: "no such port" },
    { url: "postgres://service:50%zz@store/suitability", reason: "a password that cannot be decoded" },
    { url: "postgres://service@store/suitability/more", reason: "databases have one name" },
    { url: "postgres://service@store/suitability?sslmode=allow", reason: "a mode that is not known" },
    { url: "postgres://service@store/suitability?connect_timeout=1", reason: "options would be ignored" },
    { url: "postgres://service@store/suitability#1", reason: "a fragment would be ignored" },
  ])("'$url' is no address: $reason", ({ url }) => {
    expect(storeAddressFromUrl(url)).toBeUndefined();
  });
});
