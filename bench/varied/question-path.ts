import { isoTime } from "../../src/iso-time.ts";
import type { Question } from "./questions.ts";

/** A question as path and query of /v1. */
export function questionPath(question: Question): string {
  const { operation, lat, lng, sport } = question;
  const asked = `/v1/${operation}?lat=${lat}&lng=${lng}&sport=${sport}`;
  switch (question.operation) {
    case "booking-confidence":
      return `${asked}&start_time=${isoTime(question.startMs)}&duration_minutes=${question.durationMinutes}`;
    case "safe-slots":
      return `${asked}&duration_minutes=${question.durationMinutes}&slots=${question.startsMs.map(isoTime).join(",")}`;
    case "forecast":
      return `${asked}&days=${question.days}`;
  }
}
