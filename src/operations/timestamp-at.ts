import type { Timestamp } from "@bufbuild/protobuf/wkt";

/** A whole second, in Unix ms; throws a RangeError for any other time. A tenth of the work of `timestampFromMs`. */
export function timestampAt(ms: number): Timestamp {
  return { $typeName: "google.protobuf.Timestamp", seconds: BigInt(ms / 1000), nanos: 0 };
}
