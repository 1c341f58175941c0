"""Two calls over gRPC, with what protoc makes of proto/ alone: the answer of the first, and why the second is refused."""

import json
import sys

import grpc
from google.rpc import error_details_pb2, status_pb2
from suitability.v1 import forecast_pb2, forecast_pb2_grpc

address, key = sys.argv[1:]
forecasts = forecast_pb2_grpc.ForecastServiceStub(grpc.insecure_channel(address))
request = forecast_pb2.GetForecastRequest(lat=51.5074, lng=-0.1278, days=1)


def ask():
    return forecasts.GetForecast(request, metadata=[("x-api-key", key)], timeout=30)


def details_of(error):
    """The messages of google.rpc that come with a refusal, by name."""
    packed = dict(error.trailing_metadata())["grpc-status-details-bin"]
    found = {}
    for detail in status_pb2.Status.FromString(packed).details:
        message = getattr(error_details_pb2, detail.TypeName().split(".")[-1])()
        detail.Unpack(message)
        found[detail.TypeName()] = message
    return found


hours = ask().hours
try:
    ask()
    sys.exit("the second call was answered")
except grpc.RpcError as error:
    code = error.code().name
    details = details_of(error)

print(
    json.dumps(
        {
            "scores": [hour.playability_score for hour in hours],
            "code": code,
            "reason": details["google.rpc.ErrorInfo"].reason,
            "quota": details["google.rpc.QuotaFailure"].violations[0].description,
            "retryAfterSeconds": details["google.rpc.RetryInfo"].retry_delay.seconds,
        }
    )
)
