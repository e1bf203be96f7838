import { Hono } from "hono";
import { Throttle } from "./admin-api/graphql/throttle.ts";
import { mountAdminApi } from "./admin-api/mount-admin-api.ts";
import type { AppConfig } from "./app-config.ts";
import { BulkRunner } from "./bulk-operations/bulk-runner.ts";
import { mountBulkResults } from "./bulk-operations/serve-result.ts";
import { ChargeRunner } from "./contracts/charge-runner.ts";
import { mountMailControls } from "./controls/mail-controls.ts";
import { mountControls } from "./controls/mount-controls.ts";
import type { Devstore, MountPages } from "./devstore.ts";
import { Mailbox } from "./mail/mailbox.ts";
import { mountTokenEndpoint } from "./sign-in/mount-token-endpoint.ts";
import { DevstoreState } from "./state/devstore-state.ts";
import { letDocumentsCall } from "./storefront/app-proxy/let-documents-call.ts";
import { limitServerTraffic } from "./storefront/app-proxy/limit-server-traffic.ts";
import { WebhookQueue } from "./webhooks/webhook-queue.ts";

export interface DevstoreOptions {
  appConfig: AppConfig;
  /** Path of the SQLite file, or ":memory:". */
  statePath: string;
  /** Parts that add pages: storefront, admin frame, home page. */
  pages?: MountPages[];
}

export interface RunningDevstore {
  app: Hono;
  devstore: Devstore;
  state: DevstoreState;
  mailbox: Mailbox;
  /** Stops sending webhooks and closes the state file. */
  close(): Promise<void>;
}

/** Builds the whole development store on its state; listening is the caller's. */
export function createDevstore(options: DevstoreOptions): RunningDevstore {
  const state = new DevstoreState(options.statePath);
  const webhooks = new WebhookQueue(state, options.appConfig);
  const devstore: Devstore = {
    appConfig: options.appConfig,
    state,
    webhooks,
    throttle: new Throttle(),
  };
  const charges = new ChargeRunner(devstore);
  const mailbox = new Mailbox(devstore);
  const bulk = new BulkRunner(devstore);
  const app = new Hono();
  mountTokenEndpoint(app, devstore);
  mountAdminApi(app, devstore);
  mountBulkResults(app, devstore);
  mountControls(app, devstore, charges);
  mountMailControls(app, devstore, mailbox);
  limitServerTraffic(app, devstore);
  letDocumentsCall(app, devstore);
  for (const mount of options.pages ?? []) mount(app, devstore);
  return {
    app,
    devstore,
    state,
    mailbox,
    async close() {
      charges.close();
      bulk.close();
      await webhooks.close();
      state.close();
    },
  };
}
