import type { DescMethodUnary, DescService } from "@bufbuild/protobuf";

/** The methods of a service. Streaming methods are refused, since no door here carries streams. */
export function unaryMethods(service: DescService): readonly DescMethodUnary[] {
  return service.methods.map((method) => {
    if (method.methodKind !== "unary") {
      throw new Error(`${service.typeName}/${method.name} streams, which no door here carries`);
    }
    // The union of method kinds does not narrow by its discriminant, because its members are generic.
    return method as DescMethodUnary;
  });
}
