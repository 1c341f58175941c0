// A question as a whole HTTP/1.1 request, in the words of a door.
import { fromBinary, toJsonString, type DescMessage } from "@bufbuild/protobuf";
import { isoTime } from "../../src/iso-time.ts";
import { grpcPath, METHODS, questionMessage } from "./question-message.ts";
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

export function restRequest(question: Question, key: string): string {
  return `GET ${questionPath(question)} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${key}\r\n\r\n`;
}

/** Connect's unary call in JSON, as a page sends it. */
export function connectRequest(question: Question, key: string): string {
  const method = METHODS[question.operation];
  const input: DescMessage = method.input;
  const body = toJsonString(input, fromBinary(input, questionMessage(question)));
  const headers = `Host: 127.0.0.1\r\nX-Api-Key: ${key}\r\nConnect-Protocol-Version: 1`;
  return `POST ${grpcPath(method)} HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
