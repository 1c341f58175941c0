import { type DescField, type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Form, stretchOf } from "../../call/written-list.ts";

/** Writes messages of a type; entries of a shared list are serialised once. */
export function createBinaryWriter(desc: DescMessage): (message: Message) => Buffer {
  const forms = new Map(desc.fields.flatMap((field) => formOf(field)));
  return (message) => {
    const stretch = stretchOf(message);
    const form = stretch && forms.get(stretch.field);
    if (stretch === undefined || form === undefined) {
      const { buffer, byteOffset, byteLength } = toBinary(desc, message);
      // Wraps the same memory; nothing is copied.
      return Buffer.from(buffer, byteOffset, byteLength);
    }
    // A message is its fields, concatenated in any order.
    const others = toBinary(desc, { ...message, [stretch.field]: [] } as Message);
    return Buffer.concat([others, Buffer.from(stretch.text(form), "latin1")]);
  };
}

/** Serialises the entries of a list as text, one character a byte, because a shared list caches text. */
function formOf(field: DescField): readonly (readonly [string, Form])[] {
  if (field.fieldKind !== "list" || field.listKind !== "message") return [];
  const { number, message: desc } = field;
  const write = (message: Message) => {
    const entry = new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(toBinary(desc, message));
    return Buffer.from(entry.finish()).toString("latin1");
  };
  return [[field.localName, { write, between: "" }]];
}
