import os
import sys

import grpc
from google.protobuf import descriptor_database, descriptor_pb2, descriptor_pool, json_format
from google.protobuf import message_factory, text_format

# The part of grpc/reflection/v1/reflection.proto that this script needs.
REFLECTION = """
name: "reflection.proto" package: "reflection"
message_type { name: "Request"
  field { name: "file_by_filename" number: 3 type: TYPE_STRING label: LABEL_OPTIONAL }
  field { name: "file_containing_symbol" number: 4 type: TYPE_STRING label: LABEL_OPTIONAL } }
message_type { name: "Files"
  field { name: "file" number: 1 type: TYPE_BYTES label: LABEL_REPEATED } }
message_type { name: "Response"
  field { name: "files" number: 4 type: TYPE_MESSAGE type_name: ".reflection.Files" label: LABEL_OPTIONAL } }
"""


def message_class(pool, name):
    descriptor = pool.FindMessageTypeByName(name)
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)


def files_of(channel, symbol):
    """The file that defines a symbol, and all files that it imports."""
    pool = descriptor_pool.DescriptorPool()
    pool.Add(text_format.Parse(REFLECTION, descriptor_pb2.FileDescriptorProto()))
    request = message_class(pool, "reflection.Request")
    ask = channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        request_serializer=request.SerializeToString,
        response_deserializer=message_class(pool, "reflection.Response").FromString,
    )
    found = {}
    wanted = [request(file_containing_symbol=symbol)]
    while wanted:
        response = next(ask(iter([wanted.pop()]), timeout=10))
        for bytes_of_file in response.files.file:
            file = descriptor_pb2.FileDescriptorProto.FromString(bytes_of_file)
            if file.name not in found:
                found[file.name] = file
                wanted += [request(file_by_filename=name) for name in file.dependency]
    return found.values()


address, method, question = sys.argv[1:]
service, name = method.split("/")
channel = grpc.insecure_channel(address)
files = files_of(channel, service)
with open("suitability.protoset", "wb") as protoset:
    protoset.write(descriptor_pb2.FileDescriptorSet(file=files).SerializeToString())

database = descriptor_database.DescriptorDatabase()
for file in files:
    database.Add(file)
pool = descriptor_pool.DescriptorPool(database)
described = pool.FindMethodByName(f"{service}.{name}")
asked, answered = (message_class(pool, each.full_name) for each in (described.input_type, described.output_type))
call = channel.unary_unary(
    f"/{method}", request_serializer=asked.SerializeToString, response_deserializer=answered.FromString
)
request = json_format.Parse(question, asked())
try:
    print(json_format.MessageToJson(call(request, metadata=[("x-api-key", os.environ["KEY"])], timeout=10)))
except grpc.RpcError as error:
    print(error.code().name, error.details())
