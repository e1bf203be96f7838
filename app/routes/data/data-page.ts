/**
 * The body of a Data API page, `{ data, meta }`, in pieces.
 *
 * @param rows pieces of JSON objects with commas between them; what they return at the end becomes the meta.
 */
export async function* dataPage<E>(
  rows: AsyncGenerator<string, E>,
  toMeta: (end: E) => object,
): AsyncGenerator<string> {
  let before = '{"data":[';
  try {
    for (;;) {
      const piece = await rows.next();
      if (piece.done) {
        yield `${before === "," ? "" : before}],"meta":${JSON.stringify(toMeta(piece.value))}}`;
        return;
      }
      yield before + piece.value;
      before = ",";
    }
  } finally {
    await rows.return(undefined as E);
  }
}
