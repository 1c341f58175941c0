// A call that asks for nothing new gets the body that version 1 gave it, byte for byte.
// Only these may differ:
// - the numbers of model version 3, for the calls of model-version-3.txt (scoring/model-version.ts);
// - the words of the summary, which the tests of words check: the files have … instead;
// - an account's own sports with `"floodlit": false`, which version 1 ignored; model-version-3.txt also has calls for them.
// Both files were recorded on simulated weather at the time of NOW_MS: version-1.txt by version 1 itself.
// test/doors/answers.test.ts and test/doors/sidecar-bytes.test.ts check that the other doors answer the same.
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { startTestService } from "../support/service/test-service.ts";

/** Requests and the bodies of their answers, as they are in a file: `GET` and the path in one line, the body in the next. */
function recorded(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return new Map([...text.matchAll(/^GET (\S+)\n(.*)$/gm)].map(([, path = "", body = ""]) => [path, body]));
}

const VERSION_1 = recorded("version-1.txt");
const MODEL_VERSION_3 = recorded("model-version-3.txt");

const service = await startTestService();
afterAll(service.stop);

/** The account has the sports of its own that were stored when the bodies were recorded. */
const { key } = await service.createOwner({
  unlit_court: { base: "tennis", label: "the unlit court", floodlit: false },
  links: { base: "golf", label: "the links", wind_tolerance: 1.4 },
});

describe("a call that asks for nothing new", () => {
  it.each([...VERSION_1])("gets version 1's body: %s", async (path, body) => {
    const text = await (await service.get(path, { key })).text();
    const withoutWords = text.replace(/"summary":"(?:[^"\\]|\\.)*"/, '"summary":"…"');
    expect(withoutWords).toBe(MODEL_VERSION_3.get(path) ?? body);
  });

  it("differs from version 1 only in scores, risks, verdicts and ranks of some calls, never in its fields", () => {
    // In any order, since slots are in the order of their ranks.
    const withoutNumbers = (body: string | undefined) =>
      body
        ?.replaceAll(/(_score":|_risk":|recommendation":|rank":)("\w+"|\d+)/g, "$1")
        .split(/[[\]{},]+/)
        .toSorted();
    for (const [path, body] of MODEL_VERSION_3) {
      expect(VERSION_1.get(path)).not.toBe(body);
      expect(withoutNumbers(body)).toEqual(withoutNumbers(VERSION_1.get(path)));
    }
  });
});
