// The comments of .proto files, which generated code leaves behind.
import { fromBinary } from "@bufbuild/protobuf";
import type {
  DescriptorProto,
  EnumDescriptorProto,
  FileDescriptorProto,
  ServiceDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** Comments by full name; that of an enum value ends in the enum's and the value's name. */
export type ProtoComments = ReadonlyMap<string, string>;

// Places of things in a file are told as lists of field numbers and indexes, here joined by dots: "4.0.2.1" is field 1
// of message 0. The numbers are those of descriptor.proto.
const FILE = { message: "4", enum: "5", service: "6" };
const MESSAGE = { field: "2", message: "3", enum: "4" };
const ENUM = { value: "2" };
const SERVICE = { method: "2" };

type Named = readonly (readonly [path: string, fullName: string])[];

/** Reads a serialised google.protobuf.FileDescriptorSet that has source information. */
export function protoComments(bytes: Uint8Array): ProtoComments {
  const comments = new Map<string, string>();
  for (const file of fromBinary(FileDescriptorSetSchema, bytes).file) {
    const names = new Map(namesOfFile(file));
    for (const { path, leadingComments } of file.sourceCodeInfo?.location ?? []) {
      const name = names.get(path.join("."));
      // Line breaks in a comment are those of the source file's width.
      const text = leadingComments.trim().replaceAll(/\s*\n\s*/g, " ");
      if (name !== undefined && text !== "") comments.set(name, text);
    }
  }
  return comments;
}

function namesOfFile(file: FileDescriptorProto): Named {
  const scope = file.package;
  return [
    ...file.messageType.flatMap((message, i) => namesOfMessage(message, `${FILE.message}.${i}`, scope)),
    ...file.enumType.flatMap((desc, i) => namesOfEnum(desc, `${FILE.enum}.${i}`, scope)),
    ...file.service.flatMap((service, i) => namesOfService(service, `${FILE.service}.${i}`, scope)),
  ];
}

function namesOfMessage(message: DescriptorProto, path: string, scope: string): Named {
  const name = `${scope}.${message.name}`;
  return [
    [path, name],
    ...namesOfMembers(message.field, `${path}.${MESSAGE.field}`, name),
    ...message.nestedType.flatMap((nested, i) =>
      namesOfMessage(nested, `${path}.${MESSAGE.message}.${i}`, name),
    ),
    ...message.enumType.flatMap((desc, i) => namesOfEnum(desc, `${path}.${MESSAGE.enum}.${i}`, name)),
  ];
}

function namesOfEnum(desc: EnumDescriptorProto, path: string, scope: string): Named {
  const name = `${scope}.${desc.name}`;
  return [[path, name], ...namesOfMembers(desc.value, `${path}.${ENUM.value}`, name)];
}

function namesOfService(service: ServiceDescriptorProto, path: string, scope: string): Named {
  const name = `${scope}.${service.name}`;
  return [[path, name], ...namesOfMembers(service.method, `${path}.${SERVICE.method}`, name)];
}

function namesOfMembers(members: readonly { readonly name: string }[], path: string, scope: string): Named {
  return members.map((member, i) => [`${path}.${i}`, `${scope}.${member.name}`]);
}
