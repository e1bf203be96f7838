import { join } from "node:path";
import { expect } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import { renderBlock } from "#storefront/liquid/render-block.ts";
import type { StorefrontContext } from "#storefront/liquid/storefront-context.ts";
import { contextOf, customerOf } from "#tests/unit/liquid/context-of.ts";

const extension = readExtension(join(projectRoot, "extensions", "storefront"));

export const LOCALES = ["en", "de", "fr", "es", "ja"];

/** A rule as it is published. */
export const rule = {
  ...{ id: 7, type: "punch_card", name: "Coffee <card>", description: "Every tenth is free" },
  ...{ required: 10, rate: null, reward: { kind: "points", points: 1 } },
  ...{ apply_to: "all", tags: [], product_ids: null, start_date: "2026-01-01", end_date: null },
};

/** The theme editor, whoever looks. */
export const editor = { page: { ...contextOf().page, designMode: true } };

interface Page {
  offers?: object;
  rules?: object[];
  /** What is published of the customer; null: nobody is signed in; undefined: nothing yet. */
  loyalty?: object | null;
  /** The customer's contracts, as they are published. */
  contracts?: object[];
  tags?: string[];
  tiers?: object[];
  locale?: string;
  context?: Partial<StorefrontContext>;
}

/** What a page holds of a loyalty block. */
export function render(
  handle: string,
  {
    rules = [rule],
    offers = {},
    loyalty,
    contracts,
    tags = [],
    tiers = [],
    locale = "en",
    context,
  }: Page,
) {
  const json = (namespace: string, key: string, value: object) => ({
    ...{ namespace, key, type: "json" },
    value: JSON.stringify(value),
  });
  const language = { locale, name: locale, primary: locale === "en", rootUrl: "/" };
  const rendered = renderBlock(
    extension,
    { handle, id: "b1", settings: {} },
    contextOf({
      customer:
        loyalty === null
          ? null
          : customerOf({
              tags,
              metafields: [
                ...(loyalty ? [json("$app", "loyalty", loyalty)] : []),
                ...(contracts ? [json("$app", "customer_subscription1", { contracts })] : []),
              ],
            }),
      appMetafields: [
        json("loyalty", "rules", { currency: "EUR", tiers, rules }),
        json("loyalty", "offers", { currency: "EUR", tiers: [], point_rewards: [], ...offers }),
      ],
      language,
      ...context,
    }),
  );
  expect(rendered.problems).toEqual([]);
  return rendered.html;
}

/** What can be seen, without the texts that wait for the script. */
export function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->|<template[\s\S]*?<\/template>/g, "")
    .replace(/<(\w+)[^>]*\shidden>[\s\S]*?<\/\1>/g, "")
    .replace(/<\/?(bdi|b|i|span|strong)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
