// TLS to a Sentinel and to the Redis that it watches over, each with a client certificate.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAuthority, HAS_OPENSSL } from "../doors/tls/certificate-authority.ts";
import { freePort } from "../support/free-port.ts";
import { startProgram } from "../support/program.ts";
import { redisCommand } from "../support/redis-command.ts";
import { isRedisServerInstalled, startRedisSentinel, startRedisServer } from "../support/redis-server.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

describe.skipIf(!isRedisServerInstalled() || !HAS_OPENSSL)("TLS to Redis behind a Sentinel", () => {
  it("is spoken to both, by the name that the Sentinel tells, and to neither without our certificate", async () => {
    const folder = createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const authority = createAuthority(folder.path, "authority");
    const [server, client] = [authority.issue("server"), authority.issue("client")];
    const tls = {
      "tls-cert-file": server.certificate.path,
      "tls-key-file": server.privateKey.path,
      "tls-ca-cert-file": authority.certificate.path,
      "tls-replication": "yes",
    };
    const [port, sentinelPort] = [await freePort(), await freePort()];
    const primary = await startRedisServer({ settings: { ...tls, "tls-port": String(port) } });
    onTestFinished(() => primary.remove());
    const sentinel = await startRedisSentinel({
      primary,
      password: "",
      downAfterMs: 5_000,
      settings: {
        ...tls,
        "tls-port": String(sentinelPort),
        "sentinel resolve-hostnames": "yes",
        "sentinel announce-hostnames": "yes",
      },
    });
    onTestFinished(() => sentinel.remove());
    await redisCommand(sentinel.url, "SENTINEL", "REMOVE", "primary");
    await redisCommand(sentinel.url, "SENTINEL", "MONITOR", "primary", "localhost", String(port), "1");
    await vi.waitFor(
      async () => expect(await redisCommand(sentinel.url, "INFO", "sentinel")).toContain("status=ok"),
      { timeout: 15_000 },
    );

    const listAccounts = async (settings: Readonly<Record<string, string>>) => {
      const url = `rediss+sentinel://localhost:${sentinelPort}/primary`;
      const program = startProgram(["accounts", "list"], { STORE_URL: url, ...settings });
      await program.ended;
      return program.stdout + program.stderr;
    };
    const trusted = { STORE_TLS_CA_FILE: authority.certificate.path };
    const identity = {
      STORE_TLS_CERT_FILE: client.certificate.path,
      STORE_TLS_KEY_FILE: client.privateKey.path,
    };
    expect(await listAccounts({ ...trusted, ...identity })).toContain("There are no accounts yet");
    expect(await listAccounts(trusted)).toContain("The account store cannot be used");
    expect(await listAccounts(identity)).toContain("self-signed");
  }, 60_000);
});
