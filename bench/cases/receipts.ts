// Compares the CPU times of an answer with a receipt and of the same answer with an explanation. A receipt contains the
// explanation, the question and the curves, and is signed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import { newReceiptKeys } from "../../src/receipts/receipt-keys.ts";
import { REST_ON_SQLITE } from "../varied/door.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { startServiceAt } from "../varied/service-at.ts";

/** More than twice is accepted: the answer is written as JSON twice, and a signature takes up to 60 µs. */
const TARGET = { kind: "at most", value: 2.5 } as const;

export const receipts: BenchCase = { name: "receipts", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const file = join(bench.folder, "receipt-keys.json");
  writeFileSync(file, newReceiptKeys([]).json);
  const settings = { RECEIPT_KEYS_FILE: file, RECEIPT_ISSUER: "https://bench.example" };
  const server = await startServiceAt(REST_ON_SQLITE, { name: "receipts", settings }, bench);
  const asked = { way: "REST", server, keys: [server.key], mix: "booking-confidence" } as const;
  const side = (name: string, parameter: string) => {
    const alter = (request: string) => request.replace(" HTTP/1.1", `&${parameter}=true HTTP/1.1`);
    return trafficSide({ ...asked, name, alter }, bench);
  };
  const [signed, explained] = [side("with a receipt", "receipt"), side("explained", "explain")];
  const what = "with a receipt, CPU beside the same answer explained";
  const beside = { what, figure: "cpuUsPerAnswer", of: signed, beside: explained, target: TARGET } as const;
  return compare([signed, explained], [beside], bench);
}
