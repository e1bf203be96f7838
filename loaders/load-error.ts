/**
 * A failure whose message is all that the person at the terminal needs: one line that says what is
 * wrong and what to do.
 */
export class LoadError extends Error {
  override name = "LoadError";
}

/** A failure of one export. The others may still be loaded. */
export class ExportError extends LoadError {
  override name = "ExportError";
}
