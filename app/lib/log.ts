import { type Logger, pino } from "pino";

export type { Logger };

/** Names under which a secret or a person's data could reach a log line. */
const REDACTED_KEYS = [
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
];

const SECRET_IN_TEXT =
  /pk_live_[0-9A-Za-z]+|shp[a-z]{2}_[0-9A-Za-z]+|([?&](?:key|signature|hmac|id_token|session)=)[^&\s"]+|[^\s"'<>@]+@[^\s"'<>@]+\.[a-z]{2,}/gi;

/** Takes keys, signatures, tokens and e-mail addresses out of a text that may be logged. */
export function redactText(text: string): string {
  return text.replace(SECRET_IN_TEXT, (_match, prefix: string | undefined) =>
    prefix ? `${prefix}[redacted]` : "[redacted]",
  );
}

/** A logger that writes JSON lines to standard output, without secrets or addresses. */
export function createLogger(level: string, base: Record<string, string>): Logger {
  return pino({
    level,
    base,
    redact: {
      paths: REDACTED_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: "[redacted]",
    },
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? {
              name: error.name,
              message: redactText(error.message),
              stack: redactText(error.stack ?? ""),
            }
          : redactText(JSON.stringify(error) ?? String(error)),
    },
  });
}
