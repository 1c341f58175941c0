// Enum values as JSON and queries spell them: RISK_LEVEL_LOW of RiskLevel is `low`.
import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";

/** One enum's table, made once from its descriptor: the generated objects know no names of numbers. */
export interface EnumWords {
  readonly enum: DescEnum;
  readonly wordByNumber: ReadonlyMap<number, string>;
  /** The values callers may send or meet; without the zero value that means "not set". */
  readonly numberByWord: ReadonlyMap<string, number>;
}

export function enumWords(desc: DescEnum): EnumWords {
  const wordByNumber = new Map<number, string>();
  const numberByWord = new Map<string, number>();
  for (const value of desc.values) {
    const word = enumWord(value);
    // Of several names for one number, the first is the one that is written.
    if (!wordByNumber.has(value.number)) wordByNumber.set(value.number, word);
    if (word !== "unspecified") numberByWord.set(word, value.number);
  }
  return { enum: desc, wordByNumber, numberByWord };
}

/** The lower-case name less the prefix that all values of the enum share. */
export function enumWord(value: DescEnumValue): string {
  return value.name.toLowerCase().slice(value.parent.sharedPrefix?.length ?? 0);
}
