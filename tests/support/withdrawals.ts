import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { AnyJson } from "./any-json.ts";
import type { BilledSubscription } from "./billed-subscription.ts";
import { readMailbox } from "./read-mailbox.ts";
import type { TestShop } from "./test-shop.ts";

type Own = Pick<BilledSubscription, "cid" | "contractId">;

export type Withdrawals = ReturnType<typeof withdrawals>;

/** How shoppers of a store withdraw from contracts, and what the store hears of it. */
export function withdrawals(shop: TestShop) {
  return {
    look: async ({ cid, contractId }: Own, query = {}): Promise<AnyJson> =>
      (await shop.proxy(`/storefront/portal/${contractId}`, { cid, query })).body,
    withdraw: ({ cid, contractId }: Own) =>
      shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body: { action: "withdraw" } }),
    mailsOf: async (subject: RegExp) =>
      (await readMailbox(shop)).filter((mail) => subject.test(mail.subject)),
    /** On the merchant's list of things to do. */
    toRefund: async () =>
      (await listAttention(await shop.context())).filter(
        ({ kind }) => kind === "withdrawal_to_refund",
      ),
  };
}
