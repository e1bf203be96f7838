import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import { addressOfTopic } from "#app/http/declare-webhook.ts";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";
import routes from "#app/routes.ts";

const appFileSchema = z.object({
  webhooks: z.object({
    subscriptions: z.array(
      z.object({
        topics: z.array(z.string()).default([]),
        compliance_topics: z.array(z.string()).default([]),
        uri: z.string(),
      }),
    ),
  }),
});
const file = readFileSync(new URL("../../../shopify.app.toml", import.meta.url), "utf8");
const { subscriptions } = appFileSchema.parse(parse(file)).webhooks;

test("the app file subscribes to exactly the topics that are handled, each at its address", () => {
  const subscribed = subscriptions.flatMap(({ topics, compliance_topics, uri }) =>
    [...topics, ...compliance_topics].map((topic) => [topic, uri]),
  );
  const handled = Object.keys(WEBHOOK_TOPICS).map((topic) => [
    topic,
    `/webhooks/${addressOfTopic(topic)}`,
  ]);
  expect(subscribed.sort()).toEqual(handled.sort());
});

test("no two topics share an address", () => {
  const addresses = Object.keys(WEBHOOK_TOPICS).map(addressOfTopic);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("the platform's three privacy topics are subscribed to as such", () => {
  expect(subscriptions.flatMap((one) => one.compliance_topics).sort()).toEqual([
    "customers/data_request",
    "customers/redact",
    "shop/redact",
  ]);
});

test("the routes lead the addresses of webhooks, and nothing else, to the table of topics", async () => {
  const entries = (await routes) as RouteConfigEntry[];
  const found = entries.filter(({ path }) => path?.startsWith("webhooks"));
  expect(found.map(({ path, file: module }) => [path, module])).toEqual([
    ["webhooks/:topic", "routes/webhooks/receive.ts"],
  ]);
});
