import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import type { CreditAccountState } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";

/** Credit that was given at once and ends at once, with what is left of it. */
interface CreditGrantView {
  id: bigint;
  /** Why it was given. */
  message: string;
  planName: string | null;
  amountMinor: number;
  remainingMinor: number;
  expiresAt: Date | null;
  grantedAt: Date;
}

export interface CreditCustomerDetails {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
  /** By the customer's choice, or the merchant's for them. */
  paysRenewals: boolean;
  account: CreditAccountState;
  /** What there is, in the order in which it is spent. */
  grants: CreditGrantView[];
  /** There are more grants than are listed. */
  hasMoreGrants: boolean;
}

const GRANTS_SHOWN = 50;

/**
 * One customer with what they hold and in which grants.
 *
 * @throws AppError not_found.
 */
export async function getCreditCustomer(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<CreditCustomerDetails> {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const [customer, account, grants] = await Promise.all([
    prisma.customer.findUnique({ where: { shopId_id: { shopId, id: customerId } } }),
    readCreditAccount(context, customerId),
    prisma.creditGrant.findMany({
      where: {
        shopId,
        customerId,
        unit: "money",
        remainingMinor: { gt: 0 },
        OR: [{ expiresAt: null }, { expiresAt: { gt: context.clock.now() } }],
      },
      orderBy: [{ expiresAt: { sort: "asc", nulls: "last" } }, { id: "asc" }],
      take: GRANTS_SHOWN + 1,
      include: { entry: { select: { message: true } }, plan: { select: { name: true } } },
    }),
  ]);
  if (!customer || customer.mergedIntoId)
    throw new AppError("not_found", "There is no such customer.");
  return {
    id: customer.id,
    platformCustomerId: Number(customer.platformCustomerId),
    name: customerName(customer) ?? "",
    email: customer.email,
    isErased: customer.redactedAt !== null,
    paysRenewals: customer.paysRenewalsWithCredit,
    account,
    grants: grants.slice(0, GRANTS_SHOWN).map((grant) => ({
      id: grant.id,
      message: grant.entry.message,
      planName: grant.plan?.name ?? null,
      amountMinor: Number(grant.amountMinor),
      remainingMinor: Number(grant.remainingMinor),
      expiresAt: grant.expiresAt,
      grantedAt: grant.createdAt,
    })),
    hasMoreGrants: grants.length > GRANTS_SHOWN,
  };
}
