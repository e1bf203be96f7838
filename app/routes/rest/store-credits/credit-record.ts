import { z } from "zod";
import type { KnownCustomer } from "#app/domain/customers/find-customer.ts";
import { CREDIT_TYPES, type CreditAccountState } from "#app/domain/ledger/movement.ts";
import {
  formatCredit,
  type VisibleEntry,
} from "#app/domain/store-credit/customers/visible-entry.ts";
import { formatMinorExactly } from "#app/lib/money.ts";

/** A customer's store credit in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const creditRecordSchema = z
  .object({
    customer_id: z
      .string()
      .meta({ description: "The customer's number on the platform, in digits.", example: "1001" }),
    platform_customer_gid: z.string().meta({
      description: "The same customer as a gid.",
      example: "gid://platform/Customer/1001",
    }),
    email: z.string().nullable().meta({
      description: "The customer's e-mail address; null where they have none.",
      example: "ada@example.com",
    }),
    currency: z.string().meta({
      description: "The store's currency, ISO 4217, of every amount here.",
      example: "EUR",
    }),
    balance: z.string().meta({
      description:
        "What can be spent now, a decimal text; what a checkout has reserved is not in it.",
      example: "12.50",
    }),
    in_use_at_checkout: z.string().meta({
      description: "What checkouts and renewals under way have reserved, a decimal text.",
      example: "0.00",
    }),
    lifetime_issued: z
      .string()
      .meta({ description: "All that was ever given, a decimal text.", example: "40.00" }),
    lifetime_used: z.string().meta({
      description:
        "Spent on orders, less what came back, a decimal text. Deductions and expiry are in neither total.",
      example: "27.50",
    }),
    next_expiry: z
      .object({
        amount: z.string().meta({
          description: "How much of the balance ends then, a decimal text.",
          example: "5.00",
        }),
        date: z.string().meta({
          description: "The instant at which it ends, in UTC.",
          example: "2027-01-31T23:00:00.000Z",
        }),
      })
      .nullable()
      .meta({
        description: "The part of the balance that expires first; null when nothing expires.",
        example: null,
      }),
    updated_at: z.string().meta({
      description:
        "When the account last changed, in UTC; for a customer who never had credit, since when the app knows them.",
      example: "2026-11-02T07:31:12.004Z",
    }),
  })
  .meta({ id: "StoreCredit" });

type CreditRecord = z.infer<typeof creditRecordSchema>;

/** What a type code means, in the words of the core REST API. */
const TYPE_NAMES = {
  [CREDIT_TYPES.membership]: "membership_credit",
  [CREDIT_TYPES.redemption]: "redemption",
  [CREDIT_TYPES.redemptionReturned]: "redemption_returned",
  [CREDIT_TYPES.adjustment]: "manual_admin_adjustment",
  [CREDIT_TYPES.reconciled]: "reconciled",
  [CREDIT_TYPES.forfeit]: "forfeit",
  [CREDIT_TYPES.expired]: "expired",
  [CREDIT_TYPES.loyaltyReward]: "loyalty_reward",
  [CREDIT_TYPES.retentionOffer]: "retention_offer",
  [CREDIT_TYPES.dispute]: "dispute",
  [CREDIT_TYPES.promotion]: "promotional_or_imported",
  [CREDIT_TYPES.takenBack]: "taken_back_for_refund",
} as const;

/** One movement in the core REST API. `balance_after` is what could be spent after it. */
export const creditTransactionSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "The transaction, `crt_` and a number.", example: "crt_204" }),
    type: z
      .enum(Object.values(TYPE_NAMES) as [string, ...string[]])
      .meta({ description: "What kind of movement it is.", example: "manual_admin_adjustment" }),
    type_code: z
      .number()
      .int()
      .meta({ description: "The same as the code that the Data API shows.", example: 4 }),
    status: z.enum(["posted", "on_hold"]).meta({
      description:
        "On hold while a checkout or a renewal has reserved it; then it is posted or gone.",
      example: "posted",
    }),
    unit: z
      .enum(["money", "points"])
      .meta({ description: "Always money here: this history has no points.", example: "money" }),
    amount: z.string().meta({
      description:
        "What moved, a signed decimal text with two places: negative for what was taken.",
      example: "12.50",
    }),
    balance_after: z
      .string()
      .meta({ description: "What could be spent after it, a decimal text.", example: "12.50" }),
    message: z
      .string()
      .meta({ description: "A sentence for the customer's history.", example: "Goodwill" }),
    reason: z.string().nullable().meta({
      description:
        "The reason that whoever changed the credit has given; null for the movements that the app makes by itself.",
      example: "Goodwill",
    }),
    order_gid: z
      .string()
      .nullable()
      .meta({ description: "The order that it belongs to; null without one.", example: null }),
    order_name: z
      .string()
      .nullable()
      .meta({ description: "That order's name; null without one.", example: null }),
    expires_at: z.string().nullable().meta({
      description:
        "When the credit that was given ends, in UTC, the earliest part of it; null when it does not end, and for what was taken.",
      example: null,
    }),
    created_at: z
      .string()
      .meta({ description: "When it moved, in UTC.", example: "2026-11-02T07:31:12.004Z" }),
  })
  .meta({ id: "CreditTransaction" });

type CreditTransaction = z.infer<typeof creditTransactionSchema>;

export function toCreditRecord(
  customer: Pick<KnownCustomer, "platformCustomerId" | "email" | "knownSince">,
  account: CreditAccountState,
  currency: string,
): CreditRecord {
  const money = (minor: number) => formatMinorExactly(minor, currency);
  const { nextExpiry } = account;
  return {
    customer_id: String(customer.platformCustomerId),
    platform_customer_gid: `gid://platform/Customer/${customer.platformCustomerId}`,
    email: customer.email,
    currency,
    balance: money(account.availableMinor),
    in_use_at_checkout: money(account.heldMinor),
    lifetime_issued: money(account.issuedMinor),
    lifetime_used: money(account.usedMinor),
    next_expiry: nextExpiry && {
      amount: money(nextExpiry.amountMinor),
      date: nextExpiry.expiresAt.toISOString(),
    },
    updated_at: (account.updatedAt ?? customer.knownSince).toISOString(),
  };
}

export function toCreditTransaction(entry: VisibleEntry, currency: string): CreditTransaction {
  const amount = (minor: number) => formatCredit(minor, entry.unit, currency);
  return {
    id: `crt_${entry.id}`,
    type: TYPE_NAMES[entry.typeCode as keyof typeof TYPE_NAMES],
    type_code: entry.typeCode,
    status: entry.status === 1 ? "on_hold" : "posted",
    unit: entry.unit,
    amount: amount(entry.amountMinor),
    balance_after: amount(entry.balanceAfterMinor),
    message: entry.message,
    reason: entry.reason,
    order_gid: entry.orderGid,
    order_name: entry.orderName,
    expires_at: entry.expiresAt?.toISOString() ?? null,
    created_at: entry.createdAt.toISOString(),
  };
}
