// The file format for moving accounts, a JSON document in each line: the format and its version, the accounts, the end.
import type { AccountRecord } from "../../accounts/store.ts";
import { isObject } from "./fields.ts";
import { recordFromJson, recordToJson } from "./record-json.ts";

const FORMAT = "suitability-accounts";
/** Raised when older programs would misread a file. */
const VERSION = 3;

/** The lines of a file, without line breaks, from a stream of records. */
export async function* transferLinesFromRecords(
  records: AsyncIterable<AccountRecord>,
): AsyncGenerator<string, void> {
  yield JSON.stringify({ format: FORMAT, version: VERSION });
  for await (const record of records) {
    yield JSON.stringify(recordToJson(record));
  }
  yield JSON.stringify({ end: true });
}

/** Line numbers begin at 1. Throws an Error for the first wrong line, or if the end is missing. */
export async function* recordsFromTransferLines(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ readonly lineNumber: number; readonly record: AccountRecord }, void> {
  let lineNumber = 0;
  let isWhole = false;
  for await (const line of lines) {
    lineNumber += 1;
    if (isWhole) {
      throw new Error(`Line ${lineNumber}: nothing may follow the line that ends the file.`);
    }
    const json = jsonFromLine(line, lineNumber);
    if (lineNumber === 1) {
      refuseOtherFormats(json);
    } else if (isObject(json) && json["end"] === true) {
      isWhole = true;
    } else {
      yield { lineNumber, record: recordFromLine(json, lineNumber) };
    }
  }
  if (!isWhole) {
    throw new Error(`The file is cut off after line ${lineNumber}: its last line has to be {"end":true}.`);
  }
}

function jsonFromLine(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`Line ${lineNumber} is not JSON.`, { cause: error });
  }
}

function recordFromLine(json: unknown, lineNumber: number): AccountRecord {
  try {
    return recordFromJson(json);
  } catch (error) {
    throw new Error(`Line ${lineNumber}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}

function refuseOtherFormats(json: unknown): void {
  if (!isObject(json) || json["format"] !== FORMAT) {
    throw new Error(`Line 1 does not say that this is an export of accounts ({"format":"${FORMAT}",…}).`);
  }
  if (json["version"] !== VERSION) {
    throw new Error(
      `The file is of version ${JSON.stringify(json["version"])}; this program reads version ${VERSION}.`,
    );
  }
}
