// Whatever keeps a process from starting ends it: one line that says which setting to change, exit code 1, nothing left open.
import { once } from "node:events";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { openPrograms } from "./open-programs.ts";

/** Long for a process that has nothing to do any more, and short beside a drain. */
const ENDS_WITHIN_MS = 15_000;

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
  it.each(["all", "core", "rest"])("refuses to believe everybody as a proxy, in the role %s", (role) =>
    expectFailure(
      { settings: { TRUSTED_PROXIES: "10.0.0.1,0.0.0.0/0" }, role },
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8 (not all addresses), separated by commas; it is "0.0.0.0/0"',
    ),
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

  it("names the file of STORE_URL that cannot be used", async () => {
    const { folder } = openPrograms();
    const notes = `${folder.path}/notes.txt`;
    writeFileSync(notes, "No database, but longer than the header of one. ".repeat(40));
    const cases = [
      // The system allows nobody to write there, not even root.
      {
        role: "core",
        path: "/proc/suitability/accounts.db",
        reason: "ENOENT: no such file or directory, mkdir '/proc/suitability'",
      },
      { role: "all", path: folder.path, reason: "unable to open database file" },
      { role: "all", path: notes, reason: "file is not a database" },
      {
        role: "all",
        path: `${notes}/accounts.db`,
        reason: `ENOTDIR: not a directory, open '${notes}/accounts.db'`,
      },
    ];
    for (const { role, path, reason } of cases) {
      await expectFailure(
        { settings: { STORE_URL: `sqlite:${path}` }, role },
        `STORE_URL: the file ${path} cannot be used: ${reason}`,
      );
    }
  });

  it.skipIf(process.getuid?.() === 0)(
    "names the file of STORE_URL that this user may not write",
    async () => {
      const { folder } = openPrograms();
      chmodSync(folder.path, 0o500);
      const path = `${folder.path}/accounts.db`;
      await expectFailure(
        { settings: { STORE_URL: `sqlite:${path}` } },
        `STORE_URL: the file ${path} cannot be used: EACCES`,
      );
    },
  );

  it.each([
    ["all", { GRPC_TLS_CERT_FILE: "/none.pem", GRPC_TLS_KEY_FILE: "/none.pem" }, "GRPC_TLS_CERT_FILE"],
    ["rest", { CORE_TLS_CA_FILE: "/none.pem", CORE_ADDRESS: "core.invalid:50051" }, "CORE_TLS_CA_FILE"],
  ])("names the certificate that is missing, in the role %s", (role, settings, named) =>
    expectFailure({ settings, role }, `${named}: /none.pem cannot be read (ENOENT)`),
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
