// Records one answer of the service for each operation. The peers repeat these answers.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createGrpcCaller } from "../harness/grpc-caller.ts";
import { grpcPath, METHODS, questionMessage, questionPath } from "./question-text.ts";
import { questions, type Question } from "./questions.ts";

type ByOperation = Readonly<Record<Question["operation"], string>>;

export interface Answers {
  readonly json: ByOperation;
  readonly messagesBase64: ByOperation;
}

/** Calls each operation once over REST and gRPC and writes the answers to a file. Throws if an answer is not complete. */
export async function writeAnswers(
  service: { readonly httpPort: number; readonly grpcPort: number; readonly key: string },
  file: string,
): Promise<void> {
  const asked = questions({ seed: 1, count: 100, nowMs: Date.now() });
  const caller = createGrpcCaller(service);
  const json: [string, string][] = [];
  const messages: [string, string][] = [];
  for (const [operation, method] of Object.entries(METHODS)) {
    const question = asked.find((one) => one.operation === operation);
    assert.ok(question);
    const response = await fetch(`http://127.0.0.1:${service.httpPort}${questionPath(question)}`, {
      headers: { "x-api-key": service.key },
    });
    const body = await response.text();
    assert.equal(response.status, 200, body);
    json.push([operation, body]);
    const message = await caller.call(grpcPath(method), questionMessage(question));
    messages.push([operation, Buffer.from(message).toString("base64")]);
  }
  caller.close();
  const answers = { json: Object.fromEntries(json), messagesBase64: Object.fromEntries(messages) } as Answers;
  checkFull(answers.json);
  writeFileSync(file, JSON.stringify(answers));
}

function checkFull(json: ByOperation): void {
  assert.match(json["booking-confidence"], /"playability_score":.*"summary":"[^"]/);
  assert.equal((JSON.parse(json["safe-slots"]) as { slots: unknown[] }).slots.length, 20);
  assert.equal((JSON.parse(json.forecast) as { hours: unknown[] }).hours.length, 7 * 24);
}
