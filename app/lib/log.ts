import { type Logger, pino } from "pino";
import { redactText } from "./redact-text.ts";

export type { Logger };

/** Names under which a secret or a person's data could reach a log line, at any depth. */
const REDACTED_NAMES: ReadonlySet<string> = new Set([
  "key",
  "authorization",
  "signature",
  "hmac",
  "accessToken",
  "refreshToken",
  "id_token",
  "email",
  "password",
  "secret",
]);

/** Takes secrets and addresses out of a logged value, by their names and by what they look like. */
function redactValue(name: string, value: unknown): unknown {
  if (REDACTED_NAMES.has(name)) return "[redacted]";
  return typeof value === "string" ? redactText(value) : value;
}

/**
 * A logger that writes JSON lines to standard output, without secrets or addresses. Each whole line is
 * redacted just before it is written, whoever logs it and whichever field holds the secret: a library's
 * message, a path, an error.
 */
export function createLogger(
  level: string,
  base: Record<string, string>,
  destination?: { write(line: string): void },
): Logger {
  const options = {
    level,
    base,
    serializers: { err: describeError },
    hooks: { streamWrite: redactLine },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Exported for the test that measures it at its largest input. */
export function redactLine(line: string): string {
  return `${JSON.stringify(JSON.parse(line, redactValue))}\n`;
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error);
  const { name, message, stack } = error;
  return { name, message, stack: stack ?? "" };
}
