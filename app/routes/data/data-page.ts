/**
 * The body of a Data API page, `{ data, meta }`, in pieces.
 *
 * @param rows pieces of JSON objects with commas between them; what they return at the end becomes the meta.
 */
export async function* dataPage<E>(
  rows: AsyncGenerator<string | Uint8Array, E>,
  toMeta: (end: E) => object,
): AsyncGenerator<string | Uint8Array> {
  let before = '{"data":[';
  try {
    for (;;) {
      const piece = await rows.next();
      if (piece.done) {
        yield `${before === "," ? "" : before}],"meta":${JSON.stringify(toMeta(piece.value))}}`;
        return;
      }
      yield typeof piece.value === "string"
        ? before + piece.value
        : Buffer.concat([Buffer.from(before), piece.value]);
      before = ",";
    }
  } finally {
    await rows.return(undefined as E);
  }
}
