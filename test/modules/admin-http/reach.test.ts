// Where the administration cannot be reached, and what it reveals to whom.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTls } from "node:tls";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../../src/accounts/api-key.ts";
import { createAdminToken } from "../../../src/modules/admin-http/tokens.ts";
import { startModulePort } from "../../../src/app/start-service.ts";
import { adminHttp } from "../../../src/modules/admin-http/module.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { createAuthority, HAS_OPENSSL } from "../../doors/http/tls/certificate-authority.ts";
import { answerToBytes } from "../../support/programs/raw-http.ts";
import { adminSettingsIn, startAdministered, useAdmin } from "./use-admin.ts";
import { startTestService } from "../../support/service/test-service.ts";

const CONNECT_PATH = "/suitability.admin.v1.AdminService/ListAccounts";
const CHALLENGE = 'Bearer realm="admin"';
const admin = useAdmin({ trustedProxies: ["loopback"] });

describe("the administration", () => {
  it.each([
    ["http", 404],
    ["ops", 404],
    ["sidecar", 404],
    ["sidecarOps", 404],
    ["grpc", "no HTTP/1"],
  ] as const)("cannot be reached at the port %s, even with a valid token", async (name, expected) => {
    const { service, tokens } = admin();
    const port = name === "sidecarOps" ? service.sidecarOpsPort : service.ports[name];
    const authorization = `Bearer ${tokens.accounts}`;
    for (const [path, init] of [
      ["/admin/v1/accounts", {}],
      ["/admin/v1/accounts", { method: "POST", body: "{}" }],
      ["//admin/v1/accounts", {}],
      ["/%61dmin/v1/accounts", {}],
      [CONNECT_PATH, { method: "POST", body: "{}" }],
    ] as const) {
      const headers = { authorization, "content-type": "application/json" };
      const told = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).then(
        ({ status }) => status,
        () => "no HTTP/1",
      );
      expect(told, path).toBe(expected);
    }
  });

  it("serves nothing else at its port", async () => {
    const { service } = admin();
    const { key } = await service.createCaller();
    for (const path of ["/v1/sports", "/metrics", "/livez", "/", "/status", "/openapi.json", "/mcp"]) {
      expect((await service.get(path, { key, port: service.ports["admin"] ?? 0 })).status, path).toBe(404);
    }
  });

  it.each([
    ["no token", () => ({}), "ADMIN_TOKEN_MISSING"],
    ["an empty token", () => ({ authorization: "Bearer " }), "ADMIN_TOKEN_MISSING"],
    ["another scheme", () => ({ authorization: `Basic ${admin().tokens.accounts}` }), "ADMIN_TOKEN_MISSING"],
    ["a token in X-API-Key", () => ({ "x-api-key": admin().tokens.accounts }), "ADMIN_TOKEN_MISSING"],
    ["an unknown token", () => ({ authorization: `Bearer ${strangersToken()}` }), "ADMIN_TOKEN_UNKNOWN"],
    ["an API key", () => ({ authorization: `Bearer ${createApiKey()}` }), "ADMIN_TOKEN_UNKNOWN"],
  ])("answers %s with 401, before it looks at anything else", async (_what, headers, reason) => {
    for (const [path, body, word, challenge] of [
      ["/admin/v1/accounts", "{", reason, CHALLENGE],
      ["/admin/v1/accounts/acc_nobody:close", "x".repeat(60_000), reason, CHALLENGE],
      [CONNECT_PATH, "{", "unauthenticated", null],
    ] as const) {
      const told = await fetch(admin().url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...(headers() as Record<string, string>) },
        body,
      });
      expect(told.status, path).toBe(401);
      expect(await told.text()).toContain(word);
      expect(told.headers.get("www-authenticate")).toBe(challenge);
    }
  });

  it("does not let a read-only token change anything, whatever the method or protocol", async () => {
    const { ask, tokens, service, url } = admin();
    const { accountId, keyId } = await service.createCaller();
    const reader = { token: tokens.read };
    const refused = { status: 403, body: { reason: "RIGHT_MISSING" } };
    for (const request of [
      "POST /accounts",
      `PATCH /accounts/${accountId}`,
      `DELETE /accounts/${accountId}`,
      ...["suspend", "resume", "close", "reopen"].map((verb) => `POST /accounts/${accountId}:${verb}`),
      `POST /accounts/${accountId}/keys`,
      `DELETE /keys/${keyId}`,
    ]) {
      const told = await ask(
        request as "POST /accounts",
        request.startsWith("DELETE") ? undefined : {},
        reader,
      );
      expect(told, request).toMatchObject(refused);
    }
    const query = new URLSearchParams({
      connect: "v1",
      encoding: "json",
      message: `{"account":"${accountId}"}`,
    });
    const byGet = await fetch(`${url}/suitability.admin.v1.AdminService/CloseAccount?${query}`, {
      headers: { authorization: `Bearer ${tokens.read}` },
    });
    expect(byGet.status).toBe(405);
    expect(await service.store.findAccount(accountId)).toMatchObject({ closedAtMs: undefined });
    expect(await ask(`GET /accounts/${accountId}/keys`, undefined, reader)).toMatchObject({ status: 200 });
  });

  it("sends no CORS header to pages of other origins, neither for a call nor for its preflight", async () => {
    const { url, tokens } = admin();
    const origin = "https://evil.example";
    const preflight = await fetch(`${url}/admin/v1/accounts`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });
    const call = await fetch(`${url}/admin/v1/accounts`, {
      headers: { origin, authorization: `Bearer ${tokens.accounts}` },
    });
    for (const { headers } of [preflight, call]) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
    expect(call.headers.get("cache-control")).toBe("no-store");
  });
});

it("the path of an account is read strictly: a path with an addition, a detour or invalid bytes names no account", async () => {
  const { url, tokens, ask } = admin();
  await ask("POST /accounts", { external_ref: "order", name: "Courts", plan: "free" });
  const asked = async (path: string) => {
    const head = `host: a\r\nauthorization: Bearer ${tokens.accounts}\r\nconnection: close\r\n\r\n`;
    const bytes = `GET /admin/v1/accounts/${path} HTTP/1.1\r\n${head}`;
    const answer = await answerToBytes(Number(new URL(url).port), bytes);
    return Number(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  };
  expect(await asked("ref:order")).toBe(200);
  expect(await asked("ref%3Aorder")).toBe(200);
  for (const path of [
    "ref:order#7",
    "ref:order;7",
    "ref:order/",
    "/ref:order",
    "..%2Faccounts%2Fref:order",
  ]) {
    expect(await asked(path), path).toBe(404);
  }
  for (const path of ["ref:order%00", "ref:order%FF", "ref:", "ref:order?account=acc_x"]) {
    expect(await asked(path), path).toBe(400);
  }
});

describe("too many wrong tokens from an address", () => {
  /** What each of 40 guesses from an address got, and a function that asks from there with another token. */
  const guess = async (address: string, path = "/admin/v1/accounts", request: RequestInit = {}) => {
    const askWith = async (token: string) => {
      const { status, headers } = await fetch(admin().url + path, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${token}`, "x-forwarded-for": address },
      });
      return { status, retryAfter: headers.get("retry-after") };
    };
    const told = [];
    for (let guesses = 0; guesses < 40; guesses++) told.push(await askWith(strangersToken()));
    return { told, askWith };
  };

  // Each test has its own address, so that its guesses slow down no other test.
  it("get 429 instead of 401", async () => {
    const { told } = await guess("203.0.113.9");
    expect(told[0]).toEqual({ status: 401, retryAfter: null });
    expect(told.at(-1)).toEqual({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(told.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(20);
  });

  it("are counted over Connect as at /admin/v1", async () => {
    const { told } = await guess("203.0.113.11");
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const overConnect = await guess("203.0.113.12", CONNECT_PATH, post);
    const statuses = (each: typeof told) => each.map(({ status }) => status);
    expect(statuses(overConnect.told)).toEqual(statuses(told));
  });

  it("do not keep a valid token of that address out", async () => {
    const { askWith } = await guess("203.0.113.10");
    expect(await askWith(admin().tokens.accounts)).toMatchObject({ status: 200 });
  });
});

describe("the role admin", () => {
  const listen = { host: "127.0.0.1", port: 0 };

  it("serves the administration and nothing that needs a key", async () => {
    const folder = folderOfTest();
    const { modules, tokens } = adminSettingsIn(folder);
    const config = {
      ...configFromEnvironment({ LOG_LEVEL: "silent", DRAIN_DELAY_MS: "0" }),
      opsListen: listen,
      storeUrl: `sqlite:${folder}/accounts.db`,
    };
    const options = {
      clock: createManualClock("2026-11-21T12:00:00Z"),
      logger: createLogger({ level: "silent" }),
    };
    const { port } = adminHttp;
    if (port === undefined) throw new Error("the module has no port");
    await expect(startModulePort(port, config, options)).rejects.toThrow(
      "ADMIN_LISTEN is missing: the role admin has nothing else to serve",
    );
    const { ports, stop } = await startModulePort(port, { ...config, modules }, options);
    try {
      expect(Object.keys(ports).toSorted()).toEqual(["admin", "ops"]);
      const told = await fetch(`http://127.0.0.1:${ports["admin"]}/admin/v1/accounts`, {
        headers: { authorization: `Bearer ${tokens.read}` },
      });
      expect(await told.json()).toEqual({ accounts: [], next_page_token: "" });
      expect((await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status).toBe(200);
    } finally {
      await stop();
    }
  });
});

it("the log names the operator, and never a token, a key or the name of an account, whatever fails", async () => {
  let log = "";
  const destination = { write: (line: string) => void (log += line) };
  const started = await startAdministered({ logLevel: "trace" }, { destination });
  const { ask, service, tokens, url } = started;
  try {
    const order = { external_ref: "4711", name: "Secret Name Ltd", plan: "free" };
    await ask("POST /accounts", order);
    const { body } = await ask("POST /accounts/ref:4711/keys", { label: "order" });
    const wrong = strangersToken();
    await ask("GET /accounts", undefined, { token: wrong });
    await fetch(`${url}/admin/v1/accounts?token=${tokens.accounts}`, {
      headers: { authorization: "Bearer x y" },
    });
    service.store.usageOfAll = () => {
      throw new Error("the table is broken");
    };
    await ask("GET /usage");
    expect(log).toContain('"operator":"admin:shop"');
    expect(log).toContain("the table is broken");
    for (const secret of [tokens.accounts, tokens.read, wrong, String(body["api_key"])]) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(secret.slice(4, 30));
    }
    expect(log).not.toContain("Secret Name");
  } finally {
    await started.stop();
  }
});

describe.skipIf(!HAS_OPENSSL)("the administration over TLS", () => {
  it("shows its certificate, answers, and survives pipelining and plain HTTP", async () => {
    const folder = folderOfTest();
    const authority = createAuthority(folder, "authority");
    const identity = authority.issue("admin");
    const { modules, tokens } = adminSettingsIn(folder, {
      ADMIN_TLS_CERT_FILE: identity.certificate.path,
      ADMIN_TLS_KEY_FILE: identity.privateKey.path,
    });
    const service = await startTestService({ modules });
    const to = {
      port: service.ports.admin ?? 0,
      host: "localhost",
      ca: readFileSync(authority.certificate.path),
    };
    const get = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = httpsRequest({ ...to, path: "/admin/v1/accounts", agent: false, headers }).end();
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    try {
      expect(await get(tokens.read)).toBe(200);
      expect(await get("wsa_")).toBe(401);
      const plain = await answerToBytes(to.port, "GET /admin/v1/accounts HTTP/1.1\r\nhost: a\r\n\r\n");
      expect(plain).not.toContain("200");
      const secured = connectTls({ ...to, ALPNProtocols: ["h2", "http/1.1"] });
      await once(secured, "secureConnect");
      expect(secured.alpnProtocol).not.toBe("h2");
      secured.write("GET /admin/v1/accounts HTTP/1.1\r\nhost: a\r\n\r\n".repeat(100));
      secured.resume();
      await new Promise((resolve) => {
        secured.on("error", () => undefined).once("close", resolve);
      });
      expect(await get(tokens.read)).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

function strangersToken(): string {
  return createAdminToken({ name: "stranger", right: "accounts" }).token;
}
