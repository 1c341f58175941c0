// proto/ alone is enough for a client in any language: no other definitions, no buf, no network.
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOW_MS } from "../support/test-service.ts";
import { useTestService } from "../support/use-test-service.ts";
import { copyProto, isPluginInstalled, isWell, run } from "./compiled-alone.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const CLIENTS = new URL("clients", import.meta.url).pathname;

/** Where Debian puts the sources of its Go packages. */
const GO_PACKAGES = "/usr/share/gocode";

/** As Debian has it; the tools that pip installs need no plugin. */
const PYTHON_PLUGIN = "/usr/bin/grpc_python_plugin";

const hasProtoc = isWell("protoc", "--version");
// A Python from elsewhere may be first on the path, without Debian's packages.
const python = ["python3", "/usr/bin/python3"].find((each) =>
  isWell(each, "-c", "import grpc, google.protobuf"),
);
const hasPython = hasProtoc && isPluginInstalled(PYTHON_PLUGIN) && python !== undefined;
const GO_PLUGINS = ["protoc-gen-go", "protoc-gen-go-grpc"];
const hasGo =
  hasProtoc &&
  isWell("go", "version") &&
  GO_PLUGINS.every(isPluginInstalled) &&
  existsSync(`${GO_PACKAGES}/src/google.golang.org/grpc`);

const used = useTestService();

/** What a client prints that asks twice with a key for one call: the answer of the first, why the second is refused. */
async function outcomeOf(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const { service } = used();
  const { key } = await service.createCaller({ plan: "free", monthlyQuota: 1 });
  const address = `127.0.0.1:${service.ports.grpc}`;
  const { stdout } = await run(program, [...args, address, key], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}

const SCORE = expect.toSatisfy((score: number) => Number.isInteger(score) && score >= 0 && score <= 100);
const OUTCOME = {
  scores: Array.from({ length: 24 }, () => SCORE),
  reason: "MONTHLY_QUOTA_EXHAUSTED",
  quota: expect.stringMatching(/\.$/),
  retryAfterSeconds: (Date.parse("2026-12-01T00:00:00Z") - NOW_MS) / 1000,
};

describe.skipIf(!hasPython)(
  "Python, from proto/ alone (skipped without protoc, protobuf-compiler-grpc or python3-grpcio)",
  () => {
    it("gets an answer, and reads the details of a quota that is used up", async () => {
      const { folder, protoc } = copyProto();
      await protoc([
        "--python_out=out",
        "--grpc_python_out=out",
        `--plugin=protoc-gen-grpc_python=${PYTHON_PLUGIN}`,
      ]);
      const outcome = await outcomeOf(python ?? "", [join(CLIENTS, "client.py")], {
        PYTHONPATH: join(folder, "out"),
      });
      expect(outcome).toEqual({ ...OUTCOME, code: "RESOURCE_EXHAUSTED" });
    });
  },
);

describe.skipIf(!hasGo)(
  "Go, from proto/ alone (skipped without protoc, go, protoc-gen-go, protoc-gen-go-grpc or golang-google-grpc-dev)",
  { timeout: 300_000 },
  () => {
    it("gets an answer, and reads the details of a quota that is used up", async () => {
      const { folder, protoc } = copyProto();
      // The official packages of google/* are there already; that of buf/validate is made at its official path.
      await protoc(["--go_out=out", "--go-grpc_out=out"], "suitability", "buf");
      symlinkSync(join(folder, "out"), join(folder, "src"));
      const client = join(folder, "client");
      await run("go", ["build", "-o", client, join(CLIENTS, "client.go")], {
        env: { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOPATH: `${folder}:${GO_PACKAGES}` },
      });
      expect(await outcomeOf(client, [], {})).toEqual({ ...OUTCOME, code: "ResourceExhausted" });
    });
  },
);

describe.skipIf(!hasProtoc)("TypeScript, from proto/ alone (skipped without protoc)", () => {
  it("has types for all of it", { timeout: 60_000 }, async () => {
    const { folder, protoc } = copyProto();
    const plugin = join(ROOT, "node_modules/.bin/protoc-gen-es");
    await protoc([`--plugin=${plugin}`, "--es_out=out", "--es_opt=target=ts"]);
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module: "esnext",
          moduleResolution: "bundler",
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          types: [],
        },
        include: ["out"],
      }),
    );
    expect(await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder])).toMatchObject({ stdout: "" });
  });
});
