import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import type { CreditAccountState } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { shownProgress } from "../read/shown-progress.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import type { RuleType } from "../rules/rule-types.ts";

export interface PointsCustomerDetails {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
  /** In points. */
  account: CreditAccountState;
  /** How far they are with the rules that count up to something, in the merchant's order. */
  progress: { ruleId: bigint; name: string; type: RuleType; current: number; required: number }[];
}

/** One customer with their points. @throws AppError not_found. */
export async function getPointsCustomer(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<PointsCustomerDetails> {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const [customer, account, progress] = await Promise.all([
    prisma.customer.findUnique({ where: { shopId_id: { shopId, id: customerId } } }),
    readCreditAccount(context, customerId, "points"),
    prisma.loyaltyProgress.findMany({
      where: { shopId, customerId, rule: { status: RULE_STATUS.active } },
      include: { rule: true },
      orderBy: [{ rule: { position: "asc" } }, { ruleId: "asc" }],
    }),
  ]);
  if (!customer || customer.mergedIntoId) {
    throw new AppError("not_found", "There is no such customer.");
  }
  return {
    id: customer.id,
    platformCustomerId: Number(customer.platformCustomerId),
    name: customerName(customer) ?? "",
    email: customer.email,
    isErased: customer.redactedAt !== null,
    account,
    progress: progress.map(({ rule, ...row }) => {
      const { current, required } = shownProgress(row, context.clock.now());
      const { name, type } = rule;
      return { ruleId: row.ruleId, name, type: type as RuleType, current, required };
    }),
  };
}
