import { z } from "zod";

/** The whole environment of the app. Read once, at the start of a process; a mistake stops the boot. */
const environmentSchema = z.object({
  /** Port of the web server on `HOST`. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** Where browsers and the platform reach the app, without a trailing slash. */
  APP_URL: z.url().transform((url) => (url.endsWith("/") ? url.slice(0, -1) : url)),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
  SHOPIFY_API_KEY: z.string().min(1),
  SHOPIFY_API_SECRET: z.string().min(16),
  /** 32 bytes in base64: the key under which the platform's tokens are kept. */
  TOKEN_ENCRYPTION_KEY: z
    .string()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64"),
  /** The key before the last rotation, still accepted for reading. */
  TOKEN_ENCRYPTION_KEY_PREVIOUS: z.string().optional(),
  /** Address of the stand-in for the platform. Never set in production. */
  DEVSTORE_URL: z.url().optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
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
