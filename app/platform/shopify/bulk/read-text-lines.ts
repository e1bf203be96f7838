/** Longer than any order with its lines could be. */
const MAX_LINE = 8 * 1024 * 1024;

/** The lines of a stream of UTF-8 text, without their ends. An empty line is none. */
export async function* readTextLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  // Parts of the line that has not ended yet: joined once, whatever size the chunks have.
  let parts: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      for (const [index, piece] of decoder.decode(value, { stream: true }).split("\n").entries()) {
        if (index > 0) {
          if (length > 0) yield parts.join("");
          parts = [];
          length = 0;
        }
        parts.push(piece);
        length += piece.length;
        if (length > MAX_LINE) throw new Error("a line of the file is too long to be an order");
      }
    }
    if (length > 0) yield parts.join("");
  } finally {
    await reader.cancel();
  }
}
