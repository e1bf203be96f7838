/** An answer that is not a success. */
export class PerennialError extends Error {
  override readonly name = "PerennialError";
  /** Of HTTP. */
  readonly status: number;
  /** Where the interface has codes; null elsewhere. */
  readonly code: string | null;
  /** As it came: JSON where it is JSON, else text. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { code, message } = readError(body);
    super(message ?? `The answer's status is ${status}.`);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** The interfaces write errors differently; each has a text in one of these places. */
function readError(body: unknown): { code: string | null; message: string | null } {
  if (typeof body !== "object" || body === null) return { code: null, message: null };
  const { error, message, code } = body as Record<string, unknown>;
  if (typeof error === "object" && error !== null) return readError(error);
  return {
    code: typeof code === "string" ? code : null,
    message: textOf(message) ?? textOf(error),
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
