import { Client, credentials, Metadata } from "@grpc/grpc-js";

export interface GrpcCaller {
  /** `path` is `/package.Service/Method`. Request and answer are encoded messages. Rejects if the status is not OK. */
  call(path: string, request: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

const bytes = (value: Buffer) => value;

/** Calls over one connection. */
export function createGrpcCaller(init: { readonly grpcPort: number; readonly key: string }): GrpcCaller {
  const client = new Client(`127.0.0.1:${init.grpcPort}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("x-api-key", init.key);
  return {
    call: (path, request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      client.makeUnaryRequest(path, bytes, bytes, Buffer.from(request), metadata, (error, answer) =>
        answer === undefined ? reject(error ?? new Error("no answer")) : resolve(answer),
      );
      return promise;
    },
    close: () => client.close(),
  };
}
