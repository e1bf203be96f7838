import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { type Service, spawnService } from "#scripts/start/spawn-service.ts";
import type { TestApp } from "./test-app.ts";
import { takeTestPort } from "./test-port.ts";

/** Another web process of an app, which shares nothing with the first but the database. */
export interface SecondWebProcess {
  readonly url: string;
  /** Ends it at once, as a machine that fails does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSecondWebProcess({
  environment,
  url,
}: Pick<TestApp, "environment" | "url">): Promise<SecondWebProcess> {
  await ensureBuilt(() => {}, new AbortController().signal);
  const { DATABASE_URL, DEVSTORE_URL, SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = environment;
  const { TOKEN_ENCRYPTION_KEY, SMTP_URL, MAIL_FROM } = environment;
  const port = await takeTestPort();
  const service: Service = spawnService("web server", "app/main-web.ts", {
    ...{ PORT: String(port), APP_URL: url, NODE_ENV: "production", LOG_LEVEL: "silent" },
    ...{ DATABASE_URL, SHOPIFY_API_KEY, SHOPIFY_API_SECRET, TOKEN_ENCRYPTION_KEY },
    ...{ DEVSTORE_URL: DEVSTORE_URL ?? "", SMTP_URL: SMTP_URL ?? "", MAIL_FROM: MAIL_FROM ?? "" },
  });
  await service.ready;
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      process.kill(service.pid, "SIGKILL");
      await service.ended;
    },
    stop: service.stop,
  };
}
