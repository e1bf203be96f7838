import { z } from "zod";

function isEncryptionKey(text: string): boolean {
  return Buffer.from(text, "base64").length === 32;
}

function isHostAlone(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === "/" && !(search || hash || username || password);
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Session tokens and keys are sent to this address: plain HTTP is allowed only on this machine. */
function isSafelyReached({ APP_URL, DEVSTORE_URL }: { APP_URL: string; DEVSTORE_URL?: unknown }) {
  if (!URL.canParse(APP_URL)) return true;
  const { protocol, hostname } = new URL(APP_URL);
  if (protocol === "https:") return true;
  const isNear = DEVSTORE_URL !== undefined || LOOPBACK.has(hostname);
  return protocol === "http:" && isNear;
}

/** The whole environment of the app. Read once, at the start of a process; a mistake stops the boot. */
const environmentSchema = z
  .object({
    /** Port of the web server on `HOST`. */
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    /** Where browsers and the platform reach the app, without a trailing slash. */
    APP_URL: z
      .url("must be an address such as https://app.example.com")
      .refine(isHostAlone, "must be the host alone, without a path, a query or a user")
      .transform((url) => (URL.canParse(url) ? new URL(url).origin : url)),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
    SHOPIFY_API_KEY: z.string().min(1),
    SHOPIFY_API_SECRET: z.string().min(16),
    /** 32 bytes in base64: the key under which the platform's tokens are kept. */
    TOKEN_ENCRYPTION_KEY: z.string().refine(isEncryptionKey, "must be 32 bytes in base64"),
    /** The key before the last rotation, still accepted for reading. */
    TOKEN_ENCRYPTION_KEY_PREVIOUS: z
      .string()
      .refine((text) => text === "" || isEncryptionKey(text), "must be 32 bytes in base64")
      .optional(),
    /** Address of the stand-in for the platform. Never set in production. */
    DEVSTORE_URL: z.url().optional(),
    /** The server that takes the app's mail: smtp:// or smtps://, with user and password. Without it no mail is sent. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^/\s]+/, "must be an smtp:// or smtps:// address")
      .refine((url) => URL.canParse(url), "must be an smtp:// or smtps:// address")
      .optional(),
    /** The address that the app's mail comes from; each store adds its own name. */
    MAIL_FROM: z.email("must be an address alone, such as no-reply@example.com").optional(),
    LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
    /** How many web processes `npm run serve` has started, to reckon connections with. */
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).catch(1).default(1),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  })
  .refine(isSafelyReached, { path: ["APP_URL"], message: "must begin with https://" })
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    message: "is needed beside SMTP_URL",
  });

export type Environment = z.infer<typeof environmentSchema>;

/**
 * @throws Error whose message has one line for each variable that is missing or wrong.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = environmentSchema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return source[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new Error(lines.join("\n"));
}
