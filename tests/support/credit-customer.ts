import type { TestShop } from "./test-shop.ts";

/** A customer of the store as the credit interfaces name one, with so much credit. */
export interface CreditCustomer {
  /** Internal id. */
  id: bigint;
  cid: number;
  email: string;
}

/** Makes a customer on the platform and in our rows. `balance` is a decimal text, given as promotional credit. */
export async function createCreditCustomer(
  shop: TestShop,
  balance: string | null = null,
): Promise<CreditCustomer> {
  const { cid } = await shop.createContract({ price: "15.00" });
  const { db, shop: row } = await shop.context();
  const customer = await db.prisma.customer.findFirstOrThrow({
    where: { shopId: row.id, platformCustomerId: BigInt(cid) },
  });
  if (balance) {
    const answer = await shop.core(`/store-credits/${cid}/add`, {
      body: { amount: Number(balance), reason: "To begin with" },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  return { id: customer.id, cid, email: customer.email ?? "" };
}
