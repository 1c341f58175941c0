// Writes the digest of each base image into the Dockerfile, as `FROM name:tag@sha256:…`, so that a release can be built again
// from the same bytes. Asks the registry that --registry URL names; without it, the registry in the image's name, or
// else Docker Hub. Accepts the digest that the registry states only if it is the SHA-256 of the manifest.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const TIMEOUT_MS = 20_000;
const DOCKER_HUB = "https://registry-1.docker.io";

/** An image index (one manifest for each architecture), or a single manifest. */
const ACCEPTED = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

const FROM = /^FROM (?<image>[^\s@]+)(?:@sha256:[0-9a-f]{64})?(?<rest>.*)$/gm;

const { values } = parseArgs({
  options: { file: { type: "string", default: "Dockerfile" }, registry: { type: "string" } },
});

try {
  const text = readFileSync(values.file, "utf8");
  const digests = new Map<string, string>();
  for (const { groups } of text.matchAll(FROM)) {
    const image = groups?.["image"] ?? "";
    digests.set(image, await digestOf(image));
  }
  if (digests.size === 0) throw new Error(`${values.file} has no FROM line`);
  const pinned = text.replaceAll(
    FROM,
    (_line, image: string, rest: string) => `FROM ${image}@${digests.get(image)}${rest}`,
  );
  writeFileSync(values.file, pinned);
  for (const [image, digest] of digests) process.stdout.write(`Pinned ${image} to ${digest}\n`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Nothing is pinned: ${reason}\n`);
  process.exitCode = 1;
}

async function digestOf(image: string): Promise<string> {
  const { registry, repository, tag } = addressOf(image);
  const url = `${values.registry ?? registry}/v2/${repository}/manifests/${tag}`;
  const response = await get(url, image);
  if (!response.ok) throw new Error(`the registry answers ${response.status} for ${image} (${url})`);
  const digest = `sha256:${createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex")}`;
  const stated = response.headers.get("docker-content-digest");
  if (stated !== digest)
    throw new Error(
      `the registry states ${stated ?? "no digest"} for ${image}, but its manifest has ${digest}`,
    );
  return digest;
}

/** `node:26-slim` is `library/node` on Docker Hub; `ghcr.io/a/b:1` is `a/b` on ghcr.io. */
function addressOf(image: string): { registry: string; repository: string; tag: string } {
  const {
    host,
    path = "",
    tag,
  } = /^(?:(?<host>[^/]*[.:][^/]*)\/)?(?<path>[^:]+):(?<tag>[\w.-]+)$/.exec(image)?.groups ?? {};
  if (tag === undefined) throw new Error(`${image} has no tag`);
  if (host !== undefined) return { registry: `https://${host}`, repository: path, tag };
  return { registry: DOCKER_HUB, repository: path.includes("/") ? path : `library/${path}`, tag };
}

/** If the registry answers 401 with a Bearer challenge, gets an anonymous token and asks again. */
async function get(url: string, image: string): Promise<Response> {
  const ask = async (address: string, headers: Readonly<Record<string, string>>) => {
    try {
      return await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (cause) {
      throw new Error(`the registry of ${image} cannot be reached (${new URL(address).host})`, { cause });
    }
  };
  const first = await ask(url, { accept: ACCEPTED });
  const challenge = first.headers.get("www-authenticate") ?? "";
  if (first.status !== 401 || !challenge.startsWith("Bearer ")) return first;
  const { realm = "", ...asked } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const granted = await ask(`${realm}?${new URLSearchParams(asked).toString()}`, {});
  const { token } = (await granted.json()) as { readonly token?: string };
  return ask(url, { accept: ACCEPTED, authorization: `Bearer ${token}` });
}
