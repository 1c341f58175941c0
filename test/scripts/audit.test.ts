// Against a registry of this machine that knows of vulnerabilities, of none, or not what is asked.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const advisory = (severity: string) => ({
  fastify: [
    { id: 1, url: "https://advisories.example/1", title: "Made up", severity, vulnerable_versions: ">=0" },
  ],
});

/** What npm looks up of a package that something is known of. */
const packageOf = (name: string) => ({
  name,
  "dist-tags": { latest: "1.0.0" },
  versions: { "1.0.0": { name, version: "1.0.0" } },
});

async function audit(status: number, advisories: object) {
  const server = createServer((request, response) => {
    request.resume();
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    const isPackage = request.method === "GET";
    response
      .writeHead(isPackage ? 200 : status, { "content-type": "application/json" })
      .end(JSON.stringify(isPackage ? packageOf(name) : advisories));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  // npm would remember an advisory of another test.
  const cache = createTemporaryFolder();
  onTestFinished(() => cache.remove());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const child = spawn(process.execPath, ["scripts/audit.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      npm_config_registry: registry,
      npm_config_fetch_retries: "0",
      npm_config_cache: cache.path,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

it.each([
  { knows: "nothing of the kind", status: 200, advisories: {}, code: 0, says: /^audit: .*"total":0/ },
  { knows: "a high one", status: 200, advisories: advisory("high"), code: 1, says: /fastify has a high/ },
  {
    knows: "a moderate one",
    status: 200,
    advisories: advisory("moderate"),
    code: 0,
    says: /^audit: .*"moderate":[1-9]/m,
  },
  { knows: "not what is asked", status: 404, advisories: {}, code: 0, says: /^WARNING: not audited: / },
])(
  "where the registry knows $knows, ends with $code",
  { timeout: 60_000 },
  async ({ status, advisories, code, says }) => {
    const { code: actual, output } = await audit(status, advisories);
    expect(output).toMatch(says);
    expect(actual).toBe(code);
  },
);
