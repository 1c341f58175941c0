// Prints what the recommended rules of Redocly and of Spectral find in a document: nothing, if all is well.
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const source = readFileSync(process.argv[2], "utf8");

const config = await createConfig({ extends: ["recommended"] });
for (const { ruleId, message, location } of await lintFromString({ source, config })) {
  console.log(`Redocly: ${ruleId}: ${message} ${location[0]?.pointer}`);
}

const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
for (const { code, message, path } of await spectral.run(JSON.parse(source))) {
  console.log(`Spectral: ${code}: ${message} ${path.join("/")}`);
}
