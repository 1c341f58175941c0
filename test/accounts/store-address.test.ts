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
    "redis://:p@ss%25@store",
    "redis+sentinel://service:secret@sentinel-1,sentinel-2:26380,[::1]/primary/2",
    "rediss+sentinel://sentinel/primary",
    "redis+cluster://:secret@node-1:7000,node-2",
  ])("%s is a Redis", (url) => {
    expect(storeAddressFromUrl(url)).toEqual({ kind: "Redis", url });
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
    { url: "sqlite:data.db\nredis://store", reason: "two lines" },
    { url: "redis:store", reason: "no host" },
    { url: "redis:///1", reason: "no host" },
    { url: "redis://:50%zz@store", reason: "a password that cannot be decoded" },
    { url: "redis://store:99999", reason: "no such port" },
    { url: "redis://store/main", reason: "databases have numbers" },
    { url: "redis://store/1/2", reason: "databases have one number" },
    { url: "redis://store?timeout=1", reason: "options would be ignored" },
    { url: "redis://store#1", reason: "a fragment would be ignored" },
    { url: "redis://store-1,store-2", reason: "two servers, and no Sentinel to say which" },
    { url: "redis+sentinel://sentinel", reason: "nothing that Sentinels would know" },
    { url: "redis+sentinel://sentinel/primary/main", reason: "databases have numbers" },
    { url: "redis+sentinel://sentinel,/primary", reason: "a host without a name" },
    { url: "redis+cluster://node/1", reason: "a cluster has one database" },
    { url: "redis+replica://node", reason: "another kind of Redis" },
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
  ])("$url is no address: $reason", ({ url }) => {
    expect(storeAddressFromUrl(url)).toBeUndefined();
  });
});
