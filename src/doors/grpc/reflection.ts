// The package for server reflection, which most processes never need.
import { toBinary, type DescFile, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { MethodDefinition, ServerDuplexStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";

export type ReflectionStream = ServerDuplexStream<unknown, unknown>;

export interface ReflectionMethod {
  readonly definition: MethodDefinition<unknown, unknown>;
  readonly answer: (call: ReflectionStream) => void;
}

/** The method of each version of the service, by its path. */
export function reflectionMethods(services: readonly DescService[]): ReadonlyMap<string, ReflectionMethod> {
  const methods = new Map<string, ReflectionMethod>();
  createReflection(services).addToServer({
    addService: (
      { ServerReflectionInfo: definition },
      { ServerReflectionInfo }: UntypedServiceImplementation,
    ) => {
      const answer = ServerReflectionInfo as ReflectionMethod["answer"];
      if (definition !== undefined) methods.set(definition.path, { definition, answer });
    },
  });
  return methods;
}

function createReflection(services: readonly DescService[]): ReflectionService {
  const files = new Set<DescFile>();
  const collect = (file: DescFile) => {
    if (files.has(file)) return;
    files.add(file);
    file.dependencies.forEach(collect);
  };
  services.forEach(({ file }) => collect(file));
  const fileDescriptorProtos = Array.from(files, ({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // The package reads only the bytes of a definition. An enum's definition is the only kind that needs nothing else.
  const definition = {
    format: "Protocol Buffer 3 EnumDescriptorProto",
    type: {},
    fileDescriptorProtos,
  } as const;
  return new ReflectionService({ files: definition }, { services: services.map(({ typeName }) => typeName) });
}
