import { crc32 } from "node:zlib";
import { fromBinary, type DescMessage, type Message } from "@bufbuild/protobuf";
import { LRUCache } from "lru-cache";

/** Of bytes as they came. The messages, with the JSON made of them, take up to ten times as much, measured: 30 MB. */
const BYTES_MAX = 3_000_000;

/** What is added for each, so that many short messages take no more. */
const ENTRY_BYTES = 200;

interface Remembered {
  readonly bytes: Buffer;
  readonly message: Message;
}

/** Throws where the bytes are no message of that type. */
export type MessageReader = (schema: DescMessage, bytes: Uint8Array) => Message;

/**
 * Reads bytes that were read before as the very same message, which is frozen to say so: sites ask for the same venues
 * all day, and the 168 hours of a forecast take longer to read and to write than all the rest of a call passed on.
 */
export function createMessageReader(): MessageReader {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });
  return (schema, bytes) => {
    // The checksum finds, the bytes decide.
    const name = `${schema.typeName} ${bytes.length} ${crc32(bytes)}`;
    const earlier = remembered.get(name);
    if (earlier?.bytes.equals(bytes) === true) return earlier.message;
    const message = Object.freeze(fromBinary(schema, bytes));
    // A copy, as what came over a connection is part of something larger.
    remembered.set(name, { bytes: Buffer.from(bytes), message });
    return message;
  };
}
