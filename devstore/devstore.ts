import type { Hono } from "hono";
import type { Throttle } from "./admin-api/graphql/throttle.ts";
import type { AppConfig } from "./app-config.ts";
import type { DevstoreState } from "./state/devstore-state.ts";
import type { WebhookQueue } from "./webhooks/webhook-queue.ts";

/** What the parts of the development store share. */
export interface Devstore {
  /** shopify.app.toml and the credentials: what the platform knows of the app. */
  appConfig: AppConfig;
  state: DevstoreState;
  webhooks: WebhookQueue;
  throttle: Throttle;
}

/** Adds pages of a part to the server; called once, after the platform's own endpoints. */
export type MountPages = (app: Hono, devstore: Devstore) => void;
