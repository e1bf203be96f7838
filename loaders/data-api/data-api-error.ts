import { LoadError } from "../load-error.ts";

/** The Data API did not answer a request, or answered it with an error. */
export class DataApiError extends LoadError {
  override name = "DataApiError";

  /** Of the answer; null when there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }

  /** Whether every other export would fail in the same way: the key is not accepted, or nobody answers. */
  get concernsAllExports(): boolean {
    return this.status === null || this.status === 401 || this.status === 403;
  }
}

/**
 * What an error response says, in one line: its message, and with 422 the messages of its fields
 * (contract, section 7.2; the fields are a JSON text).
 */
export function describeErrorBody(body: string): string {
  const parsed = parseObject(body);
  if (!parsed) return "";
  const fields = typeof parsed.data === "string" ? parseObject(parsed.data) : null;
  const details = Object.entries(fields ?? {}).map(
    ([name, messages]) => `${name}: ${[messages].flat().join(" ")}`,
  );
  const said = details.length > 0 ? details.join("; ") : parsed.message;
  return typeof said === "string" ? said.replace(/\s+/g, " ").slice(0, 500) : "";
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
