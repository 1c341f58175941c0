// Server reflection. Its package is loaded with this file, at the first call: most processes never need it.
import { toBinary, type DescFile, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { MethodDefinition, ServerDuplexStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";

export type ReflectionStream = ServerDuplexStream<unknown, unknown>;

export interface ReflectionMethod {
  readonly definition: MethodDefinition<unknown, unknown>;
  readonly answer: (call: ReflectionStream) => void;
}

/** `ServerReflectionInfo` of each version of the reflection service, by its path. */
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
  // The package reads only `fileDescriptorProtos`. An enum's is the kind of definition that has the fewest other fields.
  const definition = {
    format: "Protocol Buffer 3 EnumDescriptorProto",
    type: {},
    fileDescriptorProtos,
  } as const;
  return new ReflectionService({ files: definition }, { services: services.map(({ typeName }) => typeName) });
}
