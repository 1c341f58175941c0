import os

import grpc
from google.rpc import error_details_pb2, status_pb2
from suitability.v1 import forecast_pb2, forecast_pb2_grpc

forecasts = forecast_pb2_grpc.ForecastServiceStub(grpc.insecure_channel("localhost:50051"))
request = forecast_pb2.GetForecastRequest(lat=51.5074, lng=-0.1278, days=1, sport="tennis")


def details_of(error):
    """The messages of google.rpc that come with a refusal, by name."""
    packed = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    details = {}
    for detail in status_pb2.Status.FromString(packed).details:
        name = detail.TypeName().split(".")[-1]
        details[name] = getattr(error_details_pb2, name)()
        detail.Unpack(details[name])
    return details


try:
    answer = forecasts.GetForecast(request, metadata=[("x-api-key", os.environ["KEY"])], timeout=10)
    print("the coming hours:", [hour.playability_score for hour in answer.hours])
except grpc.RpcError as error:
    details = details_of(error)
    print(error.code().name, error.details())
    # Which details a refusal has depends on its reason. A failed connection has none.
    if "ErrorInfo" in details:
        print(details["ErrorInfo"].reason)
    if "QuotaFailure" in details:
        for violation in details["QuotaFailure"].violations:
            print(violation.subject, "-", violation.description)
    if "RetryInfo" in details:
        print(f"Ask again in {details['RetryInfo'].retry_delay.seconds} s.")
