import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { RULE_TYPES, type RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import {
  blocksOf,
  type PreviewStanding,
} from "#app/routes/admin/loyalty/preview/preview-choices.ts";
import {
  renderPointRewardPreview,
  renderTiersPreview,
} from "#app/routes/admin/loyalty/preview/render-offers-preview.ts";
import { renderRulePreview } from "#app/routes/admin/loyalty/preview/render-rule-preview.ts";
import { toRuleInput } from "#app/routes/admin/loyalty/rules/rule-draft.ts";
import { shopperOf, signIn } from "#tests/api/devstore-storefront/shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { typedRule } from "#tests/support/typed-rule.ts";

const HOSTILE = `<img src=x onerror="alert(1)">`;
const LOCALES = ["en", "de", "fr", "es", "ja"] as const;
const TODAY = "2026-01-01";
const AMOUNTS = { locale: "en", currency: "EUR" };

/** Those beside the list of ways to earn that the theme has on the page. The others are embeds. */
const ACTION_BLOCKS: ReadonlySet<string> = new Set(["birthday", "referral", "receipt"]);

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
});
afterAll(() => testApp.close());

/** As the editor sends it. */
function inputOf(type: RuleType, changes: object = {}) {
  const draft = { ...typedRule(type, AMOUNTS, TODAY), status: "active" as const };
  const named = { ...draft, name: `${type} ${HOSTILE}`, description: `Said of it: ${HOSTILE}` };
  return JSON.parse(JSON.stringify({ ...toRuleInput(type, named, AMOUNTS), ...changes }));
}

interface Seen {
  locale?: (typeof LOCALES)[number];
  standing?: PreviewStanding;
  block?: ReturnType<typeof blocksOf>[number];
}

async function preview(
  input: unknown,
  { locale = "en", standing = "none", block = "points-progress" }: Seen = {},
) {
  const wanted = { kind: "rule", input, locale, standing, block } as const;
  return renderRulePreview(await shop.context(), wanted);
}

/** One entry of a list, however its item is numbered. */
function item(html: string, words: string): string {
  const items = html.match(/<li class="pnl-rule"[\s\S]*?<\/li>/g) ?? [];
  const found = items.filter((one) => one.includes(words));
  expect(found, words).toHaveLength(1);
  return (found[0] ?? "").replace(/data-(rule|reward|tier)="\d+"/, "");
}

/** What the blocks say that a rule gives. */
const gains = (html: string) =>
  (html.match(/<p><span dir="auto">[\s\S]*?<\/p>/g) ?? []).map((line) => line.trim());

describe("the preview of a rule", () => {
  test("is what the storefront shows of it, for each type and in another language too", async () => {
    const context = await shop.context();
    for (const type of RULE_TYPES) await createRule(context, inputOf(type));
    const { body } = await shop.control("customers", {});
    await shop.quiet();
    const shopper = shopperOf(shop);
    await signIn(shopper, body.cid);
    for (const [locale, path] of [
      ["en", "/pages/membership"],
      ["de", "/de/pages/membership"],
    ] as const) {
      const { text } = await shopper.get(path);
      for (const type of RULE_TYPES) {
        const drawn = await preview(inputOf(type), { locale });
        const words = `>${type} &lt;img`;
        expect(item(drawn, words), `${type} ${locale}`).toBe(item(text, words));
        for (const block of blocksOf(type).filter((one) => ACTION_BLOCKS.has(one))) {
          const lines = gains(await preview(inputOf(type), { locale, block }));
          expect(lines, block).not.toHaveLength(0);
          for (const line of lines) expect(gains(text), `${block} ${locale}`).toContain(line);
        }
      }
    }
  });

  test("draws each block of each type in every language, and runs nothing of what a merchant wrote", async () => {
    for (const type of RULE_TYPES) {
      for (const block of blocksOf(type)) {
        for (const locale of LOCALES) {
          const page = await preview(inputOf(type), { locale, block, standing: "part" });
          expect(page).toContain(`<html lang="${locale}">`);
          expect(page, `${type} ${block} ${locale}`).toMatch(/class="pnl/);
          expect(page).not.toMatch(/Translation missing|Liquid error|<img|<script|NaN/);
        }
      }
    }
  });

  test("is of somebody part of the way, at the end, or with nothing yet", async () => {
    const card = inputOf("custom_action", {
      settings: { action_key: "quiz", required_actions: 3, one_time_only: true },
    });
    const words = ">custom_action &lt;img";
    const shown = async (standing: PreviewStanding) =>
      item(await preview(card, { standing }), words).replace(/<[^>]*>/g, "");
    expect(await shown("none")).toContain("0 of 3");
    expect(await shown("part")).toContain("1 of 3");
    expect(await shown("reached")).toContain("3 of 3");
    const goal = inputOf("goal_spend", { settings: { goal_amount: 300, period: "year" } });
    const money = item(await preview(goal, { standing: "part" }), ">goal_spend &lt;img");
    expect(money.replace(/<[^>]*>/g, "")).toContain("€100 of €300");
  });

  test("is of somebody whom it is for, on a day on which it counts", async () => {
    const context = await shop.context();
    const tier = { id: null, name: "Gold", threshold: 10, multiplier: 150, perks: "" };
    const tiers = [{ ...tier, entryReward: null }];
    await saveLadder(context, { version: 0, input: { basis: "points", tiers } });
    for (const customer_settings of [
      { apply_to: "members" },
      { apply_to: "tagged", tags: ["vip"] },
      { apply_to: "all" },
    ]) {
      const conditions = { customer_settings, product_ids: null, tier_ids: [1] };
      for (const days of [
        { startDate: "2099-01-01", endDate: null },
        { startDate: "2020-01-01", endDate: "2020-12-31" },
      ]) {
        const input = inputOf("punch_card", { conditions, ...days });
        expect(await preview(input), JSON.stringify(input)).toContain(">punch_card &lt;img");
      }
    }
    const conditions = { customer_settings: { apply_to: "all" }, product_ids: [77], tier_ids: [1] };
    const settings = { points_per_dollar: 2, minimum_order: 40 };
    const input = inputOf("points_for_purchases", { conditions, settings });
    const hint = await preview(input, { block: "points-to-earn" });
    expect(hint).toMatch(/€40\.00[\s\S]*Earn up to 120 points/);
  });

  test("is refused for what saving would refuse, and saves nothing", async () => {
    const { db, shop: row } = await shop.context();
    const before = await db.prisma.loyaltyRule.count({ where: { shopId: row.id } });
    await expect(preview(inputOf("punch_card", { settings: {} }))).rejects.toMatchObject({
      code: "invalid_input",
    });
    await preview(inputOf("punch_card"));
    expect(await db.prisma.loyaltyRule.count({ where: { shopId: row.id } })).toBe(before);
  });
});

describe("the preview of what is offered", () => {
  test("is what the storefront shows of tiers and of rewards for points", async () => {
    shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
    const context = await shop.context();
    const reward = { reward_type: "store_credit", credit_amount: 5 };
    const input = { name: `Five ${HOSTILE}`, points: 200, reward, isActive: true };
    await createPointReward(context, input);
    const silver = { id: null, name: "Silver", threshold: 300, multiplier: 100, perks: HOSTILE };
    const gold = { ...silver, name: "Gold", threshold: 900, multiplier: 125 };
    const ladder = {
      basis: "points",
      tiers: [silver, gold].map((tier) => ({ ...tier, entryReward: reward })),
    };
    await saveLadder(context, { version: 0, input: ladder });
    const { body } = await shop.control("customers", {});
    await shop.quiet();
    const shopper = shopperOf(shop);
    await signIn(shopper, body.cid);
    const { text } = await shopper.get("/pages/membership");
    const wanted = { locale: "en", standing: "none" } as const;
    const rewards = await renderPointRewardPreview(context, { ...wanted, input });
    expect(item(rewards, "Five &lt;img")).toBe(item(text, "Five &lt;img"));
    const tiers = await renderTiersPreview(context, { ...wanted, input: ladder });
    expect(item(tiers, ">Silver<")).toBe(item(text, ">Silver<"));
    expect(item(tiers, ">Gold<")).toBe(item(text, ">Gold<"));
    const top = await renderTiersPreview(context, {
      ...{ ...wanted, standing: "reached" as const, input: ladder },
    });
    expect(item(top, ">Gold<")).toContain('aria-current="true"');
    const enough = { ...wanted, standing: "reached" as const, input };
    expect(await renderPointRewardPreview(context, enough)).toContain("Redeem for 200 points");
  });
});
