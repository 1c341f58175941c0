// `admin`: who may administer accounts over HTTP.
import { Option } from "commander";
import { ADMIN_RIGHTS, type AdminRight, createAdminToken, isTokenName, TOKEN_NAME_FORM } from "./tokens.ts";
import { alignedColumns } from "../../app/commands/aligned-columns.ts";
import type { Answer, ServiceCommand } from "../../app/commands/command.ts";
import { textOf } from "../../app/commands/given-values.ts";

export function addAdminCommands(program: ServiceCommand): void {
  const admin = program
    .command("admin")
    .description("Manage who may administer accounts over HTTP.")
    .helpCommand(false);
  const newToken: ServiceCommand = admin
    .command("new-token")
    .description("Make a token, which is shown only once, and its line for ADMIN_TOKEN_FILE.")
    .argument(
      "<name>",
      "its name in the audit log (admin:NAME), such as shop",
      textOf(TOKEN_NAME_FORM, isTokenName),
    )
    .addOption(
      new Option("--rights <rights>", "what it may do: only read, or also change accounts; required").choices(
        ADMIN_RIGHTS,
      ),
    )
    .say(async (name: string, { rights: right }: { readonly rights?: AdminRight }) =>
      right === undefined
        ? newToken.error("--rights is missing: read or accounts")
        : newTokenAnswer(name, right),
    );
}

/** The only place that prints a token. */
function newTokenAnswer(name: string, right: AdminRight): Answer {
  const { token, line } = createAdminToken({ name, right });
  return {
    json: { line, token },
    text: [
      alignedColumns([
        ["Line", line],
        ["Token", token],
      ]),
      "",
      "Add the line to ADMIN_TOKEN_FILE, and restart the service. Save the token now: it is not stored and cannot be shown again.",
    ].join("\n"),
  };
}
