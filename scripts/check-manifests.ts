// Checks rendered manifests on stdin: kubectl kustomize k8s/overlays/replicas | npm run --silent check-manifests
import { text } from "node:stream/consumers";
import { readManifests } from "./manifests/kubernetes-object.ts";
import { schemaProblems } from "./manifests/schema-problems.ts";
import { settingProblems } from "./manifests/setting-problems.ts";
import { storeProblems } from "./manifests/store-problems.ts";

const objects = readManifests(await text(process.stdin));
const problems = [...(await schemaProblems(objects)), ...storeProblems(objects), ...settingProblems(objects)];
if (objects.length === 0) problems.push("there is nothing to check on stdin");
const lines = problems.length > 0 ? problems : [`ok: ${objects.length} objects`];
process.stdout.write(lines.map((line) => `${line}\n`).join(""));
process.exitCode = problems.length > 0 ? 1 : 0;
