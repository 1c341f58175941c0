// Checks manifests against the schemas and types of the kubernetes-models packages (Kubernetes, Prometheus Operator, Gateway API). The
// schemas find wrong values and missing fields. Like an API server that is not strict, they accept unknown fields: a misspelt
// probe would be ignored. The types of the same packages find unknown fields.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { objectName, type KubernetesObject } from "./kubernetes-object.ts";

/** One line for each problem; empty if every object is valid. */
export async function schemaProblems(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const known = await Promise.all(
    objects.map(async (object) => ({ object, problem: await valueProblem(object) })),
  );
  const problems = known.flatMap(({ problem }) => problem ?? []);
  // The types come last: compiler errors about a kind without a type would help nobody.
  return problems.length > 0 ? problems : unknownFields(objects);
}

/** The package of each API group; all other groups are Kubernetes' own. */
const MODELS: Readonly<Record<string, string>> = {
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
};

/** The module with the schema and the type of a kind. */
function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const [group = ""] = apiVersion.split("/");
  return `${MODELS[group] ?? "kubernetes-models"}/${apiVersion}/${kind}`;
}

type Model = new (object: KubernetesObject) => { validate(): void };

async function valueProblem(object: KubernetesObject): Promise<string | undefined> {
  try {
    const models = (await import(moduleOf(object))) as Record<string, Model | undefined>;
    const Kind = models[object.kind];
    if (Kind === undefined) return `${objectName(object)}: there is no schema for it`;
    new Kind(object).validate();
    return undefined;
  } catch (error) {
    return `${objectName(object)}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const run = promisify(execFile);

const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

const TSC_OPTIONS = [
  ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--types", "", "--pretty", "false"],
  ["--module", "nodenext", "--moduleResolution", "nodenext"],
].flat();

/** Compiles the objects as typed literals, in which the compiler refuses unknown fields. */
async function unknownFields(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  const file = join(folder, "manifests.mts");
  try {
    writeFileSync(file, objects.map(typedLiteral).join(""));
    await run(TSC, [...TSC_OPTIONS, file]);
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || stdout === "") throw error;
    return stdout.split("\n").flatMap((line) => readable(line, objects) ?? []);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** On one line, so that the line of an error identifies the object. */
function typedLiteral(object: KubernetesObject): string {
  const types = fileURLToPath(import.meta.resolve(moduleOf(object)));
  return `(${JSON.stringify(object)}) satisfies import(${JSON.stringify(types)}).I${object.kind};\n`;
}

function readable(line: string, objects: readonly KubernetesObject[]): string | undefined {
  const { row, message } = /\((?<row>\d+),\d+\): error \w+: (?<message>.*)$/.exec(line)?.groups ?? {};
  const object = objects[Number(row) - 1];
  return object && message !== undefined ? `${objectName(object)}: ${message}` : undefined;
}
