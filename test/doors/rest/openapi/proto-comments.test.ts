import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { protoComments } from "../../../../src/doors/rest/openapi/proto-comments.ts";

const location = (path: number[], leadingComments: string) => ({ path, leadingComments });

test("protoComments names nested fields, messages and enum values in full, and joins the lines of a comment", () => {
  const set = create(FileDescriptorSetSchema, {
    file: [
      {
        package: "p",
        messageType: [
          {
            name: "Outer",
            field: [{ name: "a" }, { name: "b" }],
            nestedType: [{ name: "Inner", field: [{ name: "c" }] }],
            enumType: [{ name: "Kind", value: [{ name: "KIND_X" }] }],
          },
        ],
        sourceCodeInfo: {
          location: [
            location([4, 0], " Outer,\n   in two lines.\n"),
            location([4, 0, 2, 1], " Field b.\n"),
            location([4, 0, 2, 0], "  \n"),
            location([4, 0, 3, 0, 2, 0], " Field c.\n"),
            location([4, 0, 4, 0, 2, 0], " X.\n"),
            location([12], " The file.\n"),
          ],
        },
      },
      { package: "bare", messageType: [{ name: "NoSource" }] },
    ],
  });
  expect(Object.fromEntries(protoComments(toBinary(FileDescriptorSetSchema, set)))).toEqual({
    "p.Outer": "Outer, in two lines.",
    "p.Outer.b": "Field b.",
    "p.Outer.Inner.c": "Field c.",
    "p.Outer.Kind.KIND_X": "X.",
  });
});
