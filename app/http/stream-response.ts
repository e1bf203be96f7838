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
 * @param pieces JSON text, or its bytes, together one document. Closed when the reader goes away.
 * @param answer.onEnd called when nothing more will be made, unless this function throws.
 */
export async function streamResponse(
  pieces: AsyncGenerator<string | Uint8Array>,
  answer: {
    headers: AnswerHeaders;
    isHead: boolean;
    log: Logger;
    patienceMs?: number;
    onEnd?: () => void;
  },
): Promise<Response> {
  const { headers, isHead, log, patienceMs = READER_PATIENCE_MS, onEnd } = answer;
  let first: IteratorResult<string | Uint8Array, unknown> | null = await pieces.next();
  const init = {
    headers: {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    },
  };
  if (isHead) {
    await pieces.return(undefined);
    onEnd?.();
    return new Response(null, init);
  }
  let patience: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  const giveUp = async () => {
    isGivenUp = true;
    clearTimeout(patience);
    try {
      await pieces.return(undefined);
    } finally {
      onEnd?.();
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(patience);
        try {
          const piece = first ?? (await pieces.next());
          first = null;
          if (isGivenUp) return;
          if (piece.done) {
            controller.close();
            onEnd?.();
            return;
          }
          controller.enqueue(
            typeof piece.value === "string" ? Buffer.from(piece.value) : piece.value,
          );
          patience = setTimeout(() => {
            controller.error(new Error("the reader of a streamed answer takes nothing"));
            void giveUp();
          }, patienceMs).unref();
        } catch (error) {
          log.error({ err: error }, "a streamed answer broke off");
          controller.error(new Error("a streamed answer broke off"));
          onEnd?.();
        }
      },
      cancel: giveUp,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, init);
}
