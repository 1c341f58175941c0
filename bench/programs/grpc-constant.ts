// grpc-js that decodes each request and encodes one answer over and over: what a method would cost if it were free.
import { readFileSync } from "node:fs";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { announce } from "./announce.ts";

const { input, output, name, parent } = BookingConfidenceService.method.getBookingConfidence;
const [, , answerFile = ""] = process.argv;
const answer = fromBinary(output, readFileSync(answerFile));

const server = new Server();
server.addService(
  {
    method: {
      path: `/${parent.typeName}/${name}`,
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => fromBinary(input, bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: (message: typeof answer) => Buffer.from(toBinary(output, message)),
      responseDeserialize: (bytes: Buffer) => fromBinary(output, bytes),
    },
  },
  {
    method: (_call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<typeof answer>) =>
      callback(null, answer),
  },
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) {
    throw error;
  }
  announce({ grpc: port });
});
