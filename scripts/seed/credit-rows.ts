import { orderName } from "./order-names.ts";
import { orderGid } from "./order-rows.ts";
import { instant, rowSource } from "./row-source.ts";
import type { SeedStore } from "./store-frame.ts";
import type {
  AccountStory,
  EntryStory,
  GrantStory,
  HoldStory,
  OrderStory,
  Person,
} from "./stories.ts";

interface Of<T> {
  person: Person;
  one: T;
}

/** The ledger of store credit and points. */
export function creditSources(store: SeedStore) {
  const shop = () => store.shopId;
  const customer = ({ person }: Of<unknown>) => person.id;
  const accounts = rowSource<Of<AccountStory>>("credit_accounts", "customer_id, unit", {
    shop_id: shop,
    customer_id: customer,
    unit: ({ one }) => one.unit,
    available_minor: ({ one }) => one.availableMinor,
    held_minor: () => 0,
    issued_minor: ({ one }) => one.issuedMinor,
    used_minor: ({ one }) => one.usedMinor,
    entry_count: ({ one }) => one.entryCount,
    updated_at: ({ one }) => instant(one.updatedAt),
  });
  const entries = rowSource<Of<EntryStory>>("credit_entries", "id", {
    shop_id: shop,
    id: ({ one }) => one.id,
    customer_id: customer,
    unit: ({ one }) => one.unit,
    type_code: ({ one }) => one.typeCode,
    amount_minor: ({ one }) => one.amountMinor,
    total_after_minor: ({ one }) => one.totalAfterMinor,
    message: ({ one }) => textOf(one.message),
    reason: ({ one }) => one.reason,
    expires_at: ({ one }) => instant(one.expiresAt),
    created_at: ({ one }) => instant(one.at),
    status: ({ one }) => one.status,
    settled_at: ({ one }) => instant(one.settledAt),
    order_gid: ({ one }) => one.order && orderGid(one.order),
    order_name: ({ one }) => nameOf(one.order),
    used_in: ({ one }) => one.usedIn,
    source_key: ({ one }) => one.sourceKey?.() ?? null,
    actor_kind: ({ one }) => one.actor,
  });
  const grants = rowSource<Of<GrantStory>>("credit_grants", "id", {
    shop_id: shop,
    id: ({ one }) => one.id,
    customer_id: customer,
    entry_id: ({ one }) => one.entry.id,
    unit: ({ one }) => one.entry.unit,
    amount_minor: ({ one }) => one.amountMinor,
    remaining_minor: ({ one }) => one.remainingMinor,
    expires_at: ({ one }) => instant(one.expiresAt),
    plan_id: ({ one }) => one.plan?.id ?? null,
    created_at: ({ one }) => instant(one.entry.at),
  });
  const allocations = rowSource<{ entry: EntryStory; part: EntryStory["drawn"][number] }>(
    "credit_allocations",
    "entry_id, grant_id",
    {
      shop_id: shop,
      entry_id: ({ entry }) => entry.id,
      grant_id: ({ part }) => part.grant.id,
      amount_minor: ({ part }) => part.amountMinor,
    },
  );
  return { accounts, entries, grants, allocations, holds: holdSource(store) };
}

function holdSource(store: SeedStore) {
  return rowSource<Of<HoldStory>>("credit_holds", "id", {
    shop_id: () => store.shopId,
    id: ({ one }) => one.id,
    customer_id: ({ person }) => person.id,
    entry_id: ({ one }) => one.entry.id,
    amount_minor: ({ one }) => -one.entry.amountMinor,
    currency: () => store.currency,
    state: ({ one }) => one.state,
    code: ({ one }) => one.code,
    discount_gid: ({ one }) => `gid://shopify/DiscountCodeNode/seeded-${one.code}`,
    code_amount_minor: ({ one }) => -one.entry.amountMinor,
    captured_minor: ({ one }) => one.capturedMinor,
    returned_minor: ({ one }) => one.returnedMinor,
    order_gid: ({ one }) => one.order && orderGid(one.order),
    order_name: ({ one }) => nameOf(one.order),
    created_at: ({ one }) => instant(one.entry.at),
    settled_at: ({ one }) => instant(one.settledAt),
    capture_entry_id: ({ one }) => one.captured?.id ?? null,
  });
}

export function textOf(text: string | (() => string)): string {
  return typeof text === "string" ? text : text();
}

function nameOf(order: OrderStory | null): string | null {
  return order && orderName(order);
}
