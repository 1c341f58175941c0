// Runs the script against a local registry that answers as Docker Hub does.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { urlAnswering } from "../support/fakes/http-server.ts";

const SCRIPT = new URL("../../scripts/pin-image-bases.ts", import.meta.url).pathname;
const MANIFEST = '{"schemaVersion":2,"manifests":[]}';
const DIGEST = `sha256:${createHash("sha256").update(MANIFEST).digest("hex")}`;
const DOCKERFILE = "# bases\nFROM node:26.1.0-slim AS base\nRUN true\n";

/** The registry asks for a token. It has one good image, and one whose manifest does not have the stated digest. */
const manifests = new Map([
  ["/v2/library/node/manifests/26.1.0-slim", MANIFEST],
  ["/v2/library/node/manifests/forged", "{}"],
]);
const registry: RequestListener = (request, response) => {
  const { host, authorization } = request.headers;
  const manifest = manifests.get(request.url ?? "");
  if (request.url === "/token?service=registry&scope=repository%3Alibrary%2Fnode%3Apull") {
    response.end('{"token":"granted"}');
  } else if (authorization !== "Bearer granted") {
    const asked = `Bearer realm="http://${host}/token",service="registry",scope="repository:library/node:pull"`;
    response.writeHead(401, { "www-authenticate": asked }).end();
  } else if (manifest === undefined) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, { "docker-content-digest": DIGEST }).end(manifest);
  }
};

async function pin(dockerfile: string, at?: string) {
  const path = join(folderOfTest(), "Dockerfile");
  writeFileSync(path, dockerfile);
  const url = at ?? (await urlAnswering(registry));
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stderr: string }>();
  execFile(process.execPath, [SCRIPT, "--file", path, "--registry", url], (error, _stdout, stderr) =>
    resolve({ code: error?.code ?? 0, stderr }),
  );
  return { ...(await promise), text: readFileSync(path, "utf8") };
}

it("writes the digest of a base image, also in place of an older digest", async () => {
  const text = `# bases\nFROM node:26.1.0-slim@${DIGEST} AS base\nRUN true\n`;
  expect(await pin(DOCKERFILE)).toEqual({ code: 0, stderr: "", text });
  const old = DOCKERFILE.replace("-slim", `-slim@sha256:${"0".repeat(64)}`);
  expect(await pin(old)).toEqual({ code: 0, stderr: "", text });
});

it("pins nothing and says why if a digest is not the manifest's, an image is missing or no registry answers", async () => {
  const [forged, missing] = ["forged", "99-slim"].map((tag) => DOCKERFILE.replace("26.1.0-slim", tag));
  for (const [text = "", reason, at] of [
    [forged, /^the registry states sha256:\w+ for node:forged, but its manifest has sha256:\w+\n$/],
    [missing, /^the registry answers 404 for node:99-slim \(.*\/v2\/library\/node\/manifests\/99-slim\)\n$/],
    [
      DOCKERFILE,
      /^the registry of node:26.1.0-slim cannot be reached \(127.0.0.1:1\)\n$/,
      "http://127.0.0.1:1",
    ],
  ] as const) {
    const { stderr, ...outcome } = await pin(text, at);
    expect(outcome).toEqual({ code: 1, text });
    expect(stderr.replace("Nothing is pinned: ", "")).toMatch(reason);
  }
});
