import { createLogger } from "../../../src/observability/logger.ts";
import { createLogLines } from "./log-lines.ts";

/** A logger, and the lines that were logged with it. */
export function createRecordingLogger<Line extends object = Readonly<Record<string, unknown>>>(
  level: "info" | "warn" = "info",
) {
  const { lines, destination } = createLogLines<Line>();
  return { lines, logger: createLogger({ level, destination }) };
}
