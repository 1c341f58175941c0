// A call that asks for nothing new gets the body that version 1 gave it, byte for byte over REST and value for value over gRPC.
// What may differ, and nothing else:
// - the numbers of model version 2, for the calls of model-version-2.txt: golf, padel and cycling in the cold, sessions that a
//   thunderstorm follows (scoring/model-version.ts);
// - the summary's words, which the tests of scoring/words hold: the files have … in their place;
// - sports of an account's own with `"floodlit": false`, which version 1 accepted and ignored; one is in model-version-2.txt too.
// Both files were recorded on simulated weather at the time of NOW_MS: version-1.txt by version 1 itself.
import { readFileSync } from "node:fs";
import { getOption, type JsonObject } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { answerOf } from "../doors/answer-of.ts";
import { METHODS } from "../doors/methods.ts";
import { startDoors, type ServiceWithDoors } from "../doors/start-with-doors.ts";

/** Requests and their bodies, as they are in a file: `GET` and the path in one line, the body in the next. */
function recorded(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return new Map([...text.matchAll(/^GET (\S+)\n(.*)$/gm)].map(([, path = "", body = ""]) => [path, body]));
}

const VERSION_1 = recorded("version-1.txt");
const MODEL_VERSION_2 = recorded("model-version-2.txt");

/** Sports of the caller's own, as they were stored when the bodies were recorded. */
const OWN_SPORTS = {
  unlit_court: { base: "tennis", label: "the unlit court", floodlit: false },
  links: { base: "golf", label: "the links", wind_tolerance: 1.4 },
};

const withoutWords = (body: string) => body.replace(/"summary":"(?:[^"\\]|\\.)*"/, '"summary":"…"');

/** The method of a path, and its query as the message that other doors take. */
function callOf(path: string) {
  const { pathname, searchParams } = new URL(path, "http://host");
  const method = Object.values(METHODS).find((each) => getOption(each, http).pattern.value === pathname);
  if (method === undefined) throw new Error(`${pathname} is no operation`);
  const request: JsonObject = {};
  for (const [name, value] of searchParams) {
    request[name] = name === "slots" ? searchParams.getAll(name).flatMap((slots) => slots.split(",")) : value;
  }
  return { method, request };
}

describe("a call that asks for nothing new", () => {
  let service: ServiceWithDoors;
  let key: string;

  beforeAll(async () => {
    // As in the manifests: the sidecar's bodies are written by its core.
    service = await startDoors({ trustedProxies: ["loopback"] });
    const caller = await service.createCaller();
    key = caller.key;
    for (const [id, definition] of Object.entries(OWN_SPORTS)) {
      await service.store.setSport(caller.accountId, {
        id,
        definition: JSON.stringify({ id, ...definition }),
      });
    }
    return service.stop;
  });

  const restBody = async (path: string, port: number) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": key } });
    return withoutWords(await response.text());
  };

  it.each([...VERSION_1])("gets version 1's body: %s", async (path, body) => {
    const expected = MODEL_VERSION_2.get(path) ?? body;
    expect(await restBody(path, service.ports.http)).toBe(expected);
    expect(await restBody(path, service.ports.sidecar)).toBe(expected);
    const grpc = service.doors.find(({ name }) => name === "grpc");
    const answer = await answerOf(grpc, { ...callOf(path), key });
    expect(JSON.parse(withoutWords(JSON.stringify(answer.body)))).toEqual(JSON.parse(expected));
  });

  it("differs from version 1 in the numbers of some calls alone, never in what is there", () => {
    expect(MODEL_VERSION_2.size).toBeLessThan(VERSION_1.size / 2);
    const withoutNumbers = (body: string | undefined) =>
      body?.replaceAll(/(_score":|_risk":|recommendation":|rank":)("\w+"|\d+)/g, "$1");
    for (const [path, body] of MODEL_VERSION_2) {
      expect(VERSION_1.get(path)).not.toBe(body);
      expect(withoutNumbers(body)).toBe(withoutNumbers(VERSION_1.get(path)));
    }
  });
});
