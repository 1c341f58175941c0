// Protobuf messages as the JSON of the contract, worked out from protobuf-es' own JSON so as to check ours.
import { toJson, type DescMessage, type JsonValue, type Message } from "@bufbuild/protobuf";

const ENUM_VALUE = /^(?:RECOMMENDATION|RISK_LEVEL|SKIP_REASON|FACTOR)_(?<word>[A-Z_]+)$/;

/** Proto names, every scalar written, enums as lower-case words, an empty `skipped` left out. */
export function contractJson(schema: DescMessage, message: Message): JsonValue {
  const options = { useProtoFieldName: true, alwaysEmitImplicit: true };
  return JSON.parse(JSON.stringify(toJson(schema, message, options)), (name, value: unknown) => {
    if (typeof value === "string") {
      return ENUM_VALUE.exec(value)?.groups?.["word"]?.toLowerCase() ?? value;
    }
    return name === "skipped" && Array.isArray(value) && value.length === 0 ? undefined : value;
  }) as JsonValue;
}
