// Against a registry of this machine, which answers as Docker Hub does.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = new URL("../../scripts/pin-image-bases.ts", import.meta.url).pathname;
const MANIFEST = '{"schemaVersion":2,"manifests":[]}';
const DIGEST = `sha256:${createHash("sha256").update(MANIFEST).digest("hex")}`;

async function startRegistry(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Asks for a token, and has one image. */
const registryWith =
  (manifest: string): RequestListener =>
  (request, response) => {
    const { host, authorization } = request.headers;
    if (request.url === "/token?service=registry&scope=repository%3Alibrary%2Fnode%3Apull") {
      response.end('{"token":"granted"}');
    } else if (authorization !== "Bearer granted") {
      const asked = `Bearer realm="http://${host}/token",service="registry",scope="repository:library/node:pull"`;
      response.writeHead(401, { "www-authenticate": asked }).end();
    } else if (request.url === "/v2/library/node/manifests/26.1.0-slim") {
      response.writeHead(200, { "docker-content-digest": DIGEST }).end(manifest);
    } else {
      response.writeHead(404).end();
    }
  };

async function pin(dockerfile: string, registry: string) {
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, "Dockerfile");
  writeFileSync(path, dockerfile);
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stderr: string }>();
  execFile(process.execPath, [SCRIPT, "--file", path, "--registry", registry], (error, _stdout, stderr) =>
    resolve({ code: error?.code ?? 0, stderr }),
  );
  return { ...(await promise), text: readFileSync(path, "utf8") };
}

const DOCKERFILE = "# bases\nFROM node:26.1.0-slim AS base\nRUN true\n";

it("writes the digest of a base, and of one that was pinned before", async () => {
  const registry = await startRegistry(registryWith(MANIFEST));
  const expected = `# bases\nFROM node:26.1.0-slim@${DIGEST} AS base\nRUN true\n`;
  expect(await pin(DOCKERFILE, registry)).toEqual({ code: 0, stderr: "", text: expected });
  const old = DOCKERFILE.replace("-slim", `-slim@sha256:${"0".repeat(64)}`);
  expect(await pin(old, registry)).toEqual({ code: 0, stderr: "", text: expected });
});

it("believes no digest that the manifest does not have", async () => {
  const { code, stderr, text } = await pin(DOCKERFILE, await startRegistry(registryWith("{}")));
  expect({ code, text }).toEqual({ code: 1, text: DOCKERFILE });
  expect(stderr).toMatch(
    /^Nothing is pinned: the registry says that node:26\.1\.0-slim is sha256:\w+, and sends sha256:\w+\n$/,
  );
});

it("says in one sentence that the registry does not have a base, or cannot be reached", async () => {
  const registry = await startRegistry(registryWith(MANIFEST));
  const missing = DOCKERFILE.replace("26.1.0", "99");
  expect(await pin(missing, registry)).toEqual({
    code: 1,
    stderr: `Nothing is pinned: the registry answers 404 for node:99-slim (${registry}/v2/library/node/manifests/99-slim)\n`,
    text: missing,
  });
  expect(await pin(DOCKERFILE, "http://127.0.0.1:1")).toEqual({
    code: 1,
    stderr: "Nothing is pinned: the registry of node:26.1.0-slim cannot be reached (127.0.0.1:1)\n",
    text: DOCKERFILE,
  });
});
