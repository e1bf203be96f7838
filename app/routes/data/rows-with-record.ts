import type { ShopContext } from "#app/domain/context.ts";
import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import { recordRead } from "#app/domain/data-export/reads/record-read.ts";
import type { Caller } from "#app/http/api.ts";

/** Who reads a page. */
export interface DataCall {
  readonly context: ShopContext;
  readonly caller: Pick<Caller, "keyId">;
}

/**
 * The rows of a page as they are; when the last one is out, how far the caller's key has come is remembered. A reader gets
 * the page also where that fails.
 *
 * @param reachedOf the highest id that the page gave, or the number of the page.
 */
export async function* rowsWithRecord<P, E>(
  { context, caller: { keyId } }: DataCall,
  name: FileExport,
  rows: AsyncGenerator<P, E>,
  reachedOf: (end: E) => number,
): AsyncGenerator<P, E> {
  let isEmpty = true;
  const end = yield* tellingOfPieces(rows, () => {
    isEmpty = false;
  });
  if (keyId !== null) {
    try {
      await recordRead(context, { keyId, export: name, reached: isEmpty ? null : reachedOf(end) });
    } catch (error) {
      context.log.error({ err: error }, "how far a key has read was not remembered");
    }
  }
  return end;
}

/** The pieces as they are; `onPiece` is told of each. */
async function* tellingOfPieces<P, E>(
  pieces: AsyncGenerator<P, E>,
  onPiece: () => void,
): AsyncGenerator<P, E> {
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      onPiece();
      yield value;
    }
  } finally {
    await pieces.return(undefined as E);
  }
}
