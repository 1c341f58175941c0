// A service whose accounts are administered over HTTP, with one token for each right.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { createAdminToken } from "../../../src/modules/admin-http/tokens.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import type { Config } from "../../../src/app/settings/core-config.ts";
import { createTemporaryFolder } from "../../support/programs/temporary-folder.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface AdminUnderTest {
  readonly service: TestService;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly tokens: { readonly accounts: string; readonly read: string };
  /** Sends a request below /admin/v1, by default with the token that may change accounts. */
  ask(
    request: `${"GET" | "POST" | "PATCH" | "DELETE"} ${string}`,
    body?: unknown,
    options?: { readonly token?: string | undefined },
  ): Promise<AdminAnswer>;
}

/** Settings of the administration, with a token file that is written into this folder, besides `others`. */
export function adminSettingsIn(folder: string, others: Readonly<Record<string, string>> = {}) {
  const accounts = createAdminToken({ name: "shop", right: "accounts" });
  const read = createAdminToken({ name: "looker", right: "read" });
  const path = join(folder, "tokens");
  writeFileSync(path, ["# who may", accounts.line, read.line, ""].join("\n"));
  const tokens = { accounts: accounts.token, read: read.token };
  const environment = { ADMIN_LISTEN: "127.0.0.1:0", ADMIN_TOKEN_FILE: path, ...others };
  return { modules: configFromEnvironment(environment).modules, tokens };
}

export async function startAdministered(
  settings: Partial<Config> = {},
  options: Parameters<typeof startTestService>[1] = {},
): Promise<AdminUnderTest & { stop(): Promise<void> }> {
  const folder = createTemporaryFolder();
  const { modules, tokens } = adminSettingsIn(folder.path);
  const service = await startTestService({ modules, ...settings }, options);
  const url = `http://127.0.0.1:${service.ports["admin"]}`;
  return {
    service,
    url,
    tokens,
    ask: async (request, body, { token = tokens.accounts } = {}) => {
      const [method = "", path = ""] = request.split(/ (.*)/, 2);
      const response = await fetch(`${url}/admin/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      return { status, headers, body: (await response.json()) as Record<string, unknown> };
    },
    stop: async () => {
      await service.stop();
      folder.remove();
    },
  };
}

/** Starts one administered service for the tests of a block. */
export function useAdmin(settings?: Partial<Config>): () => AdminUnderTest {
  let current: AdminUnderTest;
  beforeAll(async () => {
    const started = await startAdministered(settings);
    current = started;
    return started.stop;
  }, 60_000);
  return () => current;
}
