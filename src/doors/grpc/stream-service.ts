import type { Server } from "@grpc/grpc-js";

/** A method of one lasting stream for trusted peers, served beside the methods of proto/suitability/v1. */
export interface StreamService {
  /** `/package.Service/Method` */
  readonly path: string;
  readonly messageBytesMax: number;
  addTo(server: Server): void;
  /** When not serving, peers are told to leave. */
  setServing(isServing: boolean): void;
}
