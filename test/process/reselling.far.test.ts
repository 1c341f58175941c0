// Runs the commands of docs/reselling.md as they stand, in order, on one empty store.
// test/modules/admin-http/ runs its HTTP commands.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { BARE_ENVIRONMENT } from "../support/programs/bare-environment.ts";
import { hasPrometheus } from "../support/programs/prometheus-server.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/programs/temporary-folder.ts";
import { startCommandsOfPages } from "./commands-of-pages.ts";
import { useStore } from "./open-programs.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, "docs/reselling.md"), "utf8");
const ENVIRONMENT = { ...BARE_ENVIRONMENT, PATH: `${dirname(process.execPath)}:${BARE_ENVIRONMENT.PATH}` };
const run = promisify(execFile);

/** The commands under a heading, as they stand. */
function commandsUnder(heading: string): string {
  const [, section = ""] = new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![^]))`, "ms").exec(PAGE) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command = ""]) => command).join("");
}

describe("docs/reselling.md", { timeout: 60_000 }, () => {
  let folder: TemporaryFolder;
  let storeUrl: string;
  let commands: Awaited<ReturnType<typeof startCommandsOfPages>>;

  beforeAll(async () => {
    folder = createTemporaryFolder();
    commands = await startCommandsOfPages(folder.path);
    storeUrl = `sqlite:${folder.path}/accounts.db`;
  });
  afterAll(() => {
    commands.close();
    folder.remove();
  });

  /** What a script prints, by default with the page's file of plans. */
  const outputOf = async (
    script: string,
    settings: Readonly<Record<string, string>> = { PLANS_FILE: join(folder.path, "plans.json") },
  ) => {
    const here = script
      .replaceAll("bin/suitability", commands.program)
      .replaceAll(/\bexamples\/[\w/-]+\.\w+/g, (path) => join(ROOT, path));
    const env = { ...ENVIRONMENT, STORE_URL: storeUrl, ...settings };
    return (await run("bash", ["-euc", here], { cwd: folder.path, env })).stdout;
  };
  const under = async (heading: string) => {
    const script = commandsUnder(heading);
    expect(script).not.toBe("");
    return heading === "Plans" ? outputOf(script, { PLANS_FILE: "" }) : outputOf(script);
  };
  const documents = (text: string) => text.split(/(?<=^\})\n/m).filter((json) => json !== "");

  /** What the page's program prints for November 2025. */
  const billOf = (accounts: readonly object[]) => {
    writeFileSync(join(folder.path, "usage.json"), JSON.stringify({ month: "2025-11", accounts }));
    return outputOf("node examples/reselling/bill.mjs < usage.json");
  };

  it("checks three plans in a currency of the operator's own", async () => {
    const listed = await under("Plans");
    for (const row of [
      /^club +10,000 +EUR 19 a month$/m,
      /^league +60,000 +EUR 79\.50/m,
      /^federation +add/m,
    ]) {
      expect(listed).toMatch(row);
    }
  });

  it("makes one account for a repeated order, and a key the first time only", async () => {
    const [first, again, ...others] = documents(await under("An order")).map(
      (json) => JSON.parse(json) as { created: boolean; account: object; key: { api_key: string } | null },
    );
    expect(first).toMatchObject({ created: true, key: { api_key: expect.stringMatching(/^wsk_/) } });
    expect(again).toEqual({ created: false, account: first?.account, key: null });
    expect(others).toMatchObject([{ created: true }, { created: true }]);
  });

  it("upgrades in the middle of a month, and bills everybody", async () => {
    await spend("order-1001", 9_000);
    await under("An upgrade");
    await spend("order-1001", 40_000);
    const [lastMonth = "", ...bill] = commandsUnder("The bill").split(/(?<=\n)/);
    const now = new Date();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
    expect(await outputOf(`${lastMonth}echo "$MONTH"`)).toBe(`${before.toISOString().slice(0, 7)}\n`);
    // The accounts were made today, so the page's commands for last month run for this one.
    const month = now.toISOString().slice(0, 7);
    const owed = (await outputOf([`MONTH=${month}\n`, ...bill].join(""))).trimEnd().split("\n");
    const text = readFileSync(join(folder.path, `bill-${month}.csv`), "utf8");
    const [header = "", ...lines] = text.trimEnd().split("\r\n");
    expect(header.split(",")).toEqual(columnsOfPage());
    expect(owed.map((line) => line.split(" ").slice(0, 2))).toEqual([
      ["order-1001", "EUR"],
      ["order-1002", "EUR"],
    ]);
    const billed = lines.map((line) =>
      line.replace(/acc_[a-z]{12}/, "ID").replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z/g, "TIME"),
    );
    expect(billed).toEqual([
      `${month},ID,order-1001,Tennis Club Bath,league,79.50,EUR,60000,49000,81,active,TIME club 10000; TIME league 60000`,
      `${month},ID,order-1002,"Padel, Leeds",league,79.50,EUR,60000,0,0,active,TIME league 60000`,
      `${month},ID,order-1003,Golf Federation,federation,by agreement,,900000,0,0,active,TIME federation 900000`,
    ]);
  });

  it("splits the price of a month by the days on each plan", async () => {
    const euros = (price: string, since: string, until: string | null, state = "active") => ({
      price,
      currency: "EUR",
      state,
      since: `2025-11-${since}T00:00:00Z`,
      until: until === null ? null : `2025-11-${until}T00:00:00Z`,
    });
    const accounts = [
      { external_ref: "upgraded", plans: [euros("19", "01", "16"), euros("79.50", "16", null)] },
      { external_ref: "new", plans: [euros("30", "21", null)] },
      { external_ref: "gone", plans: [euros("30", "01", "11"), euros("30", "11", null, "closed")] },
      { external_ref: "agreed", plans: [{ ...euros("by agreement", "01", null), currency: null }] },
    ];
    expect(await billOf(accounts)).toBe("upgraded EUR 49.25\nnew EUR 10.00\ngone EUR 10.00\n");
  });

  it("fails if a price is not known, instead of billing nothing", async () => {
    const plans = [
      { price: null, currency: null, state: "active", since: "2025-11-01T00:00:00Z", until: null },
    ];
    const billed = billOf([{ account_id: "acc_1", external_ref: null, plans }]);
    await expect(billed).rejects.toThrow("acc_1 had a plan whose price is not known");
  });

  it("reports each account that is near its quota once", async () => {
    expect(await under("A mail before a quota is used up")).toBe(
      "order-1001: 81% of this month's requests are used, 11000 are left\n",
    );
    expect(await under("A mail before a quota is used up")).toBe("");
  });

  it("writes the last bill of a customer who leaves during the month, and deletes the account", async () => {
    await under("A customer who leaves");
    const [line = ""] =
      readFileSync(join(folder.path, "last-bill.csv"), "utf8").match(/.*order-1002.*/) ?? [];
    expect(line).toMatch(/,closed,\S+ league 60000; \S+ league 60000 closed\r?$/);
    expect(await outputOf("bin/suitability usage --all --csv")).not.toContain("order-1002");
  });

  it("lists who did what", async () => {
    expect(await under("Who did what")).toMatch(/^AT +OPERATOR +ACTION +ACCOUNT +ABOUT\n.*accounts create/);
    const lines = readFileSync(join(folder.path, "audit.csv"), "utf8");
    expect(lines).toMatch(/,"?shop"?,"?accounts suspend/);
    expect(lines).toMatch(/,"?anna"?,"?accounts resume/);
  });

  it("has settings for pages in the operator's name, which the service accepts", async () => {
    const script = `${commandsUnder("Pages in your own name")}env`;
    const settings = Object.fromEntries(
      (await outputOf(script)).split("\n").map((line) => line.split(/=(.*)/, 2)),
    );
    const config = configFromEnvironment(settings);
    expect(config.brand).toEqual({
      name: "Court Weather",
      url: expect.stringContaining("https://court.example"),
      support: "help@court.example",
    });
    expect([...config.modules.values()]).toContainEqual({ BRAND_COLOR: "#7a1fa2" });
  });

  it.skipIf(!hasPrometheus)("makes rules that a plain Prometheus accepts", async () => {
    await outputOf(commandsUnder("The report of an SLA").replaceAll("k8s/", join(ROOT, "k8s/")));
    for (const file of ["suitability-rules.yaml", "suitability-sla-rules.yaml"]) {
      const checked = await run("promtool", ["check", "rules", "--lint=none", file], { cwd: folder.path });
      expect(checked.stdout).toMatch(/SUCCESS: [1-9]\d* rules found/);
    }
  });

  /** Counts so many calls of the account, as the service does. */
  async function spend(externalRef: string, calls: number): Promise<void> {
    const now = new Date();
    const spent = await useStore(storeUrl, async (store) => {
      const account = await store.findAccountByRef(externalRef);
      const spending = {
        accountId: account?.id ?? "",
        month: now.toISOString().slice(0, 7),
        day: now.getUTCDate(),
        method: "GetForecast",
        quota: account?.monthlyQuota ?? 0,
      };
      return Promise.all(Array.from({ length: calls }, () => store.spend(spending)));
    });
    expect(new Set(spent.map(({ kind }) => kind))).toEqual(new Set(["Spent"]));
  }
});

function columnsOfPage(): readonly string[] {
  const [, table = ""] = /<!-- columns -->(.*)<!-- \/columns -->/s.exec(PAGE) ?? [];
  const first = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return first.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}
