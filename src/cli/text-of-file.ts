import { readFile } from "node:fs/promises";

/** What stands in a file that somebody named; throws a line that says why it cannot be read. */
export async function textOfFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : String(error);
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
