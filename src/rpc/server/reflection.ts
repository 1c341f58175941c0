import { toBinary, type DescFile, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { ReflectionService } from "@grpc/reflection";

/** Server reflection from the generated descriptors, so that grpcurl needs no .proto files. */
export function createReflection(services: readonly DescService[]): ReflectionService {
  const files = new Map<string, DescFile>();
  const collect = (file: DescFile) => {
    if (!files.has(file.name)) {
      files.set(file.name, file);
      file.dependencies.forEach(collect);
    }
  };
  services.forEach(({ file }) => collect(file));
  const fileDescriptorProtos = [...files.values()].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // Of a definition the package reads these bytes alone; an enum's is the one kind that holds nothing else.
  const definition = {
    format: "Protocol Buffer 3 EnumDescriptorProto",
    type: {},
    fileDescriptorProtos,
  } as const;
  return new ReflectionService({ files: definition }, { services: services.map(({ typeName }) => typeName) });
}
