// Reads the comments of .proto files from a descriptor set, because generated descriptors have none.
import { fromBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";

/** Comments by full name. An enum value's name includes its enum's here: `suitability.v1.RiskLevel.RISK_LEVEL_LOW`. */
export type ProtoComments = ReadonlyMap<string, string>;

/** Reads a serialised google.protobuf.FileDescriptorSet with source information. */
export function protoComments(bytes: Uint8Array): ProtoComments {
  const comments = new Map<string, string>();
  for (const file of fromBinary(FileDescriptorSetSchema, bytes).file) {
    for (const { path, leadingComments } of file.sourceCodeInfo?.location ?? []) {
      // Line breaks in a comment only reflect the width of the source file.
      const text = leadingComments.trim().replaceAll(/\s*\n\s*/g, " ");
      const name = text === "" ? undefined : nameAt(file, path);
      if (name !== undefined) comments.set(name, text);
    }
  }
  return comments;
}

/**
 * The full name of the element at a path, in which field numbers of descriptor.proto and indexes alternate: 4, 0, 2, 1
 * is `message_type[0].field[1]`. Undefined for elements without a name, such as options.
 */
function nameAt(file: FileDescriptorProto, path: readonly number[]): string | undefined {
  let place: ReflectMessage = reflect(FileDescriptorProtoSchema, file);
  const names = [file.package];
  for (let at = 0; at < path.length; at += 2) {
    const field = place.fields.find(({ number }) => number === path[at]);
    if (field?.fieldKind !== "list" || field.listKind !== "message") return undefined;
    const item = place.get(field).get(path[at + 1] ?? -1) as ReflectMessage | undefined;
    if (item === undefined || !("name" in item.message)) return undefined;
    place = item;
    names.push(String(item.message.name));
  }
  return names.length === 1 ? undefined : names.join(".");
}
