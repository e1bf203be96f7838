import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import { inject } from "vitest";
import { type AppContext, type ShopContext, systemActor } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { StoreRequests } from "#app/http/store-requests.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { type Environment, readEnvironment } from "#app/lib/env.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { createServerParts } from "#app/server/create-server-parts.ts";
import { createWebServer } from "#app/server/create-web-server.ts";
import { dispatchResourceRoutes, listDeclarations } from "#app/server/dispatch-resource-routes.ts";
import { type ConnectionLimits, serveHttp } from "#app/server/serve-http.ts";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { CopiedShops, installTestShop } from "./make-test-shops.ts";
import { loadSourceBuild } from "./source-build.ts";
import { createTestDatabase } from "./test-database.ts";
import type { TestShop, TestShopOptions } from "./test-shop.ts";

const buildFolder = join(projectRoot, "build");

/** The app as it runs in production: real HTTP, its own database, a worker; beside the real devstore. */
export interface TestApp {
  readonly url: string;
  readonly server: Server;
  readonly app: AppContext;
  readonly environment: Environment;
  readonly declarations: readonly AnyRouteDeclaration[];
  /** What the server hands to loaders and actions. */
  readonly loadContext: LoadContext;
  /** A store for only the calling test, that has the app and is at rest. */
  createShop(options?: TestShopOptions): Promise<TestShop>;
  /** The store as actions see it now. */
  openShop(domain: string): Promise<ShopContext>;
  close(): Promise<void>;
}

/** What a test wants otherwise than the process's app has it. */
export interface OwnAppOptions {
  /** For tests that change the process, the schema or the server, or that look at all stores at once. */
  own?: true;
  /** `false` leaves jobs lying until somebody runs them. */
  worker?: false;
  /** Serves the merchant's pages too, for which they are built. */
  pages?: true;
  /** What each store may have, where what it may have in production is too many to fill. */
  requestsAtATime?: number;
  /** Another mail server. */
  smtpUrl?: string;
  /** How long its clients may take. */
  limits?: Partial<ConnectionLimits>;
}

let shared: Promise<TestApp> | null = null;

/**
 * The app that all files of a process share, with its database: each row in it belongs to a store, and each test makes its own
 * stores. With options another one, on which every store is installed as in production. Close it in `afterAll`.
 */
export async function startTestApp(options: OwnAppOptions = {}): Promise<TestApp> {
  if (Object.keys(options).length > 0) return startOwnApp(options);
  shared ??= startOwnApp({}).then(shareApp);
  // What failed once is tried again by the next file.
  shared.catch(() => {
    shared = null;
  });
  return shared;
}

/** Nobody changes it, and nobody closes it: it ends with the process, and its database with the run. */
function shareApp(app: TestApp): TestApp {
  for (const part of [app.app, app.environment, app.loadContext]) Object.freeze(part);
  const shops = new CopiedShops({ ...app, context: app.loadContext });
  return { ...app, createShop: (options = {}) => shops.create(options), close: async () => {} };
}

async function startOwnApp(options: OwnAppOptions): Promise<TestApp> {
  const database = await createTestDatabase();
  const hono = new Hono();
  const server = await serveHttp(hono, { port: 0, hostname: "127.0.0.1" }, options.limits);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = readEnvironment({
    APP_URL: url,
    DATABASE_URL: database.url,
    DEVSTORE_URL: inject("devstoreUrl"),
    SHOPIFY_API_KEY: inject("shopifyApiKey"),
    SHOPIFY_API_SECRET: inject("shopifyApiSecret"),
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: options.smtpUrl ?? inject("smtpUrl"),
    MAIL_FROM: "no-reply@perennial.example",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  });
  const app = createAppContext(environment, "test");
  const parts = await createServerParts(environment, app);
  const { requestsAtATime } = options;
  if (requestsAtATime) {
    Object.assign(parts, { storeRequests: new StoreRequests(requestsAtATime) });
  }
  const build = options.pages ? await loadBuiltPages() : await loadSourceBuild();
  const declarations = listDeclarations(build);
  const context = { ...parts, declarations: () => declarations };
  if (options.pages) {
    const pages = createWebServer(build, parts, buildFolder);
    hono.all("*", (c) => pages.fetch(c.req.raw));
  } else dispatchResourceRoutes(hono, build, context);
  // Nothing begins by the machine's clock: what a test finds would depend on the minute in which it is run.
  const stopWorker = options.worker === false ? null : await runWorker(app, 4, []);

  return {
    url,
    server,
    app,
    environment,
    declarations,
    loadContext: context,
    createShop: (shopOptions = {}) =>
      installTestShop({ app, environment, url, context }, shopOptions),
    openShop: async (domain) => {
      const row = await app.db.prisma.shop.findUniqueOrThrow({ where: { domain } });
      return openShop(app, toShop(row), systemActor);
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await stopWorker?.();
      await parts.close();
      await app.close();
      await database.drop();
    },
  };
}

async function loadBuiltPages(): Promise<ServerBuild> {
  await ensureBuilt(console.log, new AbortController().signal);
  return import(/* @vite-ignore */ pathToFileURL(join(buildFolder, "server/index.js")).href);
}
