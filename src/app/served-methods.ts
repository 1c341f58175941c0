// Every method that callers can ask for: those of api/methods.ts and those of modules.
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { METHODS } from "../api/methods.ts";
import { MODULES } from "./all-modules.ts";

const OF_MODULES = (await Promise.all(MODULES.map(({ methods }) => methods?.() ?? []))).flat();

/** The methods that need a key. */
export const KEYED_METHODS: readonly DescMethodUnary[] = [
  ...METHODS.filter(({ access }) => access !== "public").map(({ method }) => method),
  ...OF_MODULES,
];

/** Their services. */
export const SERVICES = servicesOf(KEYED_METHODS);

/** Those, and the services that answer anybody. */
export const ALL_SERVICES = servicesOf([...METHODS.map(({ method }) => method), ...OF_MODULES]);

function servicesOf(methods: readonly DescMethodUnary[]) {
  return [...new Set(methods.map(({ parent }) => parent))];
}
