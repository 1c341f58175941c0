// The paths of an app: tells an unknown path from a wrong method, and suggests the path that was probably meant.
import type { FastifyRequest } from "fastify";
import { nearestName } from "../../lib/nearest-name.ts";
import { type Problem, problem } from "./errors.ts";

interface Route {
  /** Set for routes with variables. */
  readonly pattern: RegExp | undefined;
  readonly methods: Set<string>;
}

export function createRouteTable() {
  /** By path, written as in google.api.http. */
  const routes = new Map<string, Route>();

  /** Undefined for an unknown path. */
  function methodsAt(path: string): ReadonlySet<string> | undefined {
    const fixed = routes.get(path);
    if (fixed !== undefined) return fixed.methods;
    const found = [...routes.values()].filter(({ pattern }) => pattern?.test(path) === true);
    return found.length === 0
      ? undefined
      : found.reduce((all, { methods }) => all.union(methods), new Set<string>());
  }

  /** The Allow header for a request's path; undefined for an unknown path. */
  function allow(request: FastifyRequest): string | undefined {
    const methods = methodsAt(pathOf(request));
    return methods === undefined ? undefined : [...methods, "OPTIONS"].join(", ");
  }

  return {
    allow,
    /**
     * Whether a request's path is spelt like a route. Fastify takes `/v1/%66orecast` for `/v1/forecast`, but a proxy in front
     * may have rules for only one of them.
     */
    hasPath: (request: FastifyRequest): boolean =>
      // OPTIONS is allowed on any path, so it says nothing.
      request.method === "OPTIONS" || methodsAt(pathOf(request))?.has(request.method) === true,
    /** Adds a route as Fastify's router writes it. */
    add(route: string, methods: string | readonly string[]): void {
      if (route.includes("*")) return;
      const path = pathOfRoute(route);
      const known = routes.get(path) ?? { pattern: patternOf(path), methods: new Set() };
      for (const method of [methods].flat()) known.methods.add(method);
      routes.set(path, known);
    },
    /** The answer to a request without a route. */
    refusal(request: FastifyRequest): Problem {
      const { id: requestId } = request;
      const allowed = allow(request);
      if (allowed === undefined) {
        const detail = unknownPath(pathOf(request), [...routes.keys()]);
        return problem({ reason: "UNKNOWN_PATH", detail, requestId });
      }
      const detail = `Use one of these methods here: ${allowed}.`;
      return problem({ reason: "METHOD_NOT_ALLOWED", detail, requestId, headers: { allow: allowed } });
    },
  };
}

/** From a Fastify route: `/things/:thing(.+)::rename` is `/things/{thing}:rename`. */
function pathOfRoute(route: string): string {
  return route.replaceAll(/::|:(\w+)(?:\([^)]*\))?/g, (_all, name?: string) =>
    name === undefined ? ":" : `{${name}}`,
  );
}

/** A variable has no `#`: Fastify would drop what follows it, and answer `/things/7#8` as `/things/7`. */
function patternOf(path: string): RegExp | undefined {
  if (!path.includes("{")) return undefined;
  const parts = path.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[^/#]+")}$`);
}

/** The look-behind tries each run of slashes once. Without it, 8,000 slashes take tens of milliseconds. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

const OPENAPI = "/openapi.json";

function unknownPath(path: string, paths: readonly string[]): string {
  const bare = path.replace(SLASHES_AT_END, "");
  if (paths.includes(bare)) return `There is nothing at this path; leave out the slash at the end: ${bare}.`;
  const nearest = nearestName(path, paths) ?? methodNamed(bare, paths);
  const hint = nearest === undefined ? "" : ` did you mean ${nearest}?`;
  const list = paths.includes(OPENAPI) ? ` ${OPENAPI} lists all paths.` : "";
  return `There is nothing at this path${hint === "" ? "." : `;${hint}`}${list}`;
}

/** `/suitability.v1.UsageService/GetUsage` */
const METHOD = /^\/[\w.]+\.\w+\/(?<name>\w+)$/;
const VERB = /^(?:get|list)/i;

/** For `/v1/usage`: a method without a path of its own, which Connect serves under its full name. */
function methodNamed(path: string, paths: readonly string[]): string | undefined {
  const noun = nounOf(path.slice(path.lastIndexOf("/") + 1));
  if (noun === "") return undefined;
  return paths.find((each) => nounOf(METHOD.exec(each)?.groups?.["name"] ?? "") === noun);
}

function nounOf(method: string): string {
  return method.replace(VERB, "").toLowerCase();
}

/** A client may also name the host in the target (RFC 9112 section 3.2.2). */
const HOST_OF_TARGET = /^https?:\/\/[^/?]*/i;

function pathOf(request: FastifyRequest): string {
  const target = request.raw.url ?? "";
  const url = target.startsWith("/") ? target : target.replace(HOST_OF_TARGET, "");
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
