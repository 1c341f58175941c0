// GetStatus: the public status of this process.
import type { GetStatusResponse } from "#gen/suitability/v1/status_pb.ts";
import type { Answered } from "../../call/operation.ts";
import type { ApiParts } from "../api-parts.ts";

export function createAnswerStatus({ status }: Pick<ApiParts, "status">) {
  return async (): Promise<Answered<GetStatusResponse>> => ({ fields: await status(), headers: {} });
}
