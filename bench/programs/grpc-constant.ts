// A grpc-js server that answers each method with constant bytes: it shows what gRPC costs without a service behind it. It answers
// batches of calls too.
import { readFileSync } from "node:fs";
import { Server, ServerCredentials, type sendUnaryData, type ServerDuplexStream } from "@grpc/grpc-js";
import type { Answers } from "../varied/answers.ts";
import { grpcPath, METHODS } from "../varied/question-text.ts";
import { announce } from "./announce.ts";
import { BATCHES, createBatchWriter, readBatch } from "./batches.ts";

const { messagesBase64 } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Answers;

const bytes = (value: Buffer) => value;
const codec = {
  requestStream: false,
  responseStream: false,
  requestDeserialize: bytes,
  requestSerialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
} as const;

const server = new Server();
const operations = Object.keys(METHODS) as (keyof typeof METHODS)[];
const answers = operations.map((operation) => Buffer.from(messagesBase64[operation], "base64"));
for (const [i, operation] of operations.entries()) {
  const answer = answers[i] as Buffer;
  server.addService(
    { method: { ...codec, path: grpcPath(METHODS[operation]) } },
    { method: (_call: unknown, callback: sendUnaryData<Buffer>) => callback(null, answer) },
  );
}
server.addService(
  { calls: BATCHES },
  {
    calls: (stream: ServerDuplexStream<Buffer, Buffer>) => {
      const write = createBatchWriter(stream);
      stream.on("data", (batch: Buffer) =>
        readBatch(batch, (id, kind) => write(id, 0, answers[kind] as Buffer)),
      );
      stream.on("end", () => stream.end());
    },
  },
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  announce({ grpc: port });
});
