// Runs the HTTP commands of docs/reselling.md as they stand, with the plans of examples/reselling/.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { BARE_ENVIRONMENT } from "../../support/programs/bare-environment.ts";
import { startAdministered } from "./use-admin.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, "docs/reselling.md"), "utf8");
const run = promisify(execFile);

it(
  "docs/reselling.md makes an account and its key over HTTP, changes it, and lists what there is",
  { timeout: 60_000 },
  async () => {
    const [, section = ""] = /<!-- over http -->(.*?)<!-- \/over http -->/s.exec(PAGE) ?? [];
    const script = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command = ""]) => command).join("");
    const { plans } = configFromEnvironment({ PLANS_FILE: join(ROOT, "examples/reselling/plans.json") });
    const { url, tokens, stop } = await startAdministered({ plans });
    const env = { ...BARE_ENVIRONMENT, ADMIN_URL: url, ADMIN_TOKEN: tokens.accounts };
    const { stdout } = await run("bash", ["-euc", script], { env }).finally(stop);
    const answers = stdout.trimEnd().split("\n");
    expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        created: true,
        account: { external_ref: "order-2001", plan: "club", monthly_quota: 10_000 },
        differs: [],
      },
      { api_key: expect.stringMatching(/^wsk_/), key: { label: "order" } },
      { account: { plan: "league", monthly_quota: 60_000 } },
      { account: { state: "suspended" } },
      { account: { state: "active" } },
      { keys: [{ label: "order" }] },
      { accounts: [{ external_ref: "order-2001" }], next_page_token: "" },
      {
        month: new Date().toISOString().slice(0, 7),
        accounts: [{ external_ref: "order-2001", plan: "league", price: "79.50" }],
      },
    ]);
  },
);
