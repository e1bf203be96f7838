import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainRefusal } from "#app/domain/portal/edits/edit-refusal.ts";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { REFUSAL_WORDS } from "#app/domain/refusals/word-error.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { PlatformFailure } from "#app/platform/platform-failure.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

// A shopper whose change is refused reads what is wrong and what to do in the language of their page.

const LANGUAGES = ["en", "de", "fr", "es", "ja"] as const;
const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
});
afterAll(() => testApp.close());

async function herbs(): Promise<BilledSubscription> {
  const due = addDays((await shop.context()).clock.now(), 10, zone);
  return billedSubscription(shop, { kind: "product", price: undefined, next_billing_date: due });
}

const look = async ({ cid, contractId }: BilledSubscription) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

const change = (
  { cid, contractId }: BilledSubscription,
  body: object,
  query: Record<string, string> = {},
): Promise<ApiAnswer> =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body, query });

async function switchOff(...off: string[]): Promise<void> {
  const context = await shop.context();
  const { version } = await readPortalSettings(context, null);
  await savePortalActions(context, { planId: null, version, off });
}

/** What is said of the same change in each language. */
async function saidOf(own: BilledSubscription, body: object): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const lang of LANGUAGES) {
    const answer = await change(own, body, { lang });
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThan(400);
    said[lang] = answer.body.message;
  }
  return said;
}

const wordsOf = (reason: keyof typeof REFUSAL_WORDS.en) =>
  Object.fromEntries(LANGUAGES.map((lang) => [lang, REFUSAL_WORDS[lang][reason]]));

describe("in the language of the page", () => {
  test("our own rules are told: a charge that has changed, a day that has passed", async () => {
    const own = await herbs();
    const { charge_at } = await look(own);
    const stale = { action: "skip", charge_at: new Date(0).toISOString() };
    expect(await saidOf(own, stale)).toEqual(wordsOf("charge_changed"));
    const past = { action: "move", charge_at, day: "2020-01-01" };
    expect(await saidOf(own, past)).toEqual(wordsOf("day_passed"));
  });

  test("what the merchant has switched off", async () => {
    const own = await herbs();
    await switchOff("skip");
    const { charge_at } = await look(own);
    expect(await saidOf(own, { action: "skip", charge_at })).toEqual(wordsOf("switched_off"));
    await switchOff();
  });

  test("what the platform refuses to a change of the content, by what it says of it", async () => {
    const own = await herbs();
    const { revision, choices } = await look(own);
    const wish = {
      ...{ action: "change_quantity", revision, quantity: 3 },
      line_id: choices.lines[0].line_id,
    };
    for (const lang of LANGUAGES) {
      const operation = "subscriptionDraftCommit";
      await shop.control("refuse-next", { operation, code: "TOO_MANY_LINES", message: "No." });
      const { body } = await change(own, wish, { lang });
      expect(body).toMatchObject({ code: "change_refused", message: wordsOf("lines_full")[lang] });
    }
  });

  test("what the platform refuses without a reason that is known, by a general sentence", async () => {
    const own = await herbs();
    const { charge_at } = await look(own);
    for (const lang of LANGUAGES) {
      const operation = "subscriptionBillingCycleScheduleEdit";
      await shop.control("refuse-next", {
        operation,
        code: "INVALID",
        message: "Computer says no.",
      });
      const { body } = await change(own, { action: "skip", charge_at }, { lang });
      expect(body).toMatchObject({
        ...{ code: "platform_refused", message: wordsOf("any_refusal")[lang] },
      });
    }
    expect(explainRefusal(new PlatformFailure("refused", "No.", "NEW_CODE")).message).toBe(
      REFUSAL_WORDS.en.not_taken,
    );
  });

  test("an address by its fields, as the form calls them", async () => {
    const own = await herbs();
    const { revision, choices } = await look(own);
    const address = { ...choices.address, city: "x".repeat(101), phone: "1".repeat(41) };
    const wish = { action: "change_address", revision, address };
    expect(await saidOf(own, wish)).toEqual({
      en: "City: at most 100 characters. Phone: at most 40 characters.",
      de: "Ort: höchstens 100 Zeichen. Telefon: höchstens 40 Zeichen.",
      fr: "Ville : 100 caractères au maximum. Téléphone : 40 caractères au maximum.",
      es: "Ciudad: 100 caracteres como máximo. Teléfono: 40 caracteres como máximo.",
      ja: "市区町村：100文字以内で入力してください。電話番号：40文字以内で入力してください。",
    });
    const { body } = await change(own, wish, { lang: "de" });
    expect(JSON.parse(body.data)["address.city"]).toEqual(["Ort: höchstens 100 Zeichen."]);
  });

  test("that a contract is nobody's, and that a body is none", async () => {
    const { cid } = await herbs();
    const nobodys = { ...(await herbs()), cid };
    expect(await saidOf(nobodys, { action: "resume" })).toEqual(wordsOf("any_missing"));
    expect(await saidOf(await herbs(), { action: "dance" })).toEqual(wordsOf("any_input"));
  });
});

test("without a language errors are as they were: English, for a program to log", async () => {
  const own = await herbs();
  const { body } = await change(own, { action: "dance" });
  expect(body.message).toContain("Must be one of: skip");
});
