// docs/accounts.md lists the fields that each command prints with --json. Here each command runs, and prints these fields.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandsOn, fileOf, useCommands } from "../app/commands/use-commands.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";

const PAGE = readFileSync(new URL("../../docs/accounts.md", import.meta.url), "utf8");
const [, table = ""] = /<!-- documents -->(.*)<!-- \/documents -->/s.exec(PAGE) ?? [];

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The fields of each command. A cell like "`accounts suspend`, `resume`" names two commands of one group. */
const documented = new Map(
  table
    .split("\n")
    .flatMap((row) => {
      const [, commands = "", document = ""] = row.split("|");
      const [first = "", ...others] = namesIn(commands);
      const group = first.split(" ")[0];
      const names = namesIn(document).filter((name) => name !== "api_key");
      return [first, ...others.map((name) => `${group} ${name}`)].map((command) => [command, names] as const);
    })
    .filter(([command]) => command !== ""),
);

const commands = useCommands();

describe("the documents in docs/accounts.md", () => {
  it("have the fields that the commands print", async () => {
    const { run, runJson, store, clock } = commands();
    const sport = fileOf('{"id":"hall","base":"padel"}');
    const deletedAccount = async () => {
      const account = await store.createAccount({ name: "B", plan: "free", monthlyQuota: 500 });
      await run(`accounts close ${account.id}`);
      return runJson(`accounts delete ${account.id} --yes`);
    };
    const created = (await runJson("accounts create --name A --plan growth")) as Record<
      string,
      { id: string }
    >;
    const id = created["account"]?.id ?? "";
    const issued = (await runJson(`keys issue ${id}`)) as Record<string, object>;
    const printed: Record<string, unknown> = {
      "accounts create": created,
      "accounts list": await runJson("accounts list"),
      "accounts show": await runJson(`accounts show ${id}`),
      "accounts suspend": await runJson(`accounts suspend ${id}`),
      "accounts resume": await runJson(`accounts resume ${id}`),
      "accounts rename": await runJson(`accounts rename ${id} Pitches`),
      "accounts set-plan": await runJson(`accounts set-plan ${id} growth`),
      "accounts history": await runJson(`accounts history ${id}`),
      "accounts close": await runJson(`accounts close ${id}`),
      "accounts reopen": await runJson(`accounts reopen ${id}`),
      "accounts delete": await deletedAccount(),
      audit: await runJson("audit"),
      "plans list": await runJson("plans list"),
      "plans check": await runJson("plans check", fileOf(await run("plans --json"))),
      "plans apply": await runJson("plans apply growth --from 100000"),
      "keys issue": issued,
      "keys list": await runJson(`keys list ${id}`),
      "keys revoke": await runJson(`keys revoke ${(await store.listKeys(id))[0]?.id}`),
      "sports set": await runJson(`sports set ${id} --file`, sport),
      "sports show": await runJson(`sports show ${id} hall`),
      "sports list": await runJson(`sports list ${id}`),
      "sports unset": await runJson(`sports unset ${id} hall`),
      usage: await runJson(`usage ${id}`),
      "usage --all": await runJson("usage --all"),
      "accounts move": await commandsOn({ store, clock, moveTo: await storeOfTest() }).runJson(
        "accounts move",
      ),
    };
    for (const [command, document] of Object.entries(printed)) {
      expect(Object.keys(document as object), command).toEqual(documented.get(command));
    }
    expect([...documented.keys()].filter((command) => !(command in printed))).toEqual([]);

    const [, account = "", key = ""] =
      /An `account` has (.*?); a `key` has (.*?)\./.exec(PAGE.replaceAll("\n", " ")) ?? [];
    expect(namesIn(account)).toEqual(Object.keys(created["account"] ?? {}));
    expect([...namesIn(key), "api_key"]).toEqual(Object.keys(issued["key"] ?? {}));
  });
});
