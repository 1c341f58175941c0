// Runs the audit against a local registry that reports vulnerabilities, or that offers no advisories.
import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { urlAnswering } from "../support/fakes/http-server.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const advisory = (severity: string) => ({
  fastify: [
    { id: 1, url: "https://advisories.example/1", title: "Made up", severity, vulnerable_versions: ">=0" },
  ],
});

/** What npm looks up about a package with an advisory. */
const packageOf = (name: string) => ({
  name,
  "dist-tags": { latest: "1.0.0" },
  versions: { "1.0.0": { name, version: "1.0.0" } },
});

async function audit(status: number, advisories: object) {
  const registry = await urlAnswering((request, response) => {
    request.resume();
    const isPackage = request.method === "GET";
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    response
      .writeHead(isPackage ? 200 : status, { "content-type": "application/json" })
      .end(JSON.stringify(isPackage ? packageOf(name) : advisories));
  });
  // In npm's own cache, an advisory of another test would remain.
  const cache = folderOfTest();
  const env = {
    ...process.env,
    npm_config_registry: `${registry}/`,
    npm_config_fetch_retries: "0",
    npm_config_cache: cache,
  };
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; output: string }>();
  execFile(process.execPath, ["scripts/audit.ts"], { cwd: ROOT, env }, (error, stdout, stderr) =>
    resolve({ code: error?.code ?? 0, output: stdout + stderr }),
  );
  return promise;
}

it.each([
  ["fails if the registry reports a high vulnerability", 200, advisory("high"), 1, /fastify has a high/],
  ["only reports a moderate vulnerability", 200, advisory("moderate"), 0, /^audit: .*"moderate":[1-9]/m],
  ["warns if the registry offers no advisories", 404, {}, 0, /^WARNING: not audited: /],
])(
  "the audit of production dependencies %s",
  { timeout: 60_000 },
  async (_what, status, advisories, code, says) => {
    const audited = await audit(status, advisories);
    expect(audited.output).toMatch(says);
    expect(audited.code).toBe(code);
  },
);
