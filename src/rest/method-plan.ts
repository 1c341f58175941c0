// Everything a route needs to know about a method, worked out once at start-up.
import type { DescService } from "@bufbuild/protobuf";
import type { HttpRule } from "./http-rule.ts";
import { httpRule } from "./http-rule.ts";
import { compileJsonWriter, type JsonWriter } from "./json.ts";
import type { QueryParser } from "./query.ts";
import { compileQueryParser } from "./query.ts";

export interface MethodPlan extends HttpRule {
  readonly parseQuery: QueryParser;
  readonly writeJson: JsonWriter;
}

/** The plans of all methods that have a google.api.http rule; throws where one asks for what is not supported. */
export function methodPlans(services: readonly DescService[]): readonly MethodPlan[] {
  return services
    .flatMap((service) => service.methods)
    .flatMap((method) => httpRule(method) ?? [])
    .map(({ method, path }) => ({
      method,
      path,
      parseQuery: compileQueryParser(method.input),
      writeJson: compileJsonWriter(method.output),
    }));
}
