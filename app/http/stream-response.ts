import type { Logger } from "#app/lib/log.ts";
import type { AnswerHeaders } from "./respond.ts";

/** A reader that takes nothing for so long is cut off. */
const READER_PATIENCE_MS = 60_000;

/**
 * A JSON response that is sent while it is generated. The next piece is generated only when the reader has
 * taken the one before, so a slow reader costs one piece of memory and holds nothing open.
 *
 * What fails before the first piece is thrown and becomes an ordinary error response. What fails later breaks
 * the connection: the reader sees an answer that never ended, not one that looks complete.
 *
 * @param pieces JSON text, together one document. Closed when the reader goes away.
 */
export async function streamResponse(
  pieces: AsyncGenerator<string>,
  answer: { headers: AnswerHeaders; isHead: boolean; log: Logger; patienceMs?: number },
): Promise<Response> {
  const { headers, isHead, log, patienceMs = READER_PATIENCE_MS } = answer;
  let first: IteratorResult<string, unknown> | null = await pieces.next();
  const init = {
    headers: {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    },
  };
  if (isHead) {
    await pieces.return(undefined);
    return new Response(null, init);
  }
  let patience: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(patience);
        try {
          const piece = first ?? (await pieces.next());
          first = null;
          if (piece.done) {
            controller.close();
            return;
          }
          controller.enqueue(Buffer.from(piece.value));
          patience = setTimeout(() => {
            controller.error(new Error("the reader of a streamed answer takes nothing"));
            void pieces.return(undefined);
          }, patienceMs).unref();
        } catch (error) {
          log.error({ err: error }, "a streamed answer broke off");
          controller.error(new Error("a streamed answer broke off"));
        }
      },
      cancel: async () => {
        clearTimeout(patience);
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, init);
}
