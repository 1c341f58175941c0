// The file that accounts are moved with: a line that says what it is, a line an account, and a line that says that it is
// whole. All JSON.
import type { AccountRecord } from "../../accounts/store.ts";
import { isObject } from "./pick.ts";
import { recordFromJson, recordToJson } from "./record-json.ts";

const FORMAT = "suitability-accounts";
/** Raised when a program that knows only the old one would misread a file. */
const VERSION = 3;

/** A record, and where it was read. */
export interface NumberedRecord {
  /** The first line is 1. */
  readonly lineNumber: number;
  readonly record: AccountRecord;
}

/** The lines of a file, without line breaks, as the records come. */
export async function* transferLinesFromRecords(
  records: AsyncIterable<AccountRecord>,
): AsyncGenerator<string, void> {
  yield JSON.stringify({ format: FORMAT, version: VERSION });
  for await (const record of records) {
    yield JSON.stringify(recordToJson(record));
  }
  yield JSON.stringify({ end: true });
}

/** Throws an Error for the first line that is not as it should be, also for an end that is missing. */
export async function* recordsFromTransferLines(
  lines: AsyncIterable<string>,
): AsyncGenerator<NumberedRecord, void> {
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
    } else if (isEnd(json)) {
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

function isEnd(json: unknown): boolean {
  return isObject(json) && json["end"] === true;
}
