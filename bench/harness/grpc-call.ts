import { Client, credentials, Metadata } from "@grpc/grpc-js";

export interface GrpcCall {
  readonly port: number;
  /** `/package.Service/Method` */
  readonly path: string;
  /** The request message in the binary format. */
  readonly request: Uint8Array;
  readonly key: string;
}

const bytes = (value: Buffer) => value;

/** One call; resolves to the bytes of its answer, rejects when the status is not OK. */
export async function grpcCall({ port, path, request, key }: GrpcCall): Promise<Uint8Array> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("x-api-key", key);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  client.makeUnaryRequest(path, bytes, bytes, Buffer.from(request), metadata, (error, answer) =>
    answer === undefined ? reject(error ?? new Error("no answer")) : resolve(answer),
  );
  try {
    return await promise;
  } finally {
    client.close();
  }
}
