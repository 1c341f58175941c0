import { expect, it } from "vitest";
import { modulesOfRole } from "../../app/modules-in-use.ts";
import { fileOf } from "../../app/commands/use-commands.ts";
import { createAdminToken } from "../../../src/modules/admin-http/tokens.ts";

it.each(["core", "admin"])(
  "a process of the role %s loads accounts over HTTP if ADMIN_LISTEN asks for them",
  { timeout: 60_000 },
  async (role) => {
    const { line } = createAdminToken({ name: "shop", right: "read" });
    const settings = { ADMIN_LISTEN: "127.0.0.1:0", ADMIN_TOKEN_FILE: fileOf(line) };
    expect(await modulesOfRole(role, settings)).toContain("admin-http");
  },
);
