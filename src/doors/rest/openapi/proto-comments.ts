// Reads the comments of .proto files, which generated code does not have.
import { fromBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";

/** Comments by full name; an enum value's name ends with the enum's and the value's name. */
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
 * The full name at a path of descriptor.proto's field numbers and indexes: 4, 0, 2, 1 is field 1 of message 0. Undefined
 * for things without a name, such as options.
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
