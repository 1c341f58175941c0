import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPrometheus } from "../../../src/cli/sla/prometheus.ts";

async function urlOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answerWith =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body);

describe("a Prometheus", () => {
  it("is asked below the path of its URL, with or without a slash at its end", async () => {
    const paths: (string | undefined)[] = [];
    const url = await urlOf((request, response) => {
      paths.push(request.url);
      response.end('{"status":"success","data":{"result":[{"metric":{"a":"b"},"value":[1.5,"7"]}]}}');
    });
    for (const base of [`${url}/prefix`, `${url}/prefix/`]) {
      expect(await createPrometheus({ url: base }).at("up", 0)).toEqual([
        { labels: { a: "b" }, atMs: 1_500, value: 7 },
      ]);
    }
    expect(paths).toEqual(["/prefix/api/v1/query", "/prefix/api/v1/query"]);
  });

  it.each([
    ["a page", answerWith(200, "<html>"), /is no Prometheus: it answered 200, and not as its API does\.$/],
    ["another API", answerWith(404, '{"error":"no"}'), /is no Prometheus: it answered 404/],
    ["null", answerWith(200, "null"), /is no Prometheus/],
    ["a wrong shape", answerWith(200, '{"status":"success","data":{"result":{}}}'), /is no Prometheus/],
    [
      "a refusal",
      answerWith(422, '{"status":"error","errorType":"execution","error":"too many samples"}'),
      /^Prometheus at \S+ refuses: too many samples$/,
    ],
    ["a broken connection", (request) => request.socket.destroy(), /cannot be asked: .+\.$/],
  ] as [string, RequestListener, RegExp][])("is told in one line from %s", async (_name, answer, line) => {
    const prometheus = createPrometheus({ url: await urlOf(answer) });
    await expect(prometheus.at("up", 0)).rejects.toThrow(line);
  });

  it("is not waited for without end", async () => {
    const url = await urlOf((_request, response) => void response.write('{"status":'));
    await expect(createPrometheus({ url, timeoutMs: 100 }).at("up", 0)).rejects.toThrow(
      `Prometheus at ${url} cannot be asked: it did not answer within 0.1 s.`,
    );
  });
});
