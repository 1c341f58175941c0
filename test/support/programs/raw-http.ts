import { connect } from "node:net";

/** Sends bytes as they stand, and returns everything that comes back until the connection is closed. */
export async function answerToBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => (answer += chunk));
  // A reset also closes the connection.
  socket.on("error", () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}
