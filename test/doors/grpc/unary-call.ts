import { Metadata, type Client, type ServiceError } from "@grpc/grpc-js";

interface UnaryReply {
  readonly error: ServiceError | null;
  /** The answer's message. */
  readonly bytes: Buffer | undefined;
  /** The headers before the message. */
  readonly header: Metadata;
}

interface UnaryOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const same = (bytes: Buffer) => bytes;

/** A call through grpc-js's client. It sends and returns messages as bytes. */
export function unaryCall(
  client: Client,
  path: string,
  message: Uint8Array,
  { headers = {}, signal }: UnaryOptions = {},
): Promise<UnaryReply> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const { promise, resolve } = Promise.withResolvers<UnaryReply>();
  const options = { deadline: Date.now() + 10_000 };
  let header = new Metadata();
  const call = client
    .makeUnaryRequest(path, same, same, Buffer.from(message), metadata, options, (error, bytes) =>
      resolve({ error, bytes, header }),
    )
    .on("metadata", (received) => (header = received));
  signal?.addEventListener("abort", () => call.cancel());
  return promise;
}
