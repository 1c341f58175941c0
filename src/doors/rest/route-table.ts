// The paths an app serves, to tell an unknown path from a wrong method and to point to what was probably meant.
import type { FastifyRequest } from "fastify";
import { nearestName } from "../../nearest-name.ts";
import { type Problem, problem } from "./problem.ts";

export interface RouteTable {
  add(path: string, methods: string | readonly string[]): void;
  /**
   * Whether a request's path is written as a route is. Fastify takes `/%64ashboard` for `/dashboard`, whereas whatever stands
   * in front may have rules for the one and not for the other.
   */
  hasPath(request: FastifyRequest): boolean;
  /** The Allow header of a request's path; undefined when there is nothing at it. */
  allow(request: FastifyRequest): string | undefined;
  /** The answer to a request that no route takes. */
  refusal(request: FastifyRequest): Problem;
}

export function createRouteTable(): RouteTable {
  const methodsByPath = new Map<string, Set<string>>();

  function allow(request: FastifyRequest): string | undefined {
    const methods = methodsByPath.get(pathOf(request));
    return methods === undefined ? undefined : [...methods, "OPTIONS"].join(", ");
  }

  return {
    allow,
    // What any path is asked by OPTIONS tells nothing.
    hasPath: (request) => request.method === "OPTIONS" || methodsByPath.has(pathOf(request)),
    add(path, methods) {
      if (path.includes("*")) return;
      const known = methodsByPath.get(path) ?? new Set<string>();
      methodsByPath.set(path, new Set([...known, ...[methods].flat()]));
    },
    refusal(request) {
      const allowed = allow(request);
      if (allowed === undefined) {
        const detail = unknownPath(pathOf(request), [...methodsByPath.keys()]);
        return problem({ reason: "UNKNOWN_PATH", detail, requestId: request.id });
      }
      return problem({
        reason: "METHOD_NOT_ALLOWED",
        detail: `Use another method here: ${allowed}.`,
        requestId: request.id,
        headers: { allow: allowed },
      });
    },
  };
}

/** Looked for once in each row of slashes: looked for from each of 8,000, it holds the process up for tens of milliseconds. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

function unknownPath(path: string, paths: readonly string[]): string {
  const bare = path.replace(SLASHES_AT_END, "");
  if (paths.includes(bare)) return `There is nothing at this path; leave out the slash at the end: ${bare}.`;
  const nearest = nearestName(path, paths);
  const hint = nearest === undefined ? "" : ` did you mean ${nearest}?`;
  return `There is nothing at this path${hint === "" ? "." : `;${hint}`} /openapi.json lists what there is.`;
}

/** A client may name the host in the target too (RFC 9112 section 3.2.2). */
const HOST_OF_TARGET = /^https?:\/\/[^/?]*/i;

function pathOf(request: FastifyRequest): string {
  const target = request.raw.url ?? "";
  const url = target.startsWith("/") ? target : target.replace(HOST_OF_TARGET, "");
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
