// Two calls over gRPC, with what protoc makes of proto/ alone: the answer of the first, and why the second is refused.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	suitability "suitability/v1"
)

type outcome struct {
	Scores            []int32 `json:"scores"`
	Code              string  `json:"code"`
	Reason            string  `json:"reason"`
	Quota             string  `json:"quota"`
	RetryAfterSeconds int64   `json:"retryAfterSeconds"`
}

func main() {
	address, key := os.Args[1], os.Args[2]
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, "x-api-key", key)

	connection, err := grpc.DialContext(ctx, address, grpc.WithInsecure())
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	forecasts := suitability.NewForecastServiceClient(connection)
	request := &suitability.GetForecastRequest{
		Lat: proto.Float64(51.5074), Lng: proto.Float64(-0.1278), Days: proto.Int32(1),
	}

	var out outcome
	answer, err := forecasts.GetForecast(ctx, request)
	if err != nil {
		log.Fatal(err)
	}
	for _, hour := range answer.GetHours() {
		out.Scores = append(out.Scores, hour.GetPlayabilityScore())
	}
	_, err = forecasts.GetForecast(ctx, request)
	out.readRefusal(status.Convert(err))
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Fatal(err)
	}
}

// The messages of google.rpc that come with a refusal.
func (out *outcome) readRefusal(refusal *status.Status) {
	out.Code = refusal.Code().String()
	for _, detail := range refusal.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			out.Reason = detail.GetReason()
		case *errdetails.QuotaFailure:
			out.Quota = detail.GetViolations()[0].GetDescription()
		case *errdetails.RetryInfo:
			out.RetryAfterSeconds = detail.GetRetryDelay().GetSeconds()
		}
	}
}
