import { describe, expect, it } from "vitest";
import {
  createAdminToken,
  isWellFormedAdminToken,
  readAdminTokens,
} from "../../../src/modules/admin-http/tokens.ts";
import { fileOf } from "../../app/commands/use-commands.ts";

const read = (text: string | undefined) => readAdminTokens({ name: "ADMIN_TOKEN_FILE", path: fileOf(text) });

it("a token with one wrong character is not well-formed", () => {
  const { token } = createAdminToken({ name: "shop", right: "read" });
  expect(isWellFormedAdminToken(token)).toBe(true);
  for (let at = 0; at < token.length; at++) {
    const typo = token.slice(0, at) + (token[at] === "x" ? "y" : "x") + token.slice(at + 1);
    expect(isWellFormedAdminToken(typo), typo).toBe(false);
  }
});

describe("ADMIN_TOKEN_FILE", () => {
  it("has a line for each token, with its name and right", async () => {
    const shop = createAdminToken({ name: "shop", right: "accounts" });
    const looker = createAdminToken({ name: "bi.tool-2", right: "read" });
    const find = await read(`# shops\n${shop.line}\r\n\n${looker.line}`);
    expect(find(shop.token)).toMatchObject({ name: "shop", right: "accounts" });
    expect(find(looker.token)).toMatchObject({ name: "bi.tool-2", right: "read" });
  });

  it("may begin with a byte order mark", async () => {
    const shop = createAdminToken({ name: "shop", right: "accounts" });
    const find = await read(`\uFEFF${shop.line}\r\n`);
    expect(find(shop.token)).toMatchObject({ name: "shop" });
  });

  it("may have two tokens of a name while one replaces the other", async () => {
    const [old, next] = [1, 2].map(() => createAdminToken({ name: "shop", right: "accounts" }));
    const find = await read(`${old?.line}\n${next?.line}`);
    for (const each of [old, next]) {
      expect(find(each?.token ?? "")).toMatchObject({ name: "shop", right: "accounts" });
    }
  });

  it("lets in no token that it does not have", async () => {
    const shop = createAdminToken({ name: "shop", right: "accounts" });
    const find = await read(shop.line);
    for (const wrong of ["", shop.line, createAdminToken({ name: "shop", right: "read" }).token]) {
      expect(find(wrong)).toBeUndefined();
    }
  });

  it.each([
    [undefined, "cannot be read (ENOENT)"],
    ["# nobody yet\n", "has no token: `admin new-token` prints a line for it"],
    ["shop:accounts:abc", "in line 1"],
    ["\nshop:all:" + "0".repeat(64), "in line 2"],
    ["a b:read:" + "0".repeat(64), "in line 1"],
    [":read:" + "0".repeat(64), "in line 1"],
  ])("with a mistake is refused in one line that says where: %j", async (text, problem) => {
    await expect(read(text)).rejects.toThrow(
      new RegExp(`^ADMIN_TOKEN_FILE: \\S+ .*${RegExp.escape(problem)}`),
    );
  });

  it("with a token in place of the token's hash is refused without repeating the token", async () => {
    const { token } = createAdminToken({ name: "shop", right: "accounts" });
    const told = await read(`shop:accounts:${token}`).then(String, String);
    expect(told).toContain("in line 1");
    expect(told).not.toContain(token);
  });
});
