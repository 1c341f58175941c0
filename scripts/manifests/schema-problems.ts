// Manifests against the schemas of the Kubernetes API, the Prometheus Operator and the Gateway API, as the kubernetes-models packages have
// them. The schemas tell a wrong value and a missing field; an unknown field they let pass, as the API server itself does
// when it is not asked to be strict, and a misspelt probe would be no probe. The types of the same packages tell those.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { objectName, type KubernetesObject } from "./kubernetes-object.ts";

/** One line a problem; none when every object is valid. */
export async function schemaProblems(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const known = await Promise.all(
    objects.map(async (object) => ({ object, problem: await valueProblem(object) })),
  );
  const problems = known.flatMap(({ problem }) => problem ?? []);
  // The compiler's words about an object of a kind that there is no type for would help nobody.
  return problems.length > 0 ? problems : unknownFields(objects);
}

/** By API group; all others are Kubernetes' own. */
const MODELS: Readonly<Record<string, string>> = {
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
};

/** The module that knows the kind, the same in schemas and types. */
function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const [group = ""] = apiVersion.split("/");
  return `${MODELS[group] ?? "kubernetes-models"}/${apiVersion}/${kind}`;
}

type Model = new (object: KubernetesObject) => { validate(): void };

async function valueProblem(object: KubernetesObject): Promise<string | undefined> {
  try {
    const models = (await import(moduleOf(object))) as Record<string, Model | undefined>;
    const Kind = models[object.kind];
    if (Kind === undefined) {
      return `${objectName(object)}: there is no schema for it`;
    }
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

/** Writes the objects down as typed literals, in which the compiler refuses every field that the type does not have. */
async function unknownFields(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  const file = join(folder, "manifests.mts");
  try {
    writeFileSync(file, objects.map(typedLiteral).join(""));
    await run(TSC, [...TSC_OPTIONS, file]);
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || stdout === "") {
      throw error;
    }
    return stdout.split("\n").flatMap((line) => readable(line, objects) ?? []);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One line, so that the line of an error tells the object. */
function typedLiteral(object: KubernetesObject): string {
  const types = fileURLToPath(import.meta.resolve(moduleOf(object)));
  return `(${JSON.stringify(object)}) satisfies import(${JSON.stringify(types)}).I${object.kind};\n`;
}

function readable(line: string, objects: readonly KubernetesObject[]): string | undefined {
  const { row, message } = /\((?<row>\d+),\d+\): error \w+: (?<message>.*)$/.exec(line)?.groups ?? {};
  const object = objects[Number(row) - 1];
  return object && message !== undefined ? `${objectName(object)}: ${message}` : undefined;
}
