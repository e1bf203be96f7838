import { expect } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { createOffer } from "./create-offer.ts";
import type { GoldenCustomer, GoldenStore } from "./golden-store.ts";

type Name = "mara" | "finn" | "petra" | "olga" | "paul" | "tess" | "mixi" | "sol";

/** People with one contract each, and the contracts' numbers. */
export type GoldenSubscribers = Record<Name, GoldenCustomer & { contractId: number }>;

/**
 * What eight people do from 10 February to 18 May, at hours of the store's zone. Each full charge of
 * the Gold Club's plan gives 10.00 from 10 February, 12:05, on.
 */
export async function liveGoldenSubscriptions(store: GoldenStore): Promise<GoldenSubscribers> {
  const people = { ...(await joinTheClub(store)), ...(await buyWithPlans(store)) };
  await acceptAndRevokeOffer(store, people.olga.contractId);
  await store.at("04-01 11:05");
  await changeContract(store, people.paul.contractId, "pause", { duration: 30 });
  await store.at("04-06 11:05");
  await changeContract(store, people.paul.contractId, "resume");
  await store.at("04-11 08:05");
  const third = (await store.orders(people.mara))[2];
  await store.control(`orders/${third?.id}/dispute`);
  await store.at("05-11 23:59");
  const fourth = (await store.orders(people.mara))[3];
  await store.control(`orders/${fourth?.id}/refund`);
  const unjust = (await store.orders(people.mixi))[2];
  await store.control(`orders/${unjust?.id}/dispute`);
  await store.at("05-15 23:30");
  await store.control(`orders/${unjust?.id}/dispute`, { status: "won" });
  await changeContract(store, people.petra.contractId, "cancel", { reason: "too_expensive" });
  await store.at("05-16 00:20");
  await changeContract(store, people.mara.contractId, "cancel", { reason: "not_using_enough" });
  await changeContract(store, people.paul.contractId, "pause", { duration: 30 });
  await store.at("05-18 08:05");
  return people;
}

async function joinTheClub(store: GoldenStore) {
  await store.at("02-10 12:05");
  const mara = await store.customer("Mara", "Gold", {
    country_code: "US",
    province: { name: "New York", code: "NY" },
  });
  const first = await store.contract(mara, { price: "15.00" });
  await store.planCredit(await store.plan("Gold Club monthly"), "10.00");
  await store.at("02-15 09:05");
  const finn = await store.customer("Finn", "Late");
  const late = await store.contract(finn, { price: "15.00" });
  const results = ["INSUFFICIENT_FUNDS", "CARD_DECLINED", "success"];
  await store.control(`contracts/${late}/payments`, { results });
  await store.at("02-19 10:05");
  const paul = await store.customer("Paul", "Pause");
  return {
    mara: { ...mara, contractId: first },
    finn: { ...finn, contractId: late },
    paul: { ...paul, contractId: await store.contract(paul, { price: "15.00" }) },
  };
}

async function buyWithPlans(store: GoldenStore) {
  const goods = async (first: string, last: string, price: string) => {
    const customer = await store.customer(first, last);
    const contractId = await store.contract(customer, { kind: "product", price });
    return { ...customer, contractId };
  };
  const petra = await goods("Petra", "Post", "9.00");
  const olga = await goods("Olga", "Offer", "20.00");
  const cart = async (first: string, last: string, lines: readonly [number, number, number?][]) => {
    const customer = await store.customer(first, last);
    return { ...customer, contractId: (await store.buy(customer, lines)).contractId };
  };
  await store.at("02-21 23:50");
  const trial = await store.trialPlan({ days: 14, fee: "1.00" }, "14.90");
  const goldClub = await store.variant("Gold Club");
  const herbs = await store.variant("Kitchen herb trio");
  const tess = await cart("Tess", "Trial", [[goldClub, 1, trial]]);
  await store.at("02-22 12:05");
  const club = await store.plan("Gold Club monthly");
  const mixi = await cart("Mixi", "Cart", [
    [goldClub, 1, club],
    [herbs, 1],
  ]);
  const sol = await cart("Sol", "Cart", [
    [herbs, 1, await store.plan("Every 4 weeks")],
    [herbs, 2],
  ]);
  return { petra, olga, tess, mixi, sol };
}

async function acceptAndRevokeOffer(store: GoldenStore, contractId: number): Promise<void> {
  const { shop } = store;
  const twentyOff = { discount_type: "percentage", discount_value: 20, cycles: null } as const;
  await store.at("02-25 23:30");
  const offer = await createOffer(shop, { type: "discount_price", ...twentyOff });
  const path = `/membership/churn/${contractId}/offers/${offer}/activation`;
  expect((await shop.proxy(path, { key: shop.key, method: "POST" })).status).toBe(200);
  await shop.quiet();
  await store.at("03-25 00:10");
  const context = await shop.context();
  const where = { shopId: context.shop.id };
  const { id } = await context.db.prisma.appliedOffer.findFirstOrThrow({ where });
  await revokeAppliedOffer(context, id);
  await shop.quiet();
}

async function changeContract(
  store: GoldenStore,
  contractId: number,
  verb: "pause" | "resume" | "cancel",
  body: object = {},
): Promise<void> {
  const id = await store.subscription(contractId);
  const { status } = await store.shop.core(`/subscriptions/${id}/${verb}`, { body });
  expect(status).toBe(200);
  await store.shop.quiet();
}
