import { connect } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Sends the head of a request, and nothing of the body that it announces.
 *
 * @returns the status: whoever answers has not waited for the body.
 */
export async function sendHead(
  url: string,
  { method, address, headers }: { method: string; address: string; headers: readonly string[] },
): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `${method} ${address} HTTP/1.1`,
    ...["Host: localhost", "Connection: close", "Content-Length: 10"],
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return Number((await text(socket)).split(" ")[1]);
}
