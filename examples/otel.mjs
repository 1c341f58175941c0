// Exports the service's traces with an OpenTelemetry SDK (docs/operations.md, "Traces").
import { NodeSDK } from "@opentelemetry/sdk-node";

const sdk = new NodeSDK({ serviceName: "weather-suitability" });
sdk.start();
process.once("beforeExit", () => sdk.shutdown());
