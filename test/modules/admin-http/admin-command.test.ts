import { describe, expect, it } from "vitest";
import { secretSha256 } from "../../../src/accounts/api-key.ts";
import { commandsOn, useCommands } from "../../app/commands/use-commands.ts";

const commands = useCommands();

it("admin is a role of serve", async () => {
  const { line } = await commands().refusal("serve --role both");
  expect(line).toContain("Allowed choices are all, core, rest, admin. See serve --help.");
});

describe("admin new-token", () => {
  /** Without a store and without settings. */
  const alone = () => commandsOn({ clock: commands().clock });

  it("prints a new token once, and a line with its hash for the token file", async () => {
    const printed = await alone().run("admin new-token shop --rights accounts");
    const [token = ""] = /wsa_\w{38}/.exec(printed) ?? [];
    expect(printed).toContain(`Line   shop:accounts:${secretSha256(token)}\nToken  ${token}\n`);
    expect(printed).toContain("cannot be shown again");
  });

  it("prints both as JSON for scripts", async () => {
    expect(await alone().runJson("admin new-token bi --rights read")).toEqual({
      line: expect.stringMatching(/^bi:read:[0-9a-f]{64}$/),
      token: expect.stringMatching(/^wsa_/),
    });
  });

  it.each([
    ["shop", "--rights is missing: read or accounts"],
    ["shop --rights all", "Allowed choices are read, accounts"],
    ["sh:op --rights read", "It must be 1 to 60 letters"],
    ["_shop --rights read", "It must be 1 to 60 letters"],
  ])("%s is refused", async (words, line) => {
    const refused = { line: expect.stringContaining(line), exitCode: 2 };
    expect(await commands().refusal(`admin new-token ${words}`)).toEqual(refused);
  });
});
