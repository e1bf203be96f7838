import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** More than the largest body that any address takes: whoever sends more is cut off. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Reads what is left of a body once its request has been answered, so that the client gets the answer and may use its connection
 * again. Each connection takes one piece in its turn: Node itself reads megabytes of each without a pause, and a crowd that
 * is refused would hold up everybody else.
 */
export function discardBodies(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which reads the rest where nobody else does.
    response.prependOnceListener("finish", () => {
      if (!request.complete && !request.destroyed) discardRest(request);
    });
  });
}

function discardRest(request: IncomingMessage): void {
  let left = MOST_BYTES;
  const close = closeAfterRest(request);
  // Whoever began to read it has given up.
  request.removeAllListeners("data");
  request.on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) {
      close();
      return;
    }
    request.pause();
    setImmediate(() => request.resume());
  });
}

/**
 * Node closes a connection that is not to be used again with the answer. What the client is still sending would then be answered by
 * the network, and the answer itself would be lost on its way: the connection is closed when the rest has come.
 *
 * @returns a function that closes it before that.
 */
function closeAfterRest(request: IncomingMessage): () => void {
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  let isAskedTo = false;
  socket.destroySoon = () => {
    isAskedTo = true;
    // The client sees the answer's end.
    socket.end();
  };
  request.once("end", () => {
    socket.destroySoon = destroySoon;
    if (isAskedTo) destroySoon();
  });
  return destroySoon;
}
