import { globSync } from "node:fs";
import type { DescMethodUnary, DescService } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { ALL_SERVICES, KEYED_METHODS, SERVICES } from "../../src/app/served-methods.ts";
import { allDoors } from "../doors/all-doors.ts";
import { frame } from "../doors/grpc/client/misbehaving-core.ts";
import { openSession, rawCall } from "../doors/grpc/raw-call.ts";
import { useTestService } from "../support/service/use-test-service.ts";

const GEN = new URL("../../gen/", import.meta.url).pathname;
const REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
/** ServerReflectionRequest{list_services: "*"} */
const LIST_SERVICES = frame(Buffer.of(0x3a, 1, 0x2a));

/** Every service that proto/ defines. */
const DEFINED = (
  await Promise.all(
    globSync("suitability/**/*_pb.ts", { cwd: GEN }).map(
      async (file) => Object.values((await import(GEN + file)) as object) as DescService[],
    ),
  )
)
  .flat()
  .filter(({ kind }) => kind === "service");

const namesOf = (methods: readonly { readonly name: string }[]) => methods.map(({ name }) => name).toSorted();

describe("the methods that are served", () => {
  it("are every method of their services", () => {
    expect(namesOf(KEYED_METHODS)).toEqual(namesOf(SERVICES.flatMap(({ methods }) => methods)));
    expect(namesOf(ALL_SERVICES.flatMap(({ methods }) => methods))).toEqual(
      [...namesOf(KEYED_METHODS), "GetStatus"].toSorted(),
    );
  });
});

describe("a method of proto/ that nothing in this process serves", () => {
  const used = useTestService();
  const absent = DEFINED.filter((service) => !ALL_SERVICES.includes(service));
  // The stream of sidecars is none for callers, and test/doors/hop/ has it.
  const methods = absent.flatMap(({ methods }) =>
    methods.filter(({ methodKind }) => methodKind === "unary"),
  ) as DescMethodUnary[];

  it.each(methods.map((method) => ({ name: method.name, method })))(
    "is unimplemented at every door: $name",
    async ({ method }) => {
      const { service } = used();
      const { key } = await service.createCaller();
      for (const door of allDoors(service.ports)) {
        expect(await door.call({ method, request: {}, key }), door.name).toMatchObject({
          code: "unimplemented",
        });
        await door.close();
      }
    },
  );

  it("is in no description of the service", async () => {
    const { service } = used();
    const openApi = await (await service.get("/openapi.json")).text();
    const [reflected] = (
      await rawCall(openSession(service.ports.grpc), REFLECTION, { bytes: LIST_SERVICES }).ended
    ).messages;
    for (const { typeName } of absent) expect(reflected?.toString("latin1")).not.toContain(typeName);
    const paths = methods
      .filter((method) => hasOption(method, http))
      .map((method) => getOption(method, http));
    const words = [
      ...methods.map(({ localName }) => localName),
      ...paths.map(({ pattern }) => String(pattern.value)),
    ];
    for (const word of words) expect(openApi).not.toContain(`"${word}"`);
    expect(reflected?.toString("latin1")).toContain(SERVICES[0]?.typeName);
  });
});
