// Everything a route needs to know about a method, worked out once at start-up.
import type { DescService, Message } from "@bufbuild/protobuf";
import type { HttpRule } from "./http-rule.ts";
import { httpRule } from "./http-rule.ts";
import { compileJsonWriter } from "./json.ts";
import type { QueryParser } from "./query.ts";
import { compileQueryParser } from "./query.ts";
import { rememberQueries } from "./remembered-queries.ts";
import { createBodyWriter, type WrittenBody } from "./written-body.ts";

export interface MethodPlan extends HttpRule {
  readonly parseQuery: QueryParser;
  readonly writeBody: (message: Message) => WrittenBody;
}

/** The plans of all methods that have a google.api.http rule; throws where one asks for what is not supported. */
export function methodPlans(services: readonly DescService[]): readonly MethodPlan[] {
  return services
    .flatMap((service) => service.methods)
    .flatMap((method) => httpRule(method) ?? [])
    .map(({ method, path }) => ({
      method,
      path,
      parseQuery: rememberQueries(compileQueryParser(method.input)),
      writeBody: createBodyWriter(compileJsonWriter(method.output)),
    }));
}
