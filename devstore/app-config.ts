import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";

const subscriptionSchema = z.object({
  topics: z.array(z.string()).default([]),
  compliance_topics: z.array(z.string()).default([]),
  uri: z.string(),
  filter: z.string().optional(),
  include_fields: z.array(z.string()).default([]),
});

const tomlSchema = z.object({
  name: z.string(),
  handle: z.string(),
  access_scopes: z.object({ scopes: z.string() }),
  app_proxy: z.object({ url: z.string(), subpath: z.string(), prefix: z.string() }),
  webhooks: z.object({
    api_version: z.string(),
    subscriptions: z.array(subscriptionSchema).default([]),
  }),
});

interface ConfiguredWebhook {
  topic: string;
  /** Path below the app's address, for example "/webhooks/app-uninstalled". */
  uri: string;
  compliance: boolean;
  filter: string | null;
  includeFields: string[];
}

/** The app as the platform knows it: its configuration file, its credentials, its address. */
export interface AppConfig {
  name: string;
  handle: string;
  scopes: string[];
  /** "/apps/service-api": what the storefront forwards to the app. */
  proxyPath: string;
  apiVersion: string;
  webhooks: ConfiguredWebhook[];
  apiKey: string;
  apiSecret: string;
  /** Where the app listens, without a slash at the end; a shop may override it. Null while there is none. */
  appUrl: string | null;
}

export interface AppCredentials {
  apiKey: string;
  apiSecret: string;
  appUrl: string | null;
}

/** Reads shopify.app.toml; throws with the field's name when the file is not what the platform takes. */
export function readAppConfig(tomlPath: string, credentials: AppCredentials): AppConfig {
  const toml = tomlSchema.parse(parse(readFileSync(tomlPath, "utf8")));
  return {
    ...credentials,
    name: toml.name,
    handle: toml.handle,
    scopes: toml.access_scopes.scopes.split(",").map((scope) => scope.trim()),
    proxyPath: `/${toml.app_proxy.prefix}/${toml.app_proxy.subpath}`,
    apiVersion: toml.webhooks.api_version,
    webhooks: toml.webhooks.subscriptions.flatMap((subscription) => [
      ...subscription.topics.map((topic) => ({
        topic,
        uri: subscription.uri,
        compliance: false,
        filter: subscription.filter ?? null,
        includeFields: subscription.include_fields,
      })),
      ...subscription.compliance_topics.map((topic) => ({
        topic,
        uri: subscription.uri,
        compliance: true,
        filter: null,
        includeFields: [],
      })),
    ]),
  };
}
