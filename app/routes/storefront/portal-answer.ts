import { z } from "zod";
import { FAILURE_CAUSES, FAILURE_STEPS } from "#app/domain/portal/failed-charge/failure-words.ts";
import type { FailedCharge } from "#app/domain/portal/failed-charge/read-failed-charge.ts";
import { wordFailure } from "#app/domain/portal/failed-charge/word-failure.ts";
import type { Portal } from "#app/domain/portal/read-portal.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { dayText, instantText } from "#app/lib/instants.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { contractViewSchema } from "#app/routes/storefront/cancel-flow/answers.ts";

const day = dayText();
const amount = z.int().nullable();
const range = z.object({ earliest: day, latest: day }).nullable();

/** A subscription as its owner runs it. Days are `YYYY-MM-DD` in the store's zone, amounts integers in the minor unit. */
export const portalAnswer = z.object({
  contract: contractViewSchema.extend({
    plus_tax: z.boolean().meta({
      description: "True where taxes come on top of every amount that is still to be charged.",
    }),
  }),
  charge_at: instantText().nullable().meta({
    description:
      "The next charge, or the failed one, as a change names it; null while none can be changed.",
  }),
  failed_charge: z
    .object({
      at: instantText(),
      date: day,
      amount_minor: z.int(),
      currency: z.string(),
      currency_digits: z.int(),
      cause: z.enum(FAILURE_CAUSES),
      step: z.enum(FAILURE_STEPS),
      retry_date: day.nullable().meta({ description: "When it is tried again by itself." }),
      message: z.string().meta({
        description: "What failed, why, and what to do, in the language that `lang` names.",
      }),
    })
    .nullable()
    .meta({
      description:
        "A charge that failed and is not paid; null where nothing is owed. `charge_now` tries it again, where that helps.",
    }),
  revision: z.string().meta({
    description: "Names what was shown, for a change of the contract's content.",
  }),
  upcoming: z.array(z.object({ date: day, amount_minor: amount })).meta({
    description:
      "The next charges, six at most, before store credit; none while one is under way or unpaid. The amount is null where it is not known.",
  }),
  charges: z
    .array(
      z.object({
        at: instantText(),
        date: day,
        amount_minor: z.int(),
        currency: z.string(),
        currency_digits: z.int(),
        status: z.enum(["paid", "partly_refunded", "refunded", "cancelled", "unpaid", "failed"]),
        order_name: z.string().nullable(),
        receipt_url: z.url().nullable().meta({
          description: "The platform's page of the order; null where it gave none.",
        }),
        credit_minor: amount.meta({ description: "Paid by store credit, beside the amount." }),
      }),
    )
    .meta({ description: "The latest ten, newest first." }),
  payment: z
    .object({
      card_brand: z.string().nullable(),
      card_last_digits: z.string().nullable(),
      card_expires: z.string().nullable().meta({ description: "`YYYY-MM`." }),
      url: z.url().meta({ description: "Where the shopper changes it." }),
    })
    .nullable()
    .meta({ description: "What pays; null once canceled." }),
  choices: z
    .object({
      skip: z.object({ next_charge_date: day }).nullable(),
      move: range,
      charge_now: z
        .object({ amount_minor: z.int().nullable(), next_charge_date: day })
        .nullable()
        .meta({ description: "With the date of the charge after it." }),
      pauses: z.array(z.object({ cycles: z.int(), until: day, next_charge_date: day.nullable() })),
      pause_until: range,
      resume: z.object({ next_charge_date: day.nullable() }).nullable(),
      renewal_credit: z
        .object({ pays_renewals: z.boolean(), available_minor: z.int() })
        .nullable()
        .meta({ description: "Whether the shopper's store credit pays their renewals." }),
      frequencies: z
        .array(
          z.object({
            plan_id: z.int(),
            name: z.string(),
            interval: z.object({ unit: z.enum(["day", "week", "month", "year"]), count: z.int() }),
            amount_minor: amount,
            next_charge_date: day,
          }),
        )
        .meta({
          description: "Other plans of the same group; the next charge then, where it is known.",
        }),
      lines: z.array(
        z.object({
          line_id: z.string(),
          title: z.string(),
          variant_title: z.string().nullable(),
          image_url: z.string().nullable(),
          quantity: z.int(),
          price_minor: z.int(),
          quantities: z
            .object({ least: z.int(), most: z.int(), amounts: z.array(amount) })
            .nullable()
            .meta({
              description: "`amounts` has the next charge for each quantity from the least.",
            }),
          variants: z
            .array(
              z.object({
                variant_id: z.int(),
                title: z.string().nullable(),
                image_url: z.string().nullable(),
                price_minor: z.int(),
                amount_minor: amount,
                available: z.boolean(),
              }),
            )
            .meta({
              description: "Of the same product: the price of a piece, and the next charge.",
            }),
        }),
      ),
      address: z
        .object({
          first_name: z.string(),
          last_name: z.string(),
          company: z.string(),
          address1: z.string(),
          address2: z.string(),
          city: z.string(),
          zip: z.string(),
          province_code: z.string(),
          country_code: z.string(),
          phone: z.string(),
        })
        .nullable()
        .meta({ description: "The present one; null where none can be changed." }),
      countries: z.array(z.string()).meta({
        description: "Where an address can be, ISO 3166; none where no address can be changed.",
      }),
      question: z
        .object({
          change_id: z.int(),
          language: z.string(),
          title: z.string(),
          question: z.string(),
          facts: z.array(z.object({ label: z.string(), value: z.string() })),
          agree: z.string(),
          decline: z.string().nullable(),
        })
        .nullable()
        .meta({
          description:
            "A new price or new terms that the shopper is asked to agree to, in their language. `decline` is null where the only other answer is to cancel.",
        }),
      reactivate: z.object({ next_charge_date: day, amount_minor: z.int() }).nullable().meta({
        description: "What a canceled contract would be once it is started again.",
      }),
      withdraw: z
        .object({ last_day: day })
        .nullable()
        .meta({ description: "The legal right of withdrawal, and its last day." }),
    })
    .meta({
      description:
        "What can be done now, with the dates that follow; null for what cannot, and for what the merchant has switched off.",
    }),
  reactivation_block: z
    .enum(["already_active", "payment_pending", "payment_method", "not_sold", "ask_store"])
    .nullable()
    .meta({ description: "Why a canceled contract cannot be started again." }),
  successor: z
    .object({ contract_id: z.int(), next_charge_date: day.nullable(), next_charge_minor: amount })
    .nullable()
    .meta({
      description: "The contract that a canceled one goes on as, once it was started again.",
    }),
  withdrawn_at: instantText().nullable().meta({
    description: "When its owner has withdrawn from it.",
  }),
});

/** The same after a change. */
export const changeAnswer = portalAnswer.extend({
  unchanged: z.boolean().meta({
    description: "True where the contract was as it was wished already: nothing was done.",
  }),
});

/** @param lang language tag of the page. */
export function showPortal(
  { chargeAt, charges, withdrawnAt, failedCharge, ...portal }: Portal,
  shop: Pick<Shop, "ianaTimezone" | "taxesOnTop">,
  lang = "en",
) {
  const zone = shop.ianaTimezone;
  return {
    ...toSnakeCaseJson(portal, zone),
    failed_charge: failedCharge && showFailure(failedCharge, shop, lang),
    charges: charges.map((charge) => ({
      ...toSnakeCaseJson(charge, zone),
      at: charge.at.toISOString(),
      date: formatDate(charge.at, zone),
    })),
    charge_at: chargeAt?.toISOString() ?? null,
    withdrawn_at: withdrawnAt?.toISOString() ?? null,
  };
}

function showFailure(
  failed: FailedCharge,
  shop: Pick<Shop, "ianaTimezone" | "taxesOnTop">,
  lang: string,
) {
  const zone = shop.ianaTimezone;
  const { at, amountMinor, currency, cause, step, retriesAt } = failed;
  return {
    at: at.toISOString(),
    date: formatDate(at, zone),
    amount_minor: amountMinor,
    currency,
    currency_digits: currencyExponent(currency),
    cause,
    step,
    retry_date: retriesAt && formatDate(retriesAt, zone),
    message: wordFailure(failed, lang, shop),
  };
}
