import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readServeSettings } from "#scripts/serve/serve-settings.ts";

const right: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  DATABASE_URL: "postgres://user:secret@127.0.0.1:5432/perennial",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "a-secret-of-the-app",
  TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  APP_URL: "https://perennial.example/",
};

test("a right environment is taken, and its address without the slash at its end", () => {
  expect(readServeSettings(right)).toMatchObject({
    appUrl: "https://perennial.example",
    poolSize: 10,
    webProcesses: 1,
  });
  expect(readServeSettings({ ...right, APP_URL: "http://127.0.0.1:3000" }).appUrl).toBe(
    "http://127.0.0.1:3000",
  );
});

test.each([
  [{ TOKEN_ENCRYPTION_KEY: "short" }, "TOKEN_ENCRYPTION_KEY: must be 32 bytes in base64"],
  [
    { TOKEN_ENCRYPTION_KEY_PREVIOUS: "short" },
    "TOKEN_ENCRYPTION_KEY_PREVIOUS: must be 32 bytes in base64",
  ],
  [{ SMTP_URL: "https://mail.example" }, "SMTP_URL: must be an smtp:// or smtps:// address"],
  [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM is not set"],
  [
    { SMTP_URL: "smtp://mail.example", MAIL_FROM: "Shop <a@mail.example>" },
    "MAIL_FROM: must be an address alone",
  ],
  [{ APP_URL: "http://perennial.example" }, "APP_URL: must begin with https://"],
  [{ APP_URL: "ftp://127.0.0.1" }, "APP_URL: must begin with https://"],
  [{ APP_URL: "https://perennial.example/app" }, "APP_URL: must be the host alone"],
  [{ APP_URL: "https://user@perennial.example" }, "APP_URL: must be the host alone"],
  [{ APP_URL: "perennial" }, "APP_URL: must be an address"],
  [{ DATABASE_POOL_SIZE: "many" }, "DATABASE_POOL_SIZE: "],
])("%o is refused in one line that never shows a secret", (wrong, line) => {
  const read = () => readServeSettings({ ...right, ...wrong });
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n|short/);
});
