import type {
  Explanation,
  GetBookingConfidenceRequest,
  GetBookingConfidenceResponse,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { invalidArgument, type FieldViolation } from "../fault.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";

export interface Said {
  readonly question: GetBookingConfidenceRequest;
  readonly answer: GetBookingConfidenceResponse;
  /** Given even if the question did not ask for it. */
  readonly explanation: Explanation;
  readonly profile: CompiledProfile;
  readonly source: string;
  readonly requestId: string;
}

export type SignReceipt = (said: Said) => string;

/**
 * The signer, if the request asks for a receipt. Throws INVALID_ARGUMENT if receipts are not set up, and for a receipt_ref
 * without receipt.
 */
export function requestedReceipt(
  { receipt, receiptRef }: Pick<GetBookingConfidenceRequest, "receipt" | "receiptRef">,
  signReceipt: SignReceipt | undefined,
): SignReceipt | undefined {
  if (receipt === true) return signReceipt ?? refuse(NOT_SET_UP);
  if (receiptRef === undefined) return undefined;
  return refuse({ field: "receipt_ref", description: "is for receipts, which need receipt=true." });
}

const NOT_SET_UP: FieldViolation = {
  field: "receipt",
  description: "cannot be had: this service signs no receipts. Ask without it.",
  reason: "RECEIPTS_NOT_SET_UP",
};

function refuse(violation: FieldViolation): never {
  throw invalidArgument([violation]);
}
