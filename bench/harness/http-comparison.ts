// A /v1 operation against bare Fastify that has nothing to do but send the same body.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import { compare } from "./compare.ts";
import { httpAnswer, type Json } from "./http-answer.ts";
import { httpSide } from "./http-side.ts";
import { startService } from "./service.ts";

export interface HttpComparison {
  readonly name: string;
  readonly targetRatio: number;
  /** Path and query, for a given time of day. */
  path(nowMs: number): string;
  /** Throws unless the answer is a full one. */
  check(body: Json): void;
  /** The baseline builds its body from an object by a response schema, or sends a string as it is. */
  readonly baseline: "object" | "string";
}

const BASELINES = {
  object: { against: "bare Fastify, same body from a schema", program: "bench/programs/fastify-object.ts" },
  string: { against: "bare Fastify, same body as a string", program: "bench/programs/fastify-string.ts" },
} as const;

export function compareHttp({ name, targetRatio, path, check, baseline }: HttpComparison) {
  const { against, program } = BASELINES[baseline];
  return compare({ name, against, targetRatio, start });

  async function start(bench: Bench) {
    const service = await startService(bench);
    const pathAndQuery = path(Date.now());
    // Both sides get the same request to the byte; the baseline makes nothing of the key.
    const headers = { "x-api-key": service.key };
    const serviceUrl = `http://127.0.0.1:${service.httpPort}${pathAndQuery}`;
    const body = await httpAnswer(serviceUrl, headers);
    check(body);

    const bodyFile = join(bench.folder, `${name}.json`);
    writeFileSync(bodyFile, JSON.stringify(body));
    const bare = await bench.processes.serve({ name: `${name}-baseline`, args: [program, bodyFile] });
    const bareUrl = `http://127.0.0.1:${String(bare.line["http"])}${pathAndQuery}`;
    assert.deepEqual(await httpAnswer(bareUrl, headers), body, "the baseline answers something else");

    const side = { headers, bench };
    return {
      service: {
        ...httpSide({ ...side, url: serviceUrl, servers: [service] }),
        countRefusals: service.countRefusals,
      },
      baseline: httpSide({ ...side, url: bareUrl, servers: [bare] }),
    };
  }
}
