// The constant pair once more, with the calls of a turn of the event loop in one message of one stream: what the sidecar does
// over its hop, without a service behind it.
const bytes = (value: Buffer) => value;

/** A message is a list of entries: an id, a number (the method, or 0), the length of the bytes, and the bytes. */
export const BATCHES = {
  path: "/bench.Batches/Calls",
  requestStream: true,
  responseStream: true,
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
} as const;

const HEAD_BYTES = 12;

/** Sends the entries of a turn in one message. */
export function createBatchWriter(stream: { write(message: Buffer): unknown }) {
  let parts: Buffer[] = [];
  return (id: number, kind: number, entry: Uint8Array): void => {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeUInt32LE(id, 0);
    head.writeUInt32LE(kind, 4);
    head.writeUInt32LE(entry.length, 8);
    if (parts.length === 0) {
      setImmediate(() => {
        stream.write(Buffer.concat(parts));
        parts = [];
      });
    }
    parts.push(head, entry as Buffer);
  };
}

export function readBatch(message: Buffer, each: (id: number, kind: number, entry: Buffer) => void): void {
  for (let at = 0; at < message.length;) {
    const start = at + HEAD_BYTES;
    const end = start + message.readUInt32LE(at + 8);
    each(message.readUInt32LE(at), message.readUInt32LE(at + 4), message.subarray(start, end));
    at = end;
  }
}
