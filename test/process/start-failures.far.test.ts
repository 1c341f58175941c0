// Whatever keeps a process from starting ends it: one line that says which setting to change, exit code 1, nothing left open.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { openPrograms } from "./open-programs.ts";

/** Long for a process that has nothing to do any more, and short beside a drain. */
const ENDS_WITHIN_MS = 15_000;

/** Any that is no folder. */
const FILE = new URL(import.meta.url).pathname;

type Settings = Readonly<Record<string, string>>;

async function expectFailure(
  { settings, role = "all" }: { settings: Settings; role?: string },
  /** How the one line begins. */
  start: string,
) {
  const { serve } = openPrograms();
  const program = serve(settings, "--role", role);
  const killer = setTimeout(() => program.signal("SIGKILL"), ENDS_WITHIN_MS);
  const ended = await program.ended;
  clearTimeout(killer);
  expect({ ended, stderr: program.stderr }).toEqual({ ended: 1, stderr: expect.stringContaining(start) });
  expect(program.stderr.indexOf(start)).toBe(0);
  expect(program.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(program.stdout).not.toContain("listening");
}

/** A port that somebody else listens on. */
async function takenAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("bin/suitability serve that cannot start", { timeout: 60_000 }, () => {
  it.each([
    [{ WEATHER_SOURCES: "met-norway" }, "MET_NORWAY_USER_AGENT must be set"],
    [
      { STORE_URL: "mysql://service:secret@store/main" },
      "STORE_URL must be sqlite:PATH, such as sqlite:data/suitability.db, or postgres://USER[:PASSWORD]@HOST[:PORT][,HOST…]/DATABASE[?sslmode=…&prepare=false]\n",
    ],
  ])("says what a setting must be, and repeats no password: %j", (settings, line) =>
    expectFailure({ settings }, line),
  );

  it.each([
    { setting: "GRPC_LISTEN", role: "all" },
    { setting: "HTTP_LISTEN", role: "all" },
    { setting: "OPS_LISTEN", role: "all" },
    { setting: "GRPC_LISTEN", role: "core" },
    { setting: "HTTP_LISTEN", role: "rest" },
  ])("names $setting where its port is taken, in the role $role", async ({ setting, role }) => {
    const address = await takenAddress();
    await expectFailure(
      { settings: { [setting]: address }, role },
      `${setting}: ${address} cannot be listened on: another process listens there (EADDRINUSE)`,
    );
  });

  it.each([
    ["GRPC_LISTEN", "203.0.113.7:50051", "this machine has no such address (EADDRNOTAVAIL)"],
    ["HTTP_LISTEN", "203.0.113.7:8080", "this machine has no such address (EADDRNOTAVAIL)"],
    ["GRPC_LISTEN", "no-such-host.invalid:50051", "the name is unknown (ENOTFOUND)"],
  ])("names %s where %s is not here", (setting, address, meaning) =>
    expectFailure(
      { settings: { [setting]: address } },
      `${setting}: ${address} cannot be listened on: ${meaning}`,
    ),
  );

  it.each([
    // The system allows nobody to write there, not even root.
    ["/proc/suitability/accounts.db", "ENOENT: no such file or directory, mkdir '/proc/suitability'"],
    [`${FILE}/accounts.db`, `ENOTDIR: not a directory, open '${FILE}/accounts.db'`],
  ])("names the file of STORE_URL that cannot be used: %s", (path, reason) =>
    expectFailure(
      { settings: { STORE_URL: `sqlite:${path}` }, role: "core" },
      `STORE_URL: the file ${path} cannot be used: ${reason}`,
    ),
  );

  it.skipIf(!isPostgresInstalled())(
    "lets go of a store that it had reached, and of one that hangs",
    async () => {
      const postgres = await startPostgresServer();
      onTestFinished(() => postgres.remove(), 60_000);
      const address = await takenAddress();
      const settings = { STORE_URL: postgres.url, WEATHER_SOURCES: "open-meteo", HTTP_LISTEN: address };
      await expectFailure({ settings }, "HTTP_LISTEN: ");
      postgres.hang();
      await expectFailure({ settings }, "HTTP_LISTEN: ");
    },
  );
});

describe("bin/suitability demo that cannot start", { timeout: 60_000 }, () => {
  it("names the setting, ends with code 1, and leaves nothing behind", async () => {
    const { folder, start } = openPrograms();
    const program = start(["demo"], { HTTP_LISTEN: await takenAddress(), TMPDIR: folder.path });
    expect(await program.ended).toBe(1);
    expect(program.stderr).toMatch(/^HTTP_LISTEN: [^\n]*\n$/);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
