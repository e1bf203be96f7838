import { z } from "zod";
import type { KnownCustomer } from "#app/domain/customers/find-customer.ts";
import { CREDIT_TYPES, type CreditAccountState } from "#app/domain/ledger/movement.ts";
import {
  formatCredit,
  type VisibleEntry,
} from "#app/domain/store-credit/customers/visible-entry.ts";
import { formatMinorTwoDecimals } from "#app/lib/money.ts";

/** A customer's store credit in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const creditRecordSchema = z
  .object({
    customer_id: z.string(),
    platform_customer_gid: z.string(),
    email: z.string().nullable(),
    currency: z.string(),
    balance: z.string(),
    in_use_at_checkout: z.string(),
    lifetime_issued: z.string().meta({ description: "All that was ever given." }),
    lifetime_used: z.string().meta({
      description: "Spent on orders, less what came back. Deductions and expiry are in neither.",
    }),
    next_expiry: z.object({ amount: z.string(), date: z.string() }).nullable(),
    updated_at: z.string(),
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
    id: z.string(),
    type: z.enum(Object.values(TYPE_NAMES) as [string, ...string[]]),
    type_code: z.number().int(),
    status: z.enum(["posted", "on_hold"]),
    unit: z.enum(["money", "points"]),
    amount: z.string(),
    balance_after: z.string(),
    message: z.string(),
    reason: z.string().nullable(),
    order_gid: z.string().nullable(),
    order_name: z.string().nullable(),
    expires_at: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "CreditTransaction" });

type CreditTransaction = z.infer<typeof creditTransactionSchema>;

export function toCreditRecord(
  customer: Pick<KnownCustomer, "platformCustomerId" | "email" | "knownSince">,
  account: CreditAccountState,
  currency: string,
): CreditRecord {
  const money = (minor: number) => formatMinorTwoDecimals(minor, currency);
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
