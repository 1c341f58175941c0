package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	suitability "example.com/ask/suitability/v1"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, "x-api-key", os.Getenv("KEY"))

	// With gRPC 1.63 and later, use grpc.NewClient and the credentials of its package credentials/insecure.
	connection, err := grpc.Dial("localhost:50051", grpc.WithInsecure())
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()

	forecasts := suitability.NewForecastServiceClient(connection)
	answer, err := forecasts.GetForecast(ctx, &suitability.GetForecastRequest{
		Lat: proto.Float64(51.5074), Lng: proto.Float64(-0.1278), Days: proto.Int32(1), Sport: proto.String("tennis"),
	})
	if err != nil {
		explain(status.Convert(err))
		return
	}
	for _, hour := range answer.GetHours() {
		fmt.Println(hour.GetTime().AsTime().Format(time.RFC3339), hour.GetPlayabilityScore())
	}
}

// Prints the messages of google.rpc that come with a refusal.
func explain(refusal *status.Status) {
	fmt.Println(refusal.Code(), refusal.Message())
	for _, detail := range refusal.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			fmt.Println(detail.GetReason())
		case *errdetails.QuotaFailure:
			for _, violation := range detail.GetViolations() {
				fmt.Println(violation.GetSubject(), "-", violation.GetDescription())
			}
		case *errdetails.RetryInfo:
			fmt.Printf("Ask again in %d s.\n", detail.GetRetryDelay().GetSeconds())
		}
	}
}
