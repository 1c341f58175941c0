// Protobuf descriptors made for tests, with features that the service's own protos do not use.
import type { DescMessage, DescService, MessageInitShape } from "@bufbuild/protobuf";
import { create, createFileRegistry, setExtension } from "@bufbuild/protobuf";
import type { FieldDescriptorProtoSchema, MethodDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  MethodOptionsSchema,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
} from "@bufbuild/protobuf/wkt";
import { http } from "#gen/google/api/annotations_pb.ts";
import { HttpRuleSchema } from "#gen/google/api/http_pb.ts";

export type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;

export const Type = FieldDescriptorProto_Type;
export const REPEATED = { label: FieldDescriptorProto_Label.REPEATED };

const KNOWN = [file_google_protobuf_duration, file_google_protobuf_timestamp];

function registry(
  fields: readonly FieldInit[],
  methods: MessageInitShape<typeof MethodDescriptorProtoSchema>[],
) {
  const file = create(FileDescriptorProtoSchema, {
    name: "made/up.proto",
    package: "made.up",
    syntax: "proto3",
    dependency: KNOWN.map((known) => known.proto.name),
    messageType: [
      {
        name: "Thing",
        field: fields.map((field, i) => ({
          label: FieldDescriptorProto_Label.OPTIONAL,
          ...field,
          number: i + 1,
        })),
        // A oneof may be declared only if a field belongs to it.
        oneofDecl: fields.some((field) => field.oneofIndex !== undefined) ? [{ name: "choice" }] : [],
        nestedType: [
          {
            name: "MapEntry",
            options: { mapEntry: true },
            field: [
              { name: "key", number: 1, type: Type.STRING, label: FieldDescriptorProto_Label.OPTIONAL },
              { name: "value", number: 2, type: Type.STRING, label: FieldDescriptorProto_Label.OPTIONAL },
            ],
          },
        ],
      },
      { name: "Nothing" },
      {
        name: "Part",
        field: [
          { name: "size", number: 1, type: Type.INT32, label: FieldDescriptorProto_Label.OPTIONAL },
          { name: "long_name", number: 2, type: Type.STRING, label: FieldDescriptorProto_Label.OPTIONAL },
        ],
      },
    ],
    enumType: [
      {
        name: "Colour",
        value: [
          { name: "COLOUR_UNSPECIFIED", number: 0 },
          { name: "COLOUR_DARK_RED", number: 1 },
        ],
      },
      // Its values have no common prefix.
      { name: "Odd", value: [{ name: "ZERO" }, { name: "ODD_ONE", number: 1 }] },
    ],
    service: [{ name: "Service", method: methods }],
  });
  return createFileRegistry(file, (name) => KNOWN.find((known) => known.proto.name === name)?.proto);
}

/** A proto3 message `made.up.Thing` with these fields, numbered in order. */
export function madeUpMessage(...fields: readonly FieldInit[]): DescMessage {
  const message = registry(fields, []).getMessage("made.up.Thing");
  if (message === undefined) throw new Error("made.up.Thing is missing");
  return message;
}

/** A service with one method, with this HTTP rule and these request fields. `streams` may make it stream. */
export function madeUpService(
  rule: MessageInitShape<typeof HttpRuleSchema> | undefined,
  streams: { readonly serverStreaming?: boolean } = {},
  fields: readonly FieldInit[] = [],
): DescService {
  const options = create(MethodOptionsSchema);
  if (rule !== undefined) setExtension(options, http, create(HttpRuleSchema, rule));
  const method = {
    name: "Get",
    inputType: fields.length === 0 ? ".made.up.Nothing" : ".made.up.Thing",
    outputType: ".made.up.Nothing",
    options,
    ...streams,
  };
  const service = registry(fields, [method]).getService("made.up.Service");
  if (service === undefined) throw new Error("made.up.Service is missing");
  return service;
}
