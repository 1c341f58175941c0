// Server reflection from the generated descriptors, so that grpcurl needs no .proto files.
import { toBinary, type DescFile, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Server, ServerDuplexStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { createStreamLimit, refuse } from "./stream-limit.ts";

/** To one stream. Clients ask once for each service or file, of which there are far fewer. */
const ANSWERS_MAX = 100;

type ReflectionStream = ServerDuplexStream<unknown, unknown>;

/** The package answers as fast as it can read, which would fill the memory for whoever does not read. */
export function addReflection(server: Server, services: readonly DescService[]): void {
  const mayOpen = createStreamLimit();
  createReflection(services).addToServer({
    addService: (definition, { ServerReflectionInfo: answer }: UntypedServiceImplementation) =>
      server.addService(definition, {
        ServerReflectionInfo: (call: ReflectionStream) => {
          if (!mayOpen(call)) return;
          limitAnswers(call);
          (answer as (call: ReflectionStream) => void)(call);
        },
      }),
  });
}

/** The next request is read when the answer to the last has left. */
function limitAnswers(call: ReflectionStream): void {
  const write = call.write.bind(call);
  let answers = 0;
  call.write = (answer: unknown) => {
    call.pause();
    answers += 1;
    if (answers <= ANSWERS_MAX) return write(answer, () => call.resume());
    refuse(call, `A reflection stream has at most ${ANSWERS_MAX} answers. Open another.`);
    return false;
  };
}

function createReflection(services: readonly DescService[]): ReflectionService {
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
