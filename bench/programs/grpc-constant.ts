// A grpc-js server that answers each method with constant bytes: it shows what gRPC costs without a service behind it.
import { readFileSync } from "node:fs";
import { Server, ServerCredentials, type sendUnaryData } from "@grpc/grpc-js";
import type { Answers } from "../varied/answers.ts";
import { grpcPath, METHODS } from "../varied/question-text.ts";
import { announce } from "./announce.ts";

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
for (const operation of Object.keys(METHODS) as (keyof typeof METHODS)[]) {
  const answer = Buffer.from(messagesBase64[operation], "base64");
  server.addService(
    { method: { ...codec, path: grpcPath(METHODS[operation]) } },
    { method: (_call: unknown, callback: sendUnaryData<Buffer>) => callback(null, answer) },
  );
}
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  announce({ grpc: port });
});
