// TLS to a Redis with a CA of one's own and client certificates, and a user with the rights of the documentation.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { openTlsReaders } from "../../src/compose/open-tls-readers.ts";
import { createAuthority, HAS_OPENSSL } from "../doors/tls/certificate-authority.ts";
import { freePort } from "../support/free-port.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { startProgram } from "../support/program.ts";
import { redisCommand } from "../support/redis-command.ts";
import { isRedisServerInstalled, startRedisServer } from "../support/redis-server.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

async function startEncrypted(settings: Readonly<Record<string, string>> = {}) {
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const authority = createAuthority(folder.path, "authority");
  const of = authority.issue("server");
  const client = authority.issue("client");
  const port = await freePort();
  const server = await startRedisServer({
    settings: {
      "tls-port": String(port),
      "tls-cert-file": of.certificate.path,
      "tls-key-file": of.privateKey.path,
      "tls-ca-cert-file": authority.certificate.path,
      ...settings,
    },
  });
  onTestFinished(() => server.remove());
  const files = {
    STORE_TLS_CA_FILE: authority.certificate.path,
    STORE_TLS_CERT_FILE: client.certificate.path,
    STORE_TLS_KEY_FILE: client.privateKey.path,
  };
  return { server, port, files };
}

describe.skipIf(!isRedisServerInstalled() || !HAS_OPENSSL)("TLS to Redis", { timeout: 60_000 }, () => {
  const listAccounts = async (settings: Readonly<Record<string, string>>) => {
    const program = startProgram(["accounts", "list"], settings);
    await program.ended;
    return program.stdout + program.stderr;
  };

  it("is spoken with a CA of one's own, a client certificate, and a user with the documented rights", async () => {
    const { server, port, files } = await startEncrypted();
    const rights =
      "on >secret resetkeys ~suitability:* resetchannels -@all +@connection +@read +@write +@scripting +info";
    await redisCommand(server.url, "ACL", "SETUSER", "suitability", ...rights.split(" "));
    const url = `rediss://suitability:secret@localhost:${port}`;
    expect(await listAccounts({ STORE_URL: url, ...files })).toContain("There are no accounts yet");
  });

  it.each([
    {
      what: "a CA that nobody named",
      leftOut: ["STORE_TLS_CA_FILE"],
      host: "localhost",
      says: "self-signed",
    },
    {
      what: "another name",
      leftOut: [],
      host: "127.0.0.1",
      says: "IP: 127.0.0.1 is not in the cert's list",
    },
    {
      what: "no client certificate",
      leftOut: ["STORE_TLS_CERT_FILE", "STORE_TLS_KEY_FILE"],
      host: "localhost",
      says: "The account store cannot be used",
    },
  ])("is refused with $what", async ({ leftOut, host, says }) => {
    const { port, files } = await startEncrypted();
    const rest = Object.fromEntries(Object.entries(files).filter(([name]) => !leftOut.includes(name)));
    expect(await listAccounts({ STORE_URL: `rediss://${host}:${port}`, ...rest })).toContain(says);
  });

  it("stops the start where a file cannot be used, and names it", async () => {
    const settings = { STORE_URL: "rediss://localhost", STORE_TLS_CA_FILE: "/none.pem" };
    expect(await listAccounts(settings)).toBe("STORE_TLS_CA_FILE: /none.pem cannot be read (ENOENT)\n");
  });

  it("is spoken to every node of a cluster", async () => {
    const { server, port, files } = await startEncrypted({ "cluster-enabled": "yes", "tls-cluster": "yes" });
    await redisCommand(server.url, "CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await redisCommand(server.url, "CONFIG", "SET", "cluster-announce-hostname", "localhost");
    await redisCommand(server.url, "CONFIG", "SET", "cluster-preferred-endpoint-type", "hostname");
    const { storeTls } = await openTlsReaders({
      storeTls: {
        ca: { name: "ca", path: files.STORE_TLS_CA_FILE },
        identity: {
          certificate: { name: "certificate", path: files.STORE_TLS_CERT_FILE },
          privateKey: { name: "key", path: files.STORE_TLS_KEY_FILE },
        },
      },
      forecastsTls: undefined,
    });
    const url = `rediss+cluster://localhost:${port}`;
    const store = await openStore(url, { clock: createManualClock(0), tls: storeTls });
    onTestFinished(() => store.close());
    expect(await vi.waitFor(() => store.listAccounts(), { timeout: 15_000 })).toEqual([]);
  });
});
